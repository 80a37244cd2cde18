-- The description of a product becomes rich text: what was written as plain text becomes paragraphs, its lines kept (as in 0027).
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

update spus set detail = pg_temp.rich_of(detail) where detail <> '';
drop function pg_temp.rich_of(text);
