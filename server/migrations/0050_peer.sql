-- Peers whole: how a partner agency comes in, its terms, who looks after it, its level and groups, transfers, exhibitions, work orders.

-- Codes are fixed: a product's level price is written by them.
create table peer_levels (
  code text primary key check (code in ('V1', 'V2', 'V3', 'V4', 'V5')),
  name text not null,
  -- over the last 90 days; null: not asked for
  gmv_min bigint check (gmv_min > 0),
  orders_min int check (orders_min > 0),
  topup_min bigint check (topup_min > 0),
  match text not null default 'any' check (match in ('any', 'all')),
  -- of a product without a price of the code: {"kind":"none"}, {"kind":"percent","rate":‱ of the service part}, {"kind":"minus","amount":cents}
  fallback jsonb not null check (case fallback ->> 'kind'
    when 'none' then true
    when 'percent' then (fallback ->> 'rate')::int between 1 and 10000
    when 'minus' then (fallback ->> 'amount')::bigint >= 0
    else false end),
  credit_cap bigint not null check (credit_cap >= 0),
  sla_percent int not null check (sla_percent in (100, 75, 50)),
  free_urgent int not null check (free_urgent between 0 and 999),
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (code <> 'V1' or (status = 1 and gmv_min is null and orders_min is null and topup_min is null))
);
insert into peer_levels (code, name, gmv_min, orders_min, fallback, credit_cap, sla_percent, free_urgent, created_at, updated_at) values
  ('V1', '普通', null, null, '{"kind":"percent","rate":9900}', 1000000, 100, 0, now(), now()),
  ('V2', '银牌', 8000000, 60, '{"kind":"percent","rate":9850}', 3000000, 100, 0, now(), now()),
  ('V3', '金牌', 20000000, 150, '{"kind":"percent","rate":9750}', 5000000, 75, 1, now(), now()),
  ('V4', '铂金', 50000000, 400, '{"kind":"percent","rate":9600}', 10000000, 75, 3, now(), now()),
  ('V5', '钻石', 120000000, 900, '{"kind":"percent","rate":9500}', 20000000, 50, 5, now(), now());

create table peer_groups (
  id bigint generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in ('service', 'audience')),
  -- service: what its peers see, who serves them
  visible_mode text check (visible_mode in ('all', 'only', 'except')),
  sku_ids bigint[] not null default '{}',
  cs_team_id bigint references teams,
  chat_group text not null default '',
  chat_qr text,
  -- audience: named peers, or a rule that is evaluated whenever it is asked
  mode text check (mode in ('fixed', 'rule')),
  rule jsonb,
  note text not null default '',
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- a peer's group is of kind service
  unique (id, kind),
  check (case kind when 'service' then visible_mode is not null and mode is null and rule is null
    else visible_mode is null and mode is not null and (mode = 'rule') = (rule is not null) end),
  check (visible_mode in ('only', 'except') or sku_ids = '{}')
);
create index peer_groups_updated on peer_groups (updated_at desc, id desc);

