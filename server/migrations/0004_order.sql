-- Orders and their applicants, from entry to result. No row of this area is ever deleted.
create table orders (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  source text not null check (source in ('mini_program', 'h5', 'peer_pc', 'api', 'ota', 'staff', 'import')),
  channel_id bigint,
  partner_order_no text,
  customer_kind text not null check (customer_kind in ('direct', 'peer', 'corporate')),
  customer_id bigint,
  peer_id bigint,
  contact_name text not null,
  contact_mobile text not null,
  contact_email text,
  sku_id bigint not null references skus,
  country_id text not null references countries,
  snapshot_id bigint not null references sku_snapshots,
  quote jsonb not null,
  flow text not null check (flow in ('material_first', 'pay_first')),
  travel_date date,
  return_date date,
  effect_date date,
  visit_wish text check (visit_wish in ('manual', 'any_30', 'not_30')),
  visit_wish_dates date[] not null default '{}',
  urgent_tier jsonb,
  is_urgent boolean not null default false,
  is_protected boolean not null default false,
  return_mode text not null default 'none' check (return_mode in ('express', 'pickup', 'embassy_mail', 'none')),
  return_address jsonb,
  order_status text not null check (order_status in ('pending_visit_date', 'pending_upload', 'pending_form', 'pending_payment', 'pending_mail',
    'processing', 'shipped', 'pending_evaluate', 'completed', 'cancelled', 'deleted')),
  status_at timestamptz not null,
  pay_status text not null default 'unpaid' check (pay_status in ('unpaid', 'paid', 'partly_refunded', 'refunded')),
  amount_total bigint not null check (amount_total >= 0),
  discount_total bigint not null default 0 check (discount_total >= 0),
  amount_payable bigint not null check (amount_payable >= 0),
  amount_paid bigint not null default 0 check (amount_paid >= 0),
  amount_refunded bigint not null default 0 check (amount_refunded >= 0),
  expert_id bigint references workers,
  cs_owner_id bigint references workers,
  bd_owner_id bigint references workers,
  applicant_count int not null,
  submitted_count int not null default 0,
  due_at timestamptz,
  -- never null, so that the default order can be paged by key
  due_sort timestamptz not null generated always as (coalesce(due_at, 'infinity'::timestamptz)) stored,
  pay_deadline_at timestamptz,
  paid_at timestamptz,
  promised_date date,
  shipped_at timestamptz,
  received_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason in ('timeout', 'customer', 'duplicate', 'refunded', 'other')),
  customer_note text not null default '',
  -- The list's tab; one equality where a tab is several states, so that every tab has its own sorted index.
  tab text not null generated always as (case
    when order_status in ('pending_visit_date', 'pending_upload', 'pending_form') then 'customer' else order_status end) stored,
  -- Whose order it is: the data scopes own and team ask for these.
  owner_ids bigint[] not null generated always as (array_remove(array[expert_id, cs_owner_id, bd_owner_id, created_by], null)) stored,
  search text[] not null default '{}',
  search_text text not null default '',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  check (amount_refunded <= amount_paid),
  check (amount_payable = amount_total - discount_total)
);
create unique index orders_partner on orders (channel_id, partner_order_no) where partner_order_no is not null;
-- One index per allowed sort, each for the whole list and behind a status tab; counts run index-only.
create index orders_due on orders (due_sort, (-id));
create index orders_created on orders (created_at desc, id desc);
create index orders_paid on orders ((coalesce(paid_at, '-infinity'::timestamptz)) desc, id desc);
create index orders_travel on orders ((coalesce(travel_date, 'infinity'::date)), id);
create index orders_tab_due on orders (tab, due_sort, (-id));
create index orders_tab_created on orders (tab, created_at desc, id desc);
create index orders_tab_paid on orders (tab, (coalesce(paid_at, '-infinity'::timestamptz)) desc, id desc);
create index orders_tab_travel on orders (tab, (coalesce(travel_date, 'infinity'::date)), id);
create index orders_status on orders (order_status, created_at desc, id desc);
create index orders_expert on orders (expert_id, created_at desc, id desc);
create index orders_country on orders (country_id, created_at desc, id desc);
create index orders_sku on orders (sku_id, created_at desc, id desc);
create index orders_snapshot on orders (snapshot_id);
create index orders_owners on orders using gin (owner_ids) with (fastupdate = off);
create index orders_no_prefix on orders (order_no text_pattern_ops);
create index orders_no_tail on orders (reverse(order_no) text_pattern_ops);
create index orders_partner_no on orders (upper(partner_order_no) text_pattern_ops) where partner_order_no is not null;
create index orders_paid_done on orders (paid_at) where paid_at is not null;
create index orders_pay_deadline on orders (pay_deadline_at) where order_status = 'pending_payment';
create index orders_shipped on orders (shipped_at) where order_status = 'shipped';
create index orders_received on orders (received_at) where order_status = 'pending_evaluate';
-- fastupdate off: a pending list makes searches many times slower.
create index orders_search on orders using gin (search) with (fastupdate = off);

