-- Bytes are stored once, handed in by many: each uploader has a row of his own, with the name he gave the file.
-- A file's own name and first uploader go, so that nobody is told them.
create table file_uploads (
  file_id bigint not null references files (id) on delete cascade,
  worker_id bigint not null,
  filename text not null,
  created_at timestamptz not null,
  primary key (file_id, worker_id)
);
create index file_uploads_worker on file_uploads (worker_id, created_at);

insert into file_uploads (file_id, worker_id, filename, created_at)
select id, created_by, filename, created_at from files where created_by is not null;

-- Papers that were handed in under the name somebody else had given the same bytes.
update material_files f set filename = m.name || substring(f.file from '\.[a-z0-9]+$')
from applicant_materials m, files s
where m.id = f.material_id and s.key = f.file and s.created_by is distinct from f.uploaded_by and f.file ~ '\.[a-z0-9]+$';

drop index files_worker;
alter table files drop column filename, drop column created_by;