create sequence number_ty start 1000;
create table peer_applications (
  id bigint generated always as identity primary key,
  application_no text not null unique,
  name text not null,
  credit_code text not null,
  legal_person text not null,
  business_kind text not null check (business_kind in ('travel_agency', 'ticket', 'study', 'corporate', 'other')),
  licence_no text not null default '',
  contact_name text not null,
  contact_mobile text not null, contact_mobile_sealed text, contact_mobile_hash text, contact_mobile_tail text,
  contact_email text not null default '',
  address jsonb not null,
  province_code text generated always as (address ->> 'province_code') stored,
  city_code text generated always as (address ->> 'city_code') stored,
  business_licence text[] not null check (cardinality(business_licence) > 0),
  business_licence_from date,
  business_licence_to date,
  travel_licence text[] not null default '{}',
  travel_licence_from date,
  travel_licence_to date,
  source text not null check (source in ('bd', 'exhibition', 'fission', 'channel_code', 'self', 'import')),
  -- the worker, exhibition, peer or code it came by
  source_id bigint,
  inviter_code text not null default '',
  -- of one that was handed in by itself: compared with the inviter's
  device text,
  note text not null default '',
  application_status text not null default 'pending' check (application_status in ('pending', 'returned', 'approved', 'rejected', 'withdrawn')),
  round int not null default 1 check (round >= 1),
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  returned_at timestamptz,
  returned_items text[] not null default '{}',
  -- what the named items held then, of numbers their hashes: all of them have to change
  returned_facts jsonb,
  level_id text references peer_levels,
  service_group_id bigint,
  service_group_kind text generated always as (case when service_group_id is not null then 'service' end) stored,
  bd_owner_id bigint references workers,
  cs_owner_id bigint references workers,
  decided_by bigint references workers,
  decided_at timestamptz,
  reason_code text,
  reason_text text not null default '',
  peer_id bigint unique,
  search_text text not null default '',
  -- who changed it since it was handed in: makers too
  changed_by bigint[] not null default '{}',
  version int not null default 1,
  -- null: the company itself
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (service_group_id, service_group_kind) references peer_groups (id, kind),
  check (business_licence_to >= business_licence_from),
  check (travel_licence_to >= travel_licence_from),
  check (business_kind <> 'travel_agency' or (licence_no <> '' and cardinality(travel_licence) > 0)),
  check ((application_status = 'approved') = (peer_id is not null)),
  check (application_status <> 'approved' or (decided_by is not null and level_id is not null)),
  constraint peer_applications_other_hand check (application_status <> 'approved'
    or (decided_by is distinct from created_by and (source <> 'bd' or decided_by is distinct from source_id) and decided_by <> all (changed_by)))
);
create unique index peer_applications_open on peer_applications (credit_code) where application_status in ('pending', 'returned');
create index peer_applications_due on peer_applications (due_at, id) where application_status = 'pending';
create index peer_applications_returned on peer_applications (returned_at) where application_status = 'returned';
create index peer_applications_submitted on peer_applications (submitted_at desc, id desc);
create index peer_applications_status on peer_applications (application_status, submitted_at desc, id desc);
create index peer_applications_created_by on peer_applications (created_by, submitted_at desc, id desc) where created_by is not null;
create index peer_applications_source on peer_applications (source, source_id) where source_id is not null;
create index peer_applications_mobile_hash on peer_applications (contact_mobile_hash);
create index peer_applications_mobile_tail on peer_applications (contact_mobile_tail);
create trigger peer_applications_mobile_masked before insert or update of contact_mobile on peer_applications
  for each row when (new.contact_mobile <> '' and position('*' in new.contact_mobile) = 0) execute function refuse_clear_number('contact_mobile');

create table peers (
  id bigint generated always as identity primary key,
  peer_no text not null unique,
  -- none without an approved application
  application_id bigint not null unique references peer_applications,
  name text not null,
  former_names text[] not null default '{}',
  short_name text not null,
  credit_code text not null,
  legal_person text not null,
  business_kind text not null check (business_kind in ('travel_agency', 'ticket', 'study', 'corporate', 'other')),
  licence_no text not null default '',
  contact_name text not null,
  contact_mobile text not null, contact_mobile_sealed text, contact_mobile_hash text, contact_mobile_tail text,
  contact_email text not null default '',
  address jsonb not null,
  province_code text generated always as (address ->> 'province_code') stored,
  city_code text generated always as (address ->> 'city_code') stored,
  source text not null check (source in ('bd', 'exhibition', 'fission', 'channel_code', 'self', 'import')),
  source_id bigint,
  level_id text not null references peer_levels,
  level_locked_until date,
  level_lock_reason text not null default '',
  service_group_id bigint,
  service_group_kind text generated always as (case when service_group_id is not null then 'service' end) stored,
  bd_owner_id bigint references workers,
  cs_owner_id bigint references workers,
  settle_mode text not null default 'prepaid' check (settle_mode in ('prepaid', 'credit', 'cash')),
  credit_days int not null default 0 check (credit_days between 0 and 60),
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  temp_limit bigint not null default 0 check (temp_limit >= 0),
  temp_until date,
  auto_deduct boolean not null default false,
  -- empty: all
  allow_country_ids text[] not null default '{}',
  peer_status text not null default 'active' check (peer_status in ('active', 'closed')),
  approved_at timestamptz not null,
  closed_at timestamptz,
  close_reason text not null default '',
  note text not null default '',
  search_text text not null default '',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (service_group_id, service_group_kind) references peer_groups (id, kind),
  check (business_kind <> 'travel_agency' or licence_no <> ''),
  check ((temp_limit > 0) = (temp_until is not null)),
  check ((peer_status = 'closed') = (closed_at is not null))
);
alter table peer_applications add constraint peer_applications_peer foreign key (peer_id) references peers;
create unique index peers_credit_code on peers (credit_code) where peer_status = 'active';
create index peers_status on peers (peer_status, approved_at desc, id desc);
create index peers_approved on peers (approved_at desc, id desc);
create index peers_updated on peers (updated_at desc, id desc);
create index peers_level on peers (level_id, peer_status);
create index peers_locked on peers (level_locked_until, id) where level_locked_until is not null;
create index peers_group on peers (service_group_id) where service_group_id is not null;
create index peers_bd on peers (bd_owner_id, approved_at desc, id desc);
create index peers_cs on peers (cs_owner_id, approved_at desc, id desc);
create index peers_unowned on peers (approved_at, id) where peer_status = 'active' and (bd_owner_id is null or cs_owner_id is null);
create index peers_place on peers (province_code, city_code);
create index peers_source on peers (source, source_id) where source_id is not null;
create index peers_legal_person on peers (legal_person);
create index peers_mobile_hash on peers (contact_mobile_hash);
create index peers_mobile_tail on peers (contact_mobile_tail);
create trigger peers_mobile_masked before insert or update of contact_mobile on peers
  for each row when (new.contact_mobile <> '' and position('*' in new.contact_mobile) = 0) execute function refuse_clear_number('contact_mobile');

