-- Suppliers whole: contacts, papers, payees, matches with their changes, assignments, parcels between us and them.

alter table suppliers
  drop constraint suppliers_name_key,
  drop constraint suppliers_short_name_key,
  add column former_names text[] not null default '{}',
  add column first_active_at timestamptz,
  add column review_note text,
  add column search_text text not null default '',
  -- the first end of its papers in force, kept by whoever registers one
  add column paper_until date,
  add constraint suppliers_status check (supplier_status in ('pending', 'rejected', 'active', 'paused', 'ended')),
  add constraint suppliers_invoice_kind check (invoice_kind in ('special', 'ordinary', 'none')),
  add constraint suppliers_tax check (tax_rate_bp between 0 and 1300),
  add constraint suppliers_credit_days check (credit_days between 0 and 180);
create unique index suppliers_name on suppliers (name) where supplier_status <> 'ended';
create unique index suppliers_short_name on suppliers (short_name) where supplier_status <> 'ended';
create index suppliers_status_updated on suppliers (supplier_status, updated_at desc, id desc);
create index suppliers_updated on suppliers (updated_at desc, id desc);
create index suppliers_no on suppliers (supplier_no, id);
create index suppliers_paper_until on suppliers (paper_until, id);
create index suppliers_serves on suppliers using gin (serves jsonb_path_ops);
create index suppliers_created_by on suppliers (created_by) where created_by is not null;
update suppliers set first_active_at = created_at, search_text = lower(supplier_no || E'\x01' || name || E'\x01' || short_name || E'\x01' || coalesce(credit_code, ''));
-- two codes of the demo business failed their check digit
update suppliers set credit_code = '91310000MA0DEM007A' where credit_code = '91310000MA0DEM007M';
update suppliers set credit_code = '91110000MA0DEM0080' where credit_code = '91110000MA0DEM008H';
create sequence number_gy start 1000;

create table supplier_contacts (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers,
  -- known before the row is written: its mobile is sealed for it
  row_key text not null unique,
  name text not null,
  mobile text, mobile_sealed text, mobile_hash text, mobile_tail text,
  phone text not null default '',
  email text not null default '',
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['business', 'collect', 'reconcile', 'finance', 'urgent']),
  address jsonb,
  receive_hours text not null default '',
  cut_off text,
  is_default boolean not null default false,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index supplier_contacts_supplier on supplier_contacts (supplier_id);
create index supplier_contacts_mobile_hash on supplier_contacts (mobile_hash) where mobile_hash is not null;
create index supplier_contacts_mobile_tail on supplier_contacts (mobile_tail) where mobile_tail is not null;
create trigger supplier_contacts_mobile_masked before insert or update of mobile on supplier_contacts
  for each row when (new.mobile <> '' and position('*' in new.mobile) = 0) execute function refuse_clear_number('mobile');

create table supplier_documents (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers,
  kind text not null check (kind in ('business_licence', 'submit_qualification', 'contract', 'insurance_licence', 'other')),
  number text not null default '',
  valid_from date not null,
  valid_to date,
  files text[] not null check (cardinality(files) > 0),
  note text not null default '',
  superseded_at timestamptz,
  -- how many days before valid_to its owner was last told
  noticed_days int,
  created_by bigint references workers,
  created_at timestamptz not null,
  check (valid_to is null or valid_to >= valid_from)
);
create unique index supplier_documents_current on supplier_documents (supplier_id, kind) where superseded_at is null and kind <> 'other';
create index supplier_documents_supplier on supplier_documents (supplier_id);
create index supplier_documents_ending on supplier_documents (valid_to) where superseded_at is null and valid_to is not null;

