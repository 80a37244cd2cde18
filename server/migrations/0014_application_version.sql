-- Versions of an application form: who wrote, tried and published them, and when.
alter table application_versions
  add column version int not null default 1,
  add column updated_by bigint,
  add column updated_at timestamptz not null default now(),
  add column previewed_at timestamptz,
  add column published_by bigint,
  add column published_at timestamptz,
  add column retired_at timestamptz,
  -- A form that nobody ever used goes with its versions.
  drop constraint application_versions_application_id_fkey,
  add constraint application_versions_application_id_fkey foreign key (application_id) references documents on delete cascade;
update application_versions set updated_at = created_at, published_at = created_at where state <> 'draft';
-- Every question says whether it is translated and what stands in it at first.
update application_versions v set sections = (
  select coalesce(jsonb_agg(s.part || jsonb_build_object('questions', (
    select coalesce(jsonb_agg('{"translate_en": false, "default": ""}'::jsonb || k.question order by k.place), '[]')
    from jsonb_array_elements(s.part -> 'questions') with ordinality k (question, place))) order by s.place), '[]')
  from jsonb_array_elements(v.sections) with ordinality s (part, place));

-- What was published is what customers were asked: it never changes.
create function application_version_kept() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.sections, new.note, new.version_no, new.application_id) is distinct from
    (old.sections, old.note, old.version_no, old.application_id) then
    raise exception 'application version % is published and does not change', old.id;
  end if;
  return new;
end $$;
create trigger application_version_kept before update on application_versions for each row execute function application_version_kept();