-- Whose a peer was on which day: to_date is the first day it no longer was; a day on which it changed twice leaves an empty row.
create table peer_owners (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  role text not null check (role in ('bd', 'cs')),
  worker_id bigint not null references workers,
  from_date date not null,
  to_date date check (to_date >= from_date),
  -- from which day on commission is his
  commission_from date not null,
  by text not null check (by in ('application', 'transfer', 'region')),
  transfer_id bigint,
  created_by bigint references workers,
  created_at timestamptz not null,
  constraint peer_owners_once exclude using gist (peer_id with =, role with =, daterange(from_date, to_date) with &&)
);
create index peer_owners_now on peer_owners (peer_id, role) where to_date is null;
create index peer_owners_worker on peer_owners (worker_id, role, from_date desc);

create table peer_documents (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  row_key text not null unique,
  kind text not null check (kind in ('business_licence', 'travel_licence', 'contract', 'legal_id')),
  number text not null default '',
  -- of the legal person's paper alone
  id_card_no text, id_card_no_sealed text, id_card_no_hash text, id_card_no_tail text,
  valid_from date not null,
  -- null: without end
  valid_to date,
  files text[] not null check (cardinality(files) > 0),
  note text not null default '',
  superseded_at timestamptz,
  -- how many days before valid_to its BD was last told
  noticed_days int,
  created_by bigint references workers,
  created_at timestamptz not null,
  check (valid_to >= valid_from),
  check ((kind = 'legal_id') = (id_card_no is not null)),
  check (kind <> 'legal_id' or number = '')
);
create unique index peer_documents_current on peer_documents (peer_id, kind) where superseded_at is null;
create index peer_documents_peer on peer_documents (peer_id);
create index peer_documents_ending on peer_documents (valid_to) where superseded_at is null and valid_to is not null;
create trigger peer_documents_id_card_masked before insert or update of id_card_no on peer_documents
  for each row when (new.id_card_no <> '' and position('*' in new.id_card_no) = 0) execute function refuse_clear_number('id_card_no');

create table peer_api_keys (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  access_key text not null unique,
  secret_sealed text not null,
  callback_url text not null default '' check (callback_url = '' or callback_url like 'https://%'),
  ip_list text[] not null default '{}',
  -- an enabled key stands in one of two places, for rotation
  place smallint check (place in (1, 2)),
  status smallint not null generated always as (case when place is null then 0 else 1 end) stored,
  note text not null default '',
  last_used_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint peer_api_keys_places unique (peer_id, place)
);

create table peer_accounts (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  account text not null unique check (account = lower(account)),
  name text not null,
  mobile text not null, mobile_sealed text, mobile_hash text, mobile_tail text,
  role text not null check (role in ('owner', 'operator', 'finance', 'viewer')),
  -- per order; null: none
  order_limit bigint check (order_limit > 0),
  can_pay boolean not null default false,
  status smallint not null default 1 check (status in (0, 1)),
  -- argon2id; null until the first link was used
  passwd text,
  passwd_at timestamptz,
  reset_hash text unique,
  reset_until timestamptz,
  reset_delivery text check (reset_delivery in ('sent', 'unsent')),
  -- sessions of a lower number are over
  session_round int not null default 1,
  last_login_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((reset_hash is null) = (reset_until is null))
);
create index peer_accounts_peer on peer_accounts (peer_id, id);
create unique index peer_accounts_mobile on peer_accounts (mobile_hash) where status = 1;
create unique index peer_accounts_owner on peer_accounts (peer_id) where role = 'owner' and status = 1;
create index peer_accounts_tail on peer_accounts (mobile_tail);
create index peer_accounts_created on peer_accounts (created_at desc, id desc);
create index peer_accounts_login on peer_accounts (last_login_at desc nulls last, id desc);
create trigger peer_accounts_mobile_masked before insert or update of mobile on peer_accounts
  for each row when (new.mobile <> '' and position('*' in new.mobile) = 0) execute function refuse_clear_number('mobile');

