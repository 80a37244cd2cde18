-- What customers read becomes rich text: every text as paragraphs, its lines kept. Sold orders keep the words they have.
create function pg_temp.rich_of(words text) returns text language sql immutable as $$
  select case
    when words ~ '^<(p|h3|h4|ul|ol|blockquote|table|img)[ >]' then words
    when trimmed = '' then ''
    else '<p>' || replace(regexp_replace(
      replace(replace(replace(replace(trimmed, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(160), '&nbsp;'),
      E'\n[ \t]*\n[ \t\n]*', '</p><p>', 'g'), E'\n', '<br>') || '</p>'
  end
  from (select btrim(regexp_replace(words, E'\r\n?', E'\n', 'g'), E' \t\n') as trimmed) t
$$;

-- The wording stays as it was: no stamp of a new text.
alter table documents disable trigger documents_text_follow;
update documents set requirement = pg_temp.rich_of(requirement) where requirement <> '';
alter table documents enable trigger documents_text_follow;
update refund_policy_versions set clause = pg_temp.rich_of(clause) where clause <> '';
drop function pg_temp.rich_of(text);