create table supplier_payees (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers,
  row_key text not null unique,
  account_name text not null,
  bank_name text not null,
  branch text not null default '',
  account_no text not null, account_no_sealed text, account_no_hash text, account_no_tail text,
  currency text not null default 'CNY',
  proof_files text[] not null check (cardinality(proof_files) > 0),
  reason text not null default '',
  payee_status text not null default 'pending' check (payee_status in ('pending', 'active', 'rejected', 'retired')),
  decided_by bigint references workers,
  decided_at timestamptz,
  decided_note text,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index supplier_payees_active on supplier_payees (supplier_id, currency) where payee_status = 'active';
create unique index supplier_payees_once on supplier_payees (supplier_id, currency, account_no_hash) where payee_status in ('pending', 'active');
create index supplier_payees_supplier on supplier_payees (supplier_id);
create index supplier_payees_pending on supplier_payees (created_at, id) where payee_status = 'pending';
create trigger supplier_payees_account_masked before insert or update of account_no on supplier_payees
  for each row when (new.account_no <> '' and position('*' in new.account_no) = 0) execute function refuse_clear_number('account_no');

alter table supplier_products
  add constraint supplier_products_priority_range check (priority between 1 and 99),
  add constraint supplier_products_quota check (daily_quota between 1 and 999),
  add constraint supplier_products_lead check (lead_min <= lead_max and lead_max <= 90),
  add constraint supplier_products_valid check (valid_to is null or valid_from is null or valid_from <= valid_to);
-- Deferrable, so that one statement may give a product's matches another order.
drop index supplier_products_priority;
alter table supplier_products add constraint supplier_products_priority
  exclude using btree (sku_id with =, priority with =) where (status = 1) deferrable initially immediate;
create unique index supplier_products_code on supplier_products (supplier_id, supplier_code) where supplier_code <> '';
create index supplier_products_updated on supplier_products (updated_at desc, id desc);

alter table supplier_prices
  -- frozen with the proposal where the currency is not CNY
  add column rate numeric(18, 8),
  add column reason_kind text not null default 'supplier' check (reason_kind in ('supplier', 'embassy', 'fx', 'promo', 'market', 'correct')),
  add column announced_at timestamptz,
  add column decided_at timestamptz,
  add constraint supplier_prices_embassy check (embassy_fee >= 0 and (embassy_included or embassy_fee = 0));
update supplier_prices set effective_at = coalesce(effective_at, created_at), announced_at = coalesce(effective_at, created_at), decided_at = created_at
  where review = 'approved';
alter table supplier_prices add constraint supplier_prices_effective check (review <> 'approved' or effective_at is not null);
create unique index supplier_prices_pending on supplier_prices (supplier_product_id) where review = 'pending';
create index supplier_prices_unannounced on supplier_prices (effective_at) where review = 'approved' and announced_at is null;

create table supplier_assignments (
  id bigint generated always as identity primary key,
  applicant_id bigint not null references applicants,
  order_id bigint not null references orders,
  supplier_product_id bigint not null references supplier_products,
  supplier_id bigint not null references suppliers,
  planned_date date not null,
  band text not null check (band in ('adult', 'child')),
  tier text,
  price_id bigint not null references supplier_prices,
  amount bigint not null check (amount >= 0),
  currency text not null,
  rate numeric(18, 8),
  cny_amount bigint not null check (cny_amount >= 0),
  embassy_included boolean not null,
  centre_included boolean not null,
  embassy_part bigint not null default 0,
  settle_trigger text not null check (settle_trigger in ('submitted', 'issued', 'completed')),
  on_refusal text not null check (on_refusal in ('full', 'service_half', 'embassy_only', 'none')),
  ranking jsonb not null default '[]',
  promised_on date,
  assigned_by bigint references workers,
  assigned_at timestamptz not null,
  released_at timestamptz,
  release_reason text
);
create unique index supplier_assignments_open on supplier_assignments (applicant_id) where released_at is null;
create index supplier_assignments_quota on supplier_assignments (supplier_product_id, planned_date) where released_at is null;
create index supplier_assignments_supplier on supplier_assignments (supplier_id, assigned_at desc, id desc) where released_at is null;
create index supplier_assignments_planned on supplier_assignments (planned_date, supplier_id) where released_at is null;
create index supplier_assignments_order on supplier_assignments (order_id);
create index supplier_assignments_applicant on supplier_assignments (applicant_id);

create table supplier_changes (
  id bigint generated always as identity primary key,
  supplier_product_id bigint not null,
  supplier_id bigint not null references suppliers,
  -- a product never sold may be removed with its matches; what was done to them stays
  sku_id bigint not null,
  field text not null,
  old_value jsonb,
  new_value jsonb,
  source text not null check (source in ('console', 'notice', 'import', 'review', 'system')),
  reason text not null default '',
  effective_at timestamptz,
  adjust_no text,
  open_count int not null default 0,
  by_id bigint references workers,
  at timestamptz not null
);
create index supplier_changes_match on supplier_changes (supplier_product_id, at desc, id desc);
create index supplier_changes_at on supplier_changes (at desc, id desc);
create trigger supplier_changes_append_only before update or delete on supplier_changes for each row execute function append_only();
create trigger supplier_changes_no_truncate before truncate on supplier_changes for each statement execute function append_only();

-- Results of a supplier with a product, counted without reading the people.
create index applicants_supplier_result on applicants (supplier_id, sku_id, result_at) include (visa_issue_date, refusal_category)
  where supplier_id is not null and result_at is not null;

-- What the order keeps of its supplier's terms.
alter table applicants
  add column settle_includes_centre boolean,
  add column embassy_part bigint;
-- What was inside the price of whoever is under way is what the customer paid for it; those with a match and a cost are assigned.
update applicants a set
  settle_includes_centre = a.settle_includes_embassy,
  embassy_part = case when a.settle_includes_embassy then
    least(a.settle_price, (select coalesce(sum(f.payable - f.refunded), 0) from order_fees f where f.applicant_id = a.id and f.kind = 'embassy')) else 0 end
where a.supplier_id is not null and a.settle_price is not null;
insert into supplier_assignments (applicant_id, order_id, supplier_product_id, supplier_id, planned_date, band, tier, price_id, amount, currency, cny_amount,
  embassy_included, centre_included, embassy_part, settle_trigger, on_refusal, assigned_at)
select a.id, a.order_id, m.id, a.supplier_id, coalesce(a.submit_date, (a.review_passed_at at time zone 'Asia/Shanghai')::date),
  case when a.is_child then 'child' else 'adult' end, o.quote #>> '{urgent_tier,tier_code}', p.id, a.settle_price, 'CNY', a.settle_price,
  coalesce(a.settle_includes_embassy, false), coalesce(a.settle_includes_embassy, false), coalesce(a.embassy_part, 0), coalesce(a.settle_trigger, 'submitted'),
  coalesce(a.on_refusal, 'full'), a.review_passed_at
from applicants a join orders o on o.id = a.order_id join supplier_products m on m.sku_id = a.sku_id and m.supplier_id = a.supplier_id
join lateral (
  select v.id from supplier_prices v where v.supplier_product_id = m.id and v.review = 'approved' and coalesce(v.effective_at, v.created_at) <= a.review_passed_at
  order by coalesce(v.effective_at, v.created_at) desc, v.id desc limit 1) p on true
where a.supplier_id is not null and a.settle_price is not null and a.review_passed_at is not null and a.applicant_status not in ('refunded', 'cancelled');
-- With which supplier an original lies.
alter table applicant_materials add column holder_supplier_id bigint references suppliers;
create index applicant_materials_at_supplier on applicant_materials (holder_supplier_id) where holder_supplier_id is not null;
alter table custodies add column supplier_id bigint references suppliers;

create table supplier_parcels (
  id bigint generated always as identity primary key,
  parcel_no text not null unique,
  express_id bigint not null unique references expresses,
  supplier_id bigint not null references suppliers,
  is_outgoing boolean not null,
  purpose text not null check (purpose in ('submit', 'supplement', 'result', 'other')),
  contact_id bigint references supplier_contacts,
  batch_id bigint references submission_batches,
  planned_send_on date,
  sealed_at timestamptz,
  sealed_by bigint references workers,
  passport_count int,
  list_version int not null default 0,
  proof_files text[] not null default '{}',
  is_auto_counted boolean not null default false,
  exception_open boolean not null default false,
  lost_at timestamptz,
  lost_reason text,
  cancel_reason text,
  note text not null default '',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index supplier_parcels_created on supplier_parcels (created_at desc, id desc);
create index supplier_parcels_supplier on supplier_parcels (supplier_id, created_at desc, id desc);
create index supplier_parcels_owner on supplier_parcels (created_by, created_at desc, id desc);
create index supplier_parcels_planned on supplier_parcels (planned_send_on) where sealed_at is null;
create index supplier_parcels_todo on supplier_parcels (id) where exception_open;
create index supplier_parcels_lost on supplier_parcels (id) where lost_at is not null;
create index supplier_parcels_batch on supplier_parcels (batch_id) where batch_id is not null;
create index expresses_supplier on expresses (supplier_id, express_status, id) where supplier_id is not null;
create index expresses_supplier_open on expresses (express_status, id) where supplier_id is not null and express_status in ('created', 'in_transit', 'problem', 'signed');

create table supplier_parcel_items (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references supplier_parcels,
  express_item_id bigint not null unique references express_items,
  applicant_id bigint references applicants,
  material_id bigint references applicant_materials,
  packed_at timestamptz,
  packed_by bigint references workers,
  verdict text check (verdict in ('ok', 'missing', 'damaged', 'extra')),
  issue_note text not null default '',
  issue_files text[] not null default '{}',
  resolution text check (resolution in ('found', 'reissued', 'compensated', 'returned', 'other')),
  resolution_note text not null default '',
  left_at timestamptz
);
create unique index supplier_parcel_items_open on supplier_parcel_items (material_id) where left_at is null and material_id is not null;
create index supplier_parcel_items_parcel on supplier_parcel_items (parcel_id);
create index supplier_parcel_items_applicant on supplier_parcel_items (applicant_id);

create table supplier_parcel_prints (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references supplier_parcels,
  list_version int not null,
  with_numbers boolean not null default false,
  printed_by bigint references workers,
  printed_at timestamptz not null
);
create index supplier_parcel_prints_parcel on supplier_parcel_prints (parcel_id);

-- Score cards of 30, 90 and 365 days, reckoned every night.
create table supplier_figures (
  supplier_id bigint not null references suppliers,
  days int not null check (days in (30, 90, 365)),
  facts jsonb not null,
  counted_at timestamptz not null,
  primary key (supplier_id, days)
);
