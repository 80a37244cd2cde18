-- Insurance sold with orders: a policy for each person and plan, registered when the insurer wrote it.
create sequence number_bx maxvalue 999999 cycle;

-- who bears a refusal protection; none: we ourselves
alter table refuse_no_worry_products add column supplier_id bigint references suppliers;
create index refuse_no_worry_products_supplier on refuse_no_worry_products (supplier_id) where supplier_id is not null;

-- which plan a difference pays for
alter table order_diffs add column insurance_product_id bigint references insurance_products, add column plan_key text;
alter table order_diffs add constraint order_diffs_plan check ((insurance_product_id is null) = (plan_key is null));
create index order_diffs_insurance on order_diffs (insurance_product_id) where insurance_product_id is not null;

create table policies (
  id bigint generated always as identity primary key,
  apply_no text not null unique,
  kind text not null check (kind in ('travel', 'refusal')),
  insurance_product_id bigint references insurance_products,
  refuse_no_worry_product_id bigint references refuse_no_worry_products,
  plan_key text not null default '',
  -- the product and the plan as they were sold
  product_name text not null,
  plan_name text not null default '',
  terms jsonb not null default '{}',
  insurer_id bigint not null references suppliers,
  order_id bigint not null references orders,
  applicant_id bigint not null references applicants,
  -- the insured as the insurer was told
  insured_name text,
  insured_birthday date,
  insured_passport text, insured_passport_sealed text, insured_passport_hash text, insured_passport_tail text,
  start_on date,
  end_on date,
  premium bigint not null check (premium >= 0),
  cost bigint not null check (cost >= 0),
  batch_no text,
  policy_no text,
  file text,
  issued_at timestamptz,
  issued_by bigint references workers,
  -- what was changed after the issue, both versions: [{at, by, reason, before, after}]
  changes jsonb not null default '[]',
  -- [{on, claimed, paid, note, at, by}], cents
  claims jsonb not null default '[]',
  claim_count int not null default 0,
  claimed bigint not null default 0 check (claimed >= 0),
  claim_paid bigint not null default 0 check (claim_paid between 0 and claimed),
  reason text not null default '',
  surrendered_at timestamptz,
  policy_status text not null default 'to_issue' check (policy_status in ('to_issue', 'issued', 'failed', 'surrendered', 'ended')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint policies_product check ((kind = 'travel') = (insurance_product_id is not null) and (kind = 'refusal') = (refuse_no_worry_product_id is not null)),
  constraint policies_span check (start_on <= end_on),
  constraint policies_whole check (
    policy_status not in ('issued', 'ended')
    or (policy_no is not null and start_on is not null and end_on is not null and file is not null and issued_at is not null)
  )
);
create unique index policies_no on policies (insurer_id, policy_no) where policy_no is not null;
-- one live policy for a person and a plan
create unique index policies_live on policies (applicant_id, kind, coalesce(insurance_product_id, refuse_no_worry_product_id), plan_key)
  where policy_status in ('to_issue', 'issued', 'failed');
create index policies_status on policies (policy_status, start_on, id);
create index policies_made on policies (created_at desc, id desc);
create index policies_order on policies (order_id);
create index policies_product_sold on policies (insurance_product_id, created_at) where insurance_product_id is not null;
create index policies_protection on policies (refuse_no_worry_product_id) where refuse_no_worry_product_id is not null;
create index policies_insurer on policies (insurer_id, id);
create index policies_passport on policies (insured_passport_hash) where insured_passport_hash is not null;
create index policies_passport_tail on policies (insured_passport_tail) where insured_passport_tail is not null;
create index policies_file on policies (file) where file is not null;
create trigger policies_passport_masked before insert or update of insured_passport on policies
  for each row when (new.insured_passport is not null and position('*' in new.insured_passport) = 0) execute function refuse_clear_number('insured_passport');

-- lists of people for insurers: seven days, for whoever made them
create table policy_sheets (
  id bigint generated always as identity primary key,
  batch_no text not null unique,
  file_key text,
  policy_ids bigint[] not null,
  created_by bigint not null references workers,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index policy_sheets_kept on policy_sheets (expires_at) where file_key is not null;

-- what a line of a settlement insures
alter table settle_lines add column policy_id bigint references policies;
create index settle_lines_policy on settle_lines (policy_id) where policy_id is not null;