-- An active peer has its one enabled owner account when the transaction ends.
create function peer_has_owner() returns trigger language plpgsql as $$
declare
  of bigint;
begin
  if tg_table_name = 'peers' then of := new.id; elsif tg_op = 'DELETE' then of := old.peer_id; else of := new.peer_id; end if;
  if exists (select from peers p where p.id = of and p.peer_status = 'active')
    and not exists (select from peer_accounts a where a.peer_id = of and a.role = 'owner' and a.status = 1) then
    raise exception 'peer % has no enabled owner account', of using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger peers_owned after insert or update of peer_status on peers
  deferrable initially deferred for each row execute function peer_has_owner();
create constraint trigger peer_accounts_owned after delete or update of role, status, peer_id on peer_accounts
  deferrable initially deferred for each row execute function peer_has_owner();

create table peer_changes (
  id bigint generated always as identity primary key,
  change_no text not null unique,
  peer_id bigint not null references peers,
  kind text not null check (kind in ('credit_limit', 'credit_temp', 'settle_mode', 'level', 'company', 'owner_account')),
  old_value jsonb not null,
  new_value jsonb not null,
  reason_code text not null,
  reason text not null,
  files text[] not null default '{}',
  valid_to date,
  change_status text not null default 'pending' check (change_status in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_by bigint references workers,
  decided_at timestamptz,
  decided_note text not null default '',
  version int not null default 1,
  created_by bigint not null references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (old_value <> new_value),
  check (kind not in ('company', 'owner_account') or cardinality(files) > 0),
  check (kind <> 'credit_temp' or valid_to is not null),
  constraint peer_changes_other_hand check (change_status not in ('approved', 'rejected') or (decided_by is not null and decided_by <> created_by))
);
create unique index peer_changes_pending on peer_changes (peer_id, kind) where change_status = 'pending';
create index peer_changes_waiting on peer_changes (created_at, id) where change_status = 'pending';
create index peer_changes_peer on peer_changes (peer_id, created_at desc, id desc);
create index peer_changes_created on peer_changes (created_at desc, id desc);
create index peer_changes_created_by on peer_changes (created_by, created_at desc, id desc);

-- What people decide about a peer's blocks; what follows from dates and debts is derived.
create table peer_holds (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  kind text not null check (kind in ('risk', 'manual', 'waiver')),
  blocks text[] not null default '{}' check (blocks <@ array['credit', 'order', 'login']),
  reason text not null,
  -- null: the system
  opened_by bigint references workers,
  opened_at timestamptz not null,
  released_by bigint references workers,
  released_at timestamptz,
  release_reason text not null default '',
  -- a waiver: of one statement, document or hold, the first or the second time
  cause text check (cause in ('overdue', 'licence', 'contract', 'hold')),
  cause_id bigint,
  turn smallint check (turn in (1, 2)),
  until timestamptz,
  version int not null default 1,
  constraint peer_holds_turns unique (peer_id, cause, cause_id, turn),
  check ((kind = 'waiver') = (cause is not null) and (cause is null) = (cause_id is null) and (cause is null) = (turn is null)
    and (cause is null) = (until is null)),
  check (kind = 'waiver' or cardinality(blocks) > 0),
  constraint peer_holds_span check (until > opened_at and until <= opened_at + interval '7 days'),
  constraint peer_holds_other_hand check (released_by is null or released_by is distinct from opened_by),
  check ((released_at is null) = (release_reason = ''))
);
create index peer_holds_peer on peer_holds (peer_id, opened_at desc, id desc);
create index peer_holds_open on peer_holds (peer_id) where released_at is null;

-- One re-grading a quarter; a line goes one level down.
create table peer_level_runs (
  id bigint generated always as identity primary key,
  quarter text not null unique check (quarter ~ '^\d{4}-Q[1-4]$'),
  apply_at timestamptz not null,
  applied_at timestamptz,
  created_at timestamptz not null
);
create table peer_level_lines (
  id bigint generated always as identity primary key,
  run_id bigint not null references peer_level_runs,
  peer_id bigint not null references peers,
  from_level text not null references peer_levels,
  to_level text not null references peer_levels,
  figures jsonb not null,
  decision text not null default 'pending' check (decision in ('pending', 'apply', 'keep')),
  -- what its BD thinks of it
  bd_note text not null default '',
  keep_reason text not null default '',
  decided_by bigint references workers,
  decided_at timestamptz,
  applied_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (run_id, peer_id),
  check (right(to_level, 1)::int = right(from_level, 1)::int - 1),
  check ((decision = 'keep') = (keep_reason <> ''))
);
create index peer_level_lines_peer on peer_level_lines (peer_id, id desc);
create index peer_level_lines_open on peer_level_lines (run_id, id) where decision = 'pending' and applied_at is null;

create table peer_group_members (
  group_id bigint not null references peer_groups,
  peer_id bigint not null references peers,
  primary key (group_id, peer_id)
);
create index peer_group_members_peer on peer_group_members (peer_id);

create table peer_managers (
  worker_id bigint primary key references workers,
  -- null: no limit
  max_peers int check (max_peers between 1 and 10000),
  accept_new boolean not null default true,
  month_target bigint not null default 0 check (month_target >= 0),
  -- what peers see
  display_name text not null default '',
  display_mobile text not null default '',
  display_qr text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table peer_transfers (
  id bigint generated always as identity primary key,
  transfer_no text not null unique,
  role text not null check (role in ('bd', 'cs')),
  -- null: peers that nobody looks after
  from_worker_id bigint references workers,
  target_ids bigint[] not null check (cardinality(target_ids) between 1 and 10),
  split text not null check (split in ('even_gmv', 'region')),
  selection text not null check (selection in ('all', 'ids', 'filter')),
  selected jsonb not null default '{}',
  expected_count int not null check (expected_count >= 0),
  carry text[] not null default '{}' check (carry <@ array['orders', 'work_orders']),
  effective_on date not null,
  commission_from date not null,
  reason_code text not null check (reason_code in ('leave', 'vacation', 'region', 'customer', 'balance')),
  reason text not null default '',
  notify_peer boolean not null default false,
  transfer_status text not null default 'draft'
    check (transfer_status in ('draft', 'scheduled', 'running', 'done', 'partial', 'undone', 'cancelled')),
  started_at timestamptz,
  finished_at timestamptz,
  -- asked to stop between two lines
  stop_asked_at timestamptz,
  undone_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint peer_transfers_others check (from_worker_id is null or from_worker_id <> all (target_ids)),
  check (array_position(target_ids, null) is null),
  check ((transfer_status = 'undone') = (undone_at is not null)),
  check (undone_at <= finished_at + interval '7 days')
);
create index peer_transfers_created on peer_transfers (created_at desc, id desc);
create index peer_transfers_status on peer_transfers (transfer_status, created_at desc, id desc);
create index peer_transfers_due on peer_transfers (effective_on) where transfer_status = 'scheduled';
create index peer_transfers_from on peer_transfers (from_worker_id, created_at desc, id desc);
create index peer_transfers_targets on peer_transfers using gin (target_ids);
create index peer_transfers_created_by on peer_transfers (created_by);
alter table peer_owners add constraint peer_owners_transfer foreign key (transfer_id) references peer_transfers;
create index peer_owners_transfer on peer_owners (transfer_id) where transfer_id is not null;

create table peer_transfer_lines (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references peer_transfers,
  peer_id bigint not null references peers,
  to_worker_id bigint not null references workers,
  result text not null default 'pending' check (result in ('pending', 'done', 'skipped', 'failed', 'undone')),
  message text not null default '',
  -- numbers of what went along: undo gives back exactly these
  moved jsonb not null default '{}',
  at timestamptz,
  undone_at timestamptz,
  unique (transfer_id, peer_id),
  check (result not in ('skipped', 'failed') or message <> '')
);
create index peer_transfer_lines_result on peer_transfer_lines (transfer_id, result, id);
create index peer_transfer_lines_peer on peer_transfer_lines (peer_id, id desc);

create table peer_exhibitions (
  id bigint generated always as identity primary key,
  name text not null,
  city text not null,
  venue text not null default '',
  booth text not null default '',
  start_on date not null,
  end_on date not null,
  owner_id bigint not null references workers,
  staff_ids bigint[] not null default '{}',
  budget bigint not null default 0 check (budget >= 0),
  costs jsonb not null default '[]',
  qrcode_id bigint,
  gift_coupon_id bigint,
  poster text,
  target_leads int not null default 0 check (target_leads >= 0),
  invited_peer_ids bigint[] not null default '{}',
  review_note text not null default '',
  cancel_reason text not null default '',
  exhibition_status text not null default 'preparing'
    check (exhibition_status in ('preparing', 'running', 'reviewing', 'closed', 'cancelled')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (start_on <= end_on),
  check (exhibition_status <> 'closed' or review_note <> '')
);
create index peer_exhibitions_start on peer_exhibitions (start_on desc, id desc);
create index peer_exhibitions_status on peer_exhibitions (exhibition_status, start_on desc, id desc);
create index peer_exhibitions_owner on peer_exhibitions (owner_id);

create table exhibition_leads (
  id bigint generated always as identity primary key,
  exhibition_id bigint not null references peer_exhibitions,
  row_key text not null unique,
  kind text not null check (kind in ('new', 'peer')),
  company text not null,
  name text not null default '',
  mobile text not null, mobile_sealed text, mobile_hash text, mobile_tail text,
  title text not null default '',
  card_file text,
  interest text not null default 'mid' check (interest in ('high', 'mid', 'low')),
  country_ids text[] not null default '{}',
  owner_id bigint not null references workers,
  next_follow_on date,
  first_called_at timestamptz,
  peer_id bigint references peers,
  application_id bigint references peer_applications,
  lost_reason text not null default '',
  note text not null default '',
  lead_status text not null default 'new' check (lead_status in ('new', 'contacted', 'applied', 'won', 'lost')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint exhibition_leads_once unique (exhibition_id, mobile_hash),
  check (kind <> 'peer' or peer_id is not null),
  check (lead_status <> 'lost' or lost_reason <> '')
);
create index exhibition_leads_list on exhibition_leads (exhibition_id, created_at desc, id desc);
create index exhibition_leads_owner on exhibition_leads (owner_id, next_follow_on) where lead_status in ('new', 'contacted');
create index exhibition_leads_peer on exhibition_leads (peer_id) where peer_id is not null;
create unique index exhibition_leads_application on exhibition_leads (application_id) where application_id is not null;
create index exhibition_leads_tail on exhibition_leads (mobile_tail);
create trigger exhibition_leads_mobile_masked before insert or update of mobile on exhibition_leads
  for each row when (new.mobile <> '' and position('*' in new.mobile) = 0) execute function refuse_clear_number('mobile');
create table exhibition_lead_follows (
  id bigint generated always as identity primary key,
  lead_id bigint not null references exhibition_leads,
  text text not null,
  by_id bigint references workers,
  at timestamptz not null
);
create index exhibition_lead_follows_lead on exhibition_lead_follows (lead_id, id desc);

create table work_order_configs (
  id bigint generated always as identity primary key,
  code text not null check (code ~ '^[A-Z0-9]{5,12}$'),
  category text not null check (category in ('consult', 'urge', 'change', 'refund', 'complaint', 'invoice', 'statement', 'system')),
  name text not null,
  scope text not null check (scope in ('all', 'level', 'group', 'peer')),
  -- level codes, numbers of groups or of peers
  scope_ids text[] not null default '{}',
  fields jsonb not null default '[]',
  need_order boolean not null default false,
  reply_minutes int not null default 30 check (reply_minutes > 0),
  resolve_minutes int not null default 480,
  handler text not null default 'cs' check (handler in ('cs', 'bd', 'expert', 'team')),
  team_id bigint references teams,
  escalate jsonb not null,
  link text not null default 'none' check (link in ('none', 'urge', 'refund', 'invoice', 'statement')),
  templates jsonb not null default '[]',
  ask_score boolean not null default true,
  -- opened by our own rules too: never without a live one for all
  is_system boolean not null default false,
  config_version int not null default 1 check (config_version >= 1),
  -- the one it is the next version of
  based_on bigint references work_order_configs,
  config_status text not null default 'draft' check (config_status in ('draft', 'live', 'retired')),
  published_at timestamptz,
  published_by bigint references workers,
  retired_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((scope = 'all') = (scope_ids = '{}')),
  check (reply_minutes < resolve_minutes),
  check ((handler = 'team') = (team_id is not null)),
  check (jsonb_array_length(fields) <= 12),
  check (jsonb_array_length(escalate) between 1 and 5)
);
create index work_order_configs_code on work_order_configs (code, config_status);
create index work_order_configs_updated on work_order_configs (updated_at desc, id desc);
create unique index work_order_configs_next on work_order_configs (based_on) where config_status = 'draft';

-- What each live configuration holds for, kept by the trigger below: one per code, scope and scope id.
create table work_order_config_places (
  config_id bigint not null references work_order_configs on delete cascade,
  code text not null,
  scope text not null,
  scope_id text not null,
  primary key (code, scope, scope_id)
);
create index work_order_config_places_config on work_order_config_places (config_id);
create function work_order_config_places_follow() returns trigger language plpgsql as $$
begin
  delete from work_order_config_places where config_id = new.id;
  if new.config_status = 'live' then
    insert into work_order_config_places (config_id, code, scope, scope_id)
      select new.id, new.code, new.scope, s from unnest(case when new.scope = 'all' then array[''] else new.scope_ids end) s;
  end if;
  return null;
end $$;
create trigger work_order_config_places_follow after insert or update on work_order_configs
  for each row execute function work_order_config_places_follow();
insert into work_order_configs (code, category, name, scope, need_order, resolve_minutes, escalate, link, is_system, config_status, published_at, created_at, updated_at)
select c.code, c.category, c.name, 'all', c.need_order, c.resolve_minutes, '[{"at_percent":100,"to":"handler"},{"at_percent":150,"to":"team_leader"}]', c.link, c.is_system,
  'live', now(), now(), now()
from (values (1, 'CONSULT', 'consult', '咨询', false, 480, 'none', false), (2, 'URGENCY', 'urge', '催办', true, 240, 'urge', false),
  (3, 'CHANGE', 'change', '修改资料', true, 480, 'none', false), (4, 'REFUND', 'refund', '退款', true, 960, 'refund', false),
  (5, 'COMPLAINT', 'complaint', '投诉', false, 480, 'none', false), (6, 'INVOICE', 'invoice', '发票', false, 960, 'invoice', false),
  (7, 'STATEMENT', 'statement', '对账异议', false, 960, 'statement', true), (8, 'SYSTEM', 'system', '系统事项', false, 480, 'none', true))
  as c(sort, code, category, name, need_order, resolve_minutes, link, is_system) order by c.sort;

create table work_orders (
  id bigint generated always as identity primary key,
  work_order_no text not null unique,
  -- the version it was opened under
  config_id bigint not null references work_order_configs,
  peer_id bigint not null references peers,
  account_id bigint references peer_accounts,
  order_id bigint references orders,
  applicant_id bigint references applicants,
  source text not null check (source in ('peer', 'staff', 'system', 'chat')),
  title text not null,
  answers jsonb not null default '{}',
  handler_id bigint references workers,
  team_id bigint references teams,
  -- working minutes by the configuration and the peer's level when it was opened
  reply_minutes int not null check (reply_minutes > 0),
  resolve_minutes int not null check (resolve_minutes > 0),
  due_reply_at timestamptz not null,
  due_at timestamptz not null,
  first_reply_at timestamptz,
  waiting_minutes int not null default 0 check (waiting_minutes >= 0),
  waiting_since timestamptz,
  -- minutes left when the clock stopped
  left_minutes int,
  linked_noun text,
  linked_id bigint,
  resolution text check (resolution in ('solved', 'explained', 'no_answer', 'withdrawn', 'invalid')),
  resolution_note text not null default '',
  resolved_at timestamptz,
  closed_at timestamptz,
  score smallint check (score between 1 and 5),
  score_text text not null default '',
  reopen_count smallint not null default 0 check (reopen_count between 0 and 2),
  last_message_at timestamptz,
  last_message_kind text,
  work_order_status text not null default 'pending'
    check (work_order_status in ('pending', 'processing', 'waiting_peer', 'resolved', 'closed')),
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((work_order_status = 'waiting_peer') = (waiting_since is not null)),
  check ((linked_noun is null) = (linked_id is null)),
  check (work_order_status not in ('resolved', 'closed') or resolution is not null)
);
create index work_orders_created on work_orders (created_at desc, id desc);
create index work_orders_status on work_orders (work_order_status, created_at desc, id desc);
create index work_orders_peer on work_orders (peer_id, created_at desc, id desc);
create index work_orders_peer_open on work_orders (peer_id) where work_order_status in ('pending', 'processing', 'waiting_peer');
create index work_orders_handler_open on work_orders (handler_id, due_at, id) where work_order_status in ('pending', 'processing', 'waiting_peer');
create index work_orders_handler on work_orders (handler_id, created_at desc, id desc);
create index work_orders_due on work_orders (due_at, id) where work_order_status in ('pending', 'processing');
create index work_orders_due_reply on work_orders (due_reply_at, id) where first_reply_at is null and work_order_status in ('pending', 'processing');
create index work_orders_waiting on work_orders (waiting_since) where work_order_status = 'waiting_peer';
create index work_orders_resolved on work_orders (resolved_at) where work_order_status = 'resolved';
create index work_orders_order on work_orders (order_id) where order_id is not null;
create index work_orders_config on work_orders (config_id, created_at desc);
create index work_orders_created_by on work_orders (created_by) where created_by is not null;

create table work_order_messages (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_orders,
  kind text not null check (kind in ('to_peer', 'from_peer', 'internal')),
  text text not null default '',
  files text[] not null default '{}',
  -- neither: the system
  by_id bigint references workers,
  account_id bigint references peer_accounts,
  at timestamptz not null,
  check (text <> '' or cardinality(files) > 0)
);
create index work_order_messages_of on work_order_messages (work_order_id, id);
-- Each step once, whoever runs the clock.
create table work_order_escalations (
  work_order_id bigint not null references work_orders,
  round int not null,
  step smallint not null,
  to_id bigint references workers,
  at timestamptz not null,
  primary key (work_order_id, round, step)
);

-- 同行雷达, reckoned every night, and the calls made of it.
create table peer_radars (
  peer_id bigint primary key references peers,
  signs jsonb not null,
  weight int not null,
  counted_at timestamptz not null
);
create table peer_calls (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  worker_id bigint not null references workers,
  listed_on date not null,
  sentence text not null,
  weight int not null default 0,
  contacted_at timestamptz,
  contacted_by bigint references workers,
  result text check (result in ('back', 'promised', 'busy', 'lost', 'other')),
  result_text text not null default '',
  -- its first paid order after the call
  came_back_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (peer_id, listed_on),
  check ((contacted_at is null) = (result is null))
);
create index peer_calls_worker on peer_calls (worker_id, listed_on desc, weight desc);
create index peer_calls_hidden on peer_calls (peer_id, contacted_at desc) where contacted_at is not null;

-- The ground of peers' money.
alter table ledger_accounts add column oldest_due_on date;
create index ledger_accounts_owner on ledger_accounts (owner_id, code) where owner_id <> 0;
create table gift_lots (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  source text not null unique,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  -- null: never
  expires_on date,
  max_order_pct int not null default 20 check (max_order_pct between 1 and 100),
  created_at timestamptz not null
);
create index gift_lots_peer on gift_lots (peer_id, expires_on, id) where remaining > 0;
alter table journal_lines add column gift_lot_id bigint references gift_lots;
create index journal_lines_gift_lot on journal_lines (gift_lot_id) where gift_lot_id is not null;
-- Money of a peer that staff saw come in: once per way and number.
create table peer_top_ups (
  id bigint generated always as identity primary key,
  peer_id bigint not null references peers,
  amount bigint not null check (amount > 0),
  -- into its principal, or against what it owes on credit
  purpose text not null check (purpose in ('top_up', 'repay')),
  method text not null check (method in ('wechat', 'alipay', 'channel', 'bank')),
  trade_no text not null check (trade_no <> ''),
  paid_at timestamptz not null,
  proof_files text[] not null check (cardinality(proof_files) > 0),
  note text not null default '',
  journal_id bigint references journals,
  created_by bigint references workers,
  created_at timestamptz not null,
  unique (method, trade_no)
);
create index peer_top_ups_created on peer_top_ups (created_at desc, id desc);
create index peer_top_ups_peer on peer_top_ups (peer_id, created_at desc, id desc);

-- Orders of peers.
alter table orders add constraint orders_peer foreign key (peer_id) references peers;
create index orders_peer_created on orders (peer_id, created_at desc, id desc) where peer_id is not null;
create index orders_peer_paid on orders (peer_id, paid_at desc) include (amount_paid, amount_refunded) where peer_id is not null and paid_at is not null;
create index orders_peer_open on orders (peer_id) where peer_id is not null and order_status not in ('completed', 'cancelled', 'deleted');

-- Prices by typed codes of groups and peers, of which none existed: what holds ends now, what was to come never does.
update sku_prices set effective_to = now() where price_kind in ('group', 'peer') and effective_from < now() and (effective_to is null or effective_to > now());
delete from sku_prices where price_kind in ('group', 'peer') and effective_from >= now();

-- Special prices of typed groups, likewise: whom they are for is picked among the groups there are.
update special_price_activities set activity_status = 'stopped', stopped_at = now(), stop_reason = '分组改为从同行分组中选择，请复制后重新发布', version = version + 1
  where group_ids <> '{}' and activity_status = 'published' and end_at > now();
update special_price_activities set note = left('请重新选择分组。' || note, 500) where group_ids <> '{}' and activity_status = 'draft';
alter table special_price_activities drop constraint special_price_activities_check3, drop constraint special_price_activities_check4;
alter table special_price_activities alter group_ids drop default;
alter table special_price_activities alter group_ids type bigint[] using '{}'::bigint[];
alter table special_price_activities alter group_ids set default '{}',
  add check (level_ids = '{}' or group_ids = '{}'), add check ("end" = 'peer' or (level_ids = '{}' and group_ids = '{}'));