create table applicants (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  seq int not null,
  applicant_no text not null unique,
  country_id text not null references countries,
  sku_id bigint not null references skus,
  expert_id bigint references workers,
  name_cn text,
  surname_en text,
  given_name_en text,
  gender text check (gender in ('male', 'female')),
  birth_date date,
  birth_place text,
  nationality text not null default 'CN' references countries,
  id_card_no text,
  passport_no text,
  passport_issue_date date,
  passport_expiry_date date,
  passport_issue_place text,
  mobile text,
  email text,
  identity text check (identity in ('employed', 'freelance', 'retired', 'student', 'preschool', 'general')),
  marital text check (marital in ('single', 'married', 'divorced', 'widowed')),
  household_province text,
  household_city text,
  address jsonb,
  relation text not null default 'self' check (relation in ('self', 'spouse', 'child', 'parent', 'other')),
  main_applicant_id bigint references applicants,
  is_child boolean not null default false,
  refused_before boolean,
  refused_on date,
  refused_note text,
  -- 'none' = 收资料中; see docs/decisions.
  applicant_status text not null default 'none' check (applicant_status in ('none', 'pre_review', 'pre_review_rejected', 'pre_review_failed',
    'awaiting_originals', 'awaiting_appointment', 'awaiting_confirm', 'appointed', 'awaiting_training', 'awaiting_visit', 'awaiting_submission',
    'in_embassy', 'issued', 'refused', 'refused_proof', 'refused_review', 'refused_rejected', 'refunding', 'refunded', 'cancelled')),
  prev_status text,
  status_at timestamptz not null default now(),
  status_due_at timestamptz,
  due_sort timestamptz not null generated always as (coalesce(status_due_at, 'infinity'::timestamptz)) stored,
  waiting_party text not null default 'customer' check (waiting_party in ('us', 'customer', 'embassy', 'supplier', 'courier')),
  hold_party text check (hold_party in ('customer', 'embassy', 'supplier', 'courier')),
  hold_reason text,
  held_at timestamptz,
  hold_minutes_left int,
  supplement_round int not null default 0,
  supplement_due_at timestamptz,
  supplement_source text check (supplement_source in ('review', 'originals', 'embassy')),
  admin_check_due date,
  collected_at timestamptz,
  review_passed_at timestamptz,
  submitted_at timestamptz,
  result_at timestamptz,
  handed_back_at timestamptz,
  received_at timestamptz,
  supplier_id bigint references suppliers,
  settle_price bigint,
  settle_includes_embassy boolean,
  -- terms of the supplier, frozen when it was assigned
  settle_trigger text check (settle_trigger in ('submitted', 'issued', 'completed')),
  on_refusal text check (on_refusal in ('full', 'service_half', 'embassy_only', 'none')),
  submit_date date,
  application_no text,
  visa_no text,
  visa_issue_date date,
  visa_effective_date date,
  visa_expiry_date date,
  stay_days int,
  entry_count text,
  result_files text[] not null default '{}',
  refusal_category text,
  refusal_text text,
  refusal_files text[] not null default '{}',
  liability text check (liability in ('us', 'customer', 'embassy', 'unknown')),
  materials_must int not null default 0,
  materials_passed int not null default 0,
  -- Tabs divide the applicants: a result waits in send_back until it is handed back, then it is closed.
  tab text not null generated always as (case
    when applicant_status in ('issued', 'refused') then case when handed_back_at is null then 'send_back' else 'closed' end
    when applicant_status in ('refunded', 'cancelled') then 'closed'
    when applicant_status in ('refunding', 'pre_review_failed') then 'refund'
    when applicant_status in ('refused_proof', 'refused_review', 'refused_rejected') then 'claim'
    when applicant_status in ('appointed', 'awaiting_training', 'awaiting_visit') then 'visit'
    when applicant_status = 'pre_review_rejected' then 'supplement'
    when applicant_status = 'awaiting_originals' then 'originals'
    when applicant_status = 'awaiting_appointment' then 'appointment'
    when applicant_status = 'awaiting_confirm' then 'confirm'
    when applicant_status = 'awaiting_submission' then 'submission'
    when applicant_status = 'in_embassy' then 'embassy'
    else applicant_status end) stored,
  -- Copies of the order's, kept by triggers: lists of applicants need no join to know whose they are.
  owner_ids bigint[] not null default '{}',
  is_urgent boolean not null default false,
  search text[] not null default '{}',
  search_text text not null default '',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  unique (order_id, seq)
);
create index applicants_due on applicants (due_sort, (-id));
create index applicants_tab_due on applicants (tab, due_sort, (-id));
create index applicants_tab_status_at on applicants (tab, status_at desc, id desc);
create index applicants_tab_created on applicants (tab, created_at desc, id desc);
create index applicants_status on applicants (applicant_status, status_at, order_id);
create index applicants_expert_due on applicants (expert_id, due_sort, (-id));
create index applicants_expert_tab on applicants (expert_id, tab, due_sort, (-id));
create index applicants_status_at on applicants (status_at desc, id desc);
create index applicants_created on applicants (created_at desc, id desc);
create index applicants_country on applicants (country_id, tab, due_sort, (-id));
create index applicants_sku on applicants (sku_id, tab, due_sort, (-id));
create index applicants_supplier on applicants (supplier_id, submit_date desc, id desc) where supplier_id is not null;
create index applicants_submit_date on applicants (submit_date) where submit_date is not null;
create index applicants_submitted on applicants (submitted_at) where submitted_at is not null;
create index applicants_result on applicants (result_at) where result_at is not null;
create index applicants_owners on applicants using gin (owner_ids) with (fastupdate = off);
create index applicants_search on applicants using gin (search) with (fastupdate = off);
create index applicants_no_prefix on applicants (applicant_no text_pattern_ops);
create index applicants_passport on applicants (passport_no) where passport_no is not null;
create index applicants_application_no on applicants (upper(application_no)) where application_no is not null;
create index applicants_admin_check on applicants (order_id) where admin_check_due is not null;
create index applicants_held on applicants (held_at, order_id) where held_at is not null;

