-- What pre-review finds about papers: why they are rejected, and whether a changed wording helped.
alter table reject_reasons add column merged_into bigint references reject_reasons;

-- The paper of a person keeps its last verdict only; every rejection keeps its reason here.
create table material_rejections (
  id bigint generated always as identity primary key,
  material_id bigint not null references applicant_materials,
  document_id bigint references documents,
  round int not null,
  -- Null for rejections from before reasons were kept.
  reject_code text,
  at timestamptz not null
);
create index material_rejections_document on material_rejections (document_id, at);
create index material_rejections_at on material_rejections (at, reject_code);
insert into material_rejections (material_id, document_id, round, reject_code, at)
  select id, document_id, 1, reject_code, reviewed_at from applicant_materials where round > 0 and reviewed_at is not null;

-- What passed at the first verdict, by paper and time.
create index applicant_materials_first_pass on applicant_materials (document_id, reviewed_at)
  where round = 0 and material_status = 'passed' and document_id is not null;

create table document_stats (
  document_id bigint primary key references documents on delete cascade,
  reviewed_90 int not null,
  passed_90 int not null,
  -- Share that passed; null while there are too few to say.
  first_pass_rate double precision,
  -- [{code, n}], most frequent first
  reasons jsonb not null default '[]',
  -- 30 days before and after the last edit of the text
  before_reviewed int not null default 0,
  before_passed int not null default 0,
  after_reviewed int not null default 0,
  after_passed int not null default 0,
  at timestamptz not null
);

-- When customers last got another text to read.
alter table documents add column text_at timestamptz;
create function documents_text_follow() returns trigger language plpgsql as $$
begin
  new.text_at = new.updated_at;
  return new;
end $$;
create trigger documents_text_follow before update on documents for each row
  when (old.requirement is distinct from new.requirement) execute function documents_text_follow();
