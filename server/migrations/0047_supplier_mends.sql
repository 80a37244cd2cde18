-- Who put a supplier forward again, or changed it while it waited, counts as its maker; a paper of kind 其他 gives way to the next like any other.

alter table suppliers
  add column resubmitted_by bigint references workers,
  add column resubmitted_at timestamptz,
  add column changed_by bigint[] not null default '{}';

update supplier_documents d set superseded_at = n.created_at
from (select distinct on (d.id) d.id, n.created_at from supplier_documents d
  join supplier_documents n on n.supplier_id = d.supplier_id and n.kind = 'other' and n.id > d.id
  where d.kind = 'other' and d.superseded_at is null order by d.id, n.id) n
where n.id = d.id;
drop index supplier_documents_current;
create unique index supplier_documents_current on supplier_documents (supplier_id, kind) where superseded_at is null;
update suppliers s set paper_until = (select min(d.valid_to) from supplier_documents d where d.supplier_id = s.id and d.superseded_at is null);

-- Orders with lost originals are marked and filtered: a few rows of millions.
create index applicant_materials_lost on applicant_materials (order_id) where holder = 'lost';