create function applicants_take_owners() returns trigger language plpgsql as $$
begin
  select o.owner_ids, o.expert_id, o.is_urgent into new.owner_ids, new.expert_id, new.is_urgent from orders o where o.id = new.order_id;
  return new;
end $$;
create trigger applicants_take_owners before insert on applicants for each row execute function applicants_take_owners();
create function orders_give_owners() returns trigger language plpgsql as $$
begin
  update applicants set owner_ids = new.owner_ids, expert_id = new.expert_id, is_urgent = new.is_urgent where order_id = new.id;
  return null;
end $$;
create trigger orders_give_owners after update of expert_id, cs_owner_id, bd_owner_id, created_by, is_urgent on orders
  for each row when (old.owner_ids is distinct from new.owner_ids or old.expert_id is distinct from new.expert_id or old.is_urgent <> new.is_urgent) execute function orders_give_owners();

create table order_diffs (
  id bigint generated always as identity primary key,
  diff_no text not null unique,
  order_id bigint not null references orders,
  applicant_id bigint references applicants,
  fee_kind text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  payer text not null check (payer in ('customer', 'peer', 'company')),
  is_blocking boolean not null default true,
  due_at timestamptz,
  diff_status text not null default 'pending' check (diff_status in ('pending', 'paid', 'cancelled')),
  paid_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create index order_diffs_order on order_diffs (order_id);
create index order_diffs_pending on order_diffs (order_id, due_at) where diff_status = 'pending';

create table order_fees (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint references applicants,
  kind text not null check (kind in ('service', 'embassy', 'centre', 'urgent', 'protection', 'insurance', 'express', 'reappointment', 'invoice_surcharge', 'photo', 'other')),
  amount bigint not null check (amount >= 0),
  discount_share bigint not null default 0 check (discount_share >= 0),
  payable bigint not null check (payable >= 0),
  diff_id bigint references order_diffs,
  cost bigint,
  is_official_paid boolean not null default false,
  refunded bigint not null default 0,
  created_at timestamptz not null default now(),
  check (payable = amount - discount_share),
  check (refunded between 0 and payable)
);
create index order_fees_order on order_fees (order_id);

create table order_payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  method text not null check (method in ('gift', 'principal', 'credit', 'wechat', 'alipay', 'channel', 'remittance')),
  amount bigint not null check (amount > 0),
  diff_id bigint references order_diffs,
  trade_no text,
  proof text[] not null default '{}',
  refunded bigint not null default 0 check (refunded between 0 and amount),
  paid_at timestamptz not null,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create unique index order_payments_trade on order_payments (method, trade_no) where trade_no is not null;
create index order_payments_order on order_payments (order_id);

create table applicant_materials (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint not null references applicants,
  kind smallint not null check (kind between 1 and 5),
  document_id bigint references documents,
  name text not null,
  category smallint,
  sub_type text,
  requirement text not null default '',
  owner text not null check (owner in ('must', 'optional', 'ours')),
  group_key text not null default '',
  need_n int not null default 1,
  page_type smallint not null default 0,
  max_pages int not null default 1,
  copies int not null default 1,
  is_original boolean not null default false,
  max_age_days int not null default 0,
  material_status text not null default 'missing' check (material_status in ('missing', 'submitted', 'passed', 'rejected', 'waived')),
  round int not null default 0,
  reject_code text,
  reject_text text,
  waive_reason text,
  reviewed_by bigint references workers,
  reviewed_at timestamptz,
  doc_date date,
  form_answers jsonb,
  form_status text check (form_status in ('draft', 'submitted', 'locked')),
  application_version_id bigint references application_versions,
  holder text check (holder in ('customer', 'courier', 'us', 'supplier', 'embassy', 'lost')),
  slot text,
  received_count int not null default 0,
  sort int not null default 0,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create index applicant_materials_applicant on applicant_materials (applicant_id, kind, sort);

create table material_files (
  id bigint generated always as identity primary key,
  material_id bigint not null references applicant_materials,
  file text not null,
  filename text not null,
  size bigint not null,
  page_no int not null default 1,
  version_no int not null default 1,
  uploaded_by bigint references workers,
  uploaded_kind text not null default 'staff' check (uploaded_kind in ('staff', 'customer', 'peer', 'partner', 'system')),
  superseded_at timestamptz,
  seen_by bigint[] not null default '{}',
  created_at timestamptz not null default now()
);
create index material_files_material on material_files (material_id);
create unique index material_files_live on material_files (material_id, page_no) where superseded_at is null;

create table custodies (
  id bigint generated always as identity primary key,
  material_id bigint not null references applicant_materials,
  from_holder text not null,
  to_holder text not null,
  staff_id bigint references workers,
  slot text,
  express_id bigint,
  batch_id bigint,
  count int not null,
  note text not null default '',
  at timestamptz not null
);
create index custodies_material on custodies (material_id);

create table visits (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint not null references applicants,
  embassy_id bigint not null references embassies,
  visit_at timestamptz not null,
  appointment_no text,
  letter text,
  visit_status text not null check (visit_status in ('proposed', 'booked', 'attended', 'missed', 'released')),
  booker text not null default 'staff' check (booker in ('staff', 'supplier')),
  confirm_due_at timestamptz,
  end_reason text,
  notice_sent_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create unique index visits_live on visits (applicant_id) where visit_status in ('proposed', 'booked');
create index visits_applicant on visits (applicant_id);

create table submission_batches (
  id bigint generated always as identity primary key,
  batch_no text not null unique,
  embassy_id bigint references embassies,
  submit_city text not null default '',
  supplier_id bigint references suppliers,
  plan_date date,
  is_urgent boolean not null default false,
  batch_status text not null default 'draft' check (batch_status in ('draft', 'handed', 'submitted', 'cancelled')),
  handed_to text,
  handed_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create index submission_batches_list on submission_batches (batch_status, created_at desc, id desc);
create table submissions (
  id bigint generated always as identity primary key,
  batch_id bigint not null references submission_batches,
  order_id bigint not null references orders,
  applicant_id bigint not null references applicants,
  passport_scanned_at timestamptz,
  submit_date date,
  application_no text,
  settle_price bigint,
  line_status text not null default 'packed' check (line_status in ('packed', 'sent', 'submitted', 'removed', 'void')),
  created_at timestamptz not null default now()
);
create unique index submissions_live on submissions (applicant_id) where line_status in ('packed', 'sent', 'submitted');
create index submissions_batch on submissions (batch_id);
create index submissions_application on submissions (application_no) where application_no is not null;

create table expresses (
  id bigint generated always as identity primary key,
  type smallint not null check (type between 1 and 5),
  order_id bigint references orders,
  batch_id bigint references submission_batches,
  supplier_id bigint references suppliers,
  invoice_id bigint,
  mode text not null check (mode in ('express', 'shop', 'internal', 'pickup')),
  carrier_code text,
  waybill_no text,
  monthly_card_no text,
  goods text[] not null default '{}',
  sender jsonb,
  receiver jsonb,
  weight_g int,
  cost bigint not null default 0,
  pay_kind text not null default 'monthly' check (pay_kind in ('monthly', 'collect', 'cash')),
  insured_amount bigint not null default 0,
  express_status text not null default 'created' check (express_status in ('created', 'in_transit', 'problem', 'signed', 'checked', 'returned', 'cancelled')),
  track_state text,
  tracks jsonb not null default '[]',
  sent_at timestamptz,
  signed_at timestamptz,
  signed_by text,
  exception text check (exception in ('short', 'damaged', 'wrong')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  check (order_id is not null or batch_id is not null or supplier_id is not null or invoice_id is not null)
);
create unique index expresses_waybill on expresses (carrier_code, waybill_no) where waybill_no is not null and express_status <> 'cancelled';
create index expresses_waybill_no on expresses (upper(waybill_no) text_pattern_ops) where waybill_no is not null;
create index expresses_order on expresses (order_id) where order_id is not null;
create table express_items (
  id bigint generated always as identity primary key,
  express_id bigint not null references expresses,
  applicant_id bigint references applicants,
  material_id bigint references applicant_materials,
  name text not null,
  count int not null,
  counted int
);
create index express_items_express on express_items (express_id);

create table refuse_claims (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint not null unique references applicants,
  plan jsonb not null,
  proof_files text[] not null default '{}',
  proof_due_at timestamptz,
  proof_by text,
  appeal_used boolean not null default false,
  exclusion_checks jsonb not null default '{}',
  trial_amount bigint,
  approved_amount bigint,
  reason_code text,
  reason text,
  loss_party text,
  refund_id bigint,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);

create table order_evaluates (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders,
  score smallint not null check (score between 1 and 5),
  score_guide smallint check (score_guide between 1 and 5),
  score_speed smallint check (score_speed between 1 and 5),
  score_service smallint check (score_service between 1 and 5),
  score_logistics smallint check (score_logistics between 1 and 5),
  tags text[] not null default '{}',
  content text not null default '',
  files text[] not null default '{}',
  is_anonymous boolean not null default false,
  source text not null check (source in ('customer', 'phone', 'auto')),
  expert_id bigint references workers,
  supplier_id bigint references suppliers,
  reply text,
  replied_by bigint references workers,
  evaluate_status text not null default 'pending' check (evaluate_status in ('pending', 'replied')),
  is_shown boolean not null default true,
  appeal_status text not null default 'none' check (appeal_status in ('none', 'pending', 'accepted', 'rejected')),
  appeal_reason text,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);

create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint references applicants,
  kind text not null check (kind in ('internal', 'customer', 'contact')),
  content text not null,
  files text[] not null default '{}',
  pinned boolean not null default false,
  created_by bigint references workers,
  created_at timestamptz not null default now()
);
create index order_notes_order on order_notes (order_id, id desc);

-- One log for the area: moves, field changes, files, money, notes; the order's timeline.
create table order_logs (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint references applicants,
  kind text not null check (kind in ('move', 'field', 'file', 'money', 'message', 'note')),
  noun text not null,
  noun_id bigint not null,
  move text,
  label text not null,
  from_state text,
  to_state text,
  actor_kind text not null default 'staff' check (actor_kind in ('staff', 'customer', 'peer', 'partner', 'system')),
  actor_id bigint references workers,
  actor_name text not null default '',
  on_behalf boolean not null default false,
  reason text,
  changes jsonb not null default '[]',
  archived jsonb,
  customer_visible boolean not null default false,
  request_id text,
  at timestamptz not null
);
create index order_logs_order on order_logs (order_id, id desc);
create index order_logs_at on order_logs (at, id);

create table stage_spans (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint not null references applicants,
  status text not null,
  party text not null,
  entered_at timestamptz not null,
  left_at timestamptz,
  work_minutes int,
  hold_minutes int not null default 0,
  is_rolled_back boolean not null default false
);
create index stage_spans_applicant on stage_spans (applicant_id, id desc);
create unique index stage_spans_open on stage_spans (applicant_id) where left_at is null;
create index stage_spans_status on stage_spans (status, left_at);

create table order_limits (
  id bigint generated always as identity primary key,
  key text not null,
  country_code text,
  is_urgent boolean,
  value int not null check (value >= 0),
  unit text not null check (unit in ('hour', 'work_hour', 'day', 'work_day', 'times', 'mission_day')),
  warn_before int not null default 0,
  version int not null default 1,
  updated_by bigint references workers,
  updated_at timestamptz not null default now()
);
create unique index order_limits_key on order_limits (key, coalesce(country_code, ''), coalesce(is_urgent::text, ''));
-- Defaults; staff change the rows.
insert into order_limits (key, value, unit, is_urgent) values
  ('none', 30, 'day', null),
  ('pre_review', 1, 'work_day', null),
  ('pre_review', 4, 'work_hour', true),
  ('pre_review_rejected', 7, 'day', null),
  ('pre_review_failed', 1, 'work_day', null),
  ('supplement_rounds', 3, 'times', null),
  ('pay', 24, 'hour', null),
  ('pay_peer', 48, 'hour', null),
  ('awaiting_originals', 10, 'day', null),
  ('originals_check', 1, 'work_day', null),
  ('awaiting_appointment', 2, 'work_day', null),
  ('awaiting_confirm', 24, 'hour', null),
  ('appointed', 1, 'work_day', null),
  ('awaiting_visit', 1, 'day', null),
  ('awaiting_submission', 2, 'work_day', null),
  ('admin_check', 15, 'day', null),
  ('refused_proof', 7, 'day', null),
  ('refused_review', 3, 'work_day', null),
  ('refused_rejected', 7, 'day', null),
  ('refunding', 7, 'work_day', null),
  ('send_back', 2, 'work_day', null),
  ('receive', 7, 'day', null),
  ('evaluate', 15, 'day', null),
  ('diff', 3, 'day', null);
