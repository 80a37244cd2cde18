-- 对公汇款 gets its noun: when it was handed in last, and nobody who entered it decides it.
alter table remittances add column submitted_at timestamptz;
update remittances set submitted_at = created_at;
alter table remittances alter column submitted_at set not null;
alter table remittances add constraint remittances_maker
  check (created_by is null or ((approved_by is null or approved_by <> created_by) and (rechecked_by is null or rechecked_by <> created_by)));
alter table remittances add constraint remittances_rejected
  check (remittance_status <> 'rejected' or (reject_code is not null and rejected_by is distinct from submitted_by));
create index remittances_account on remittances (company_account_id, remitted_on);
