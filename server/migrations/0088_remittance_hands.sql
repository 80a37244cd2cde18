-- Everybody who changed a remittance: none of them passes it, whoever handed it in last.
alter table remittances add column changed_by bigint[] not null default '{}';
update remittances set changed_by = array[submitted_by] where submitted_by is not null and submitted_by is distinct from created_by;
alter table remittances add constraint remittances_hands
  check ((approved_by is null or approved_by <> all (changed_by)) and (rechecked_by is null or rechecked_by <> all (changed_by)));
