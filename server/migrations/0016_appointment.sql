-- 最近可约日期: when a value was last stated (other changes of the row do not make it fresh again), and what it was before.
alter table appointments
  add column checked_at timestamptz not null default now(),
  add constraint appointments_valid_days check (valid_days between 1 and 30),
  add constraint appointments_supplier foreign key (supplier_id) references suppliers,
  add constraint appointments_source check (source = 'supplier' or supplier_id is null);

create table appointment_points (
  id bigint generated always as identity primary key,
  appointment_id bigint not null references appointments on delete cascade,
  earliest_date date,
  no_slots boolean not null,
  slots_note text not null default '',
  source text not null check (source in ('staff', 'supplier')),
  supplier_id bigint references suppliers,
  made_by bigint references workers,
  at timestamptz not null default now(),
  check (no_slots = (earliest_date is null))
);
create index appointment_points_appointment on appointment_points (appointment_id, at desc, id desc);

-- A point is never changed; it goes only with a row that nothing ever used.
create function appointment_points_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from appointments where id = old.appointment_id) then return old; end if;
  raise exception 'appointment_points is append-only';
end $$;
create trigger appointment_points_guard before update or delete on appointment_points for each row execute function appointment_points_guard();

-- Where people of an order go in person, and for which kind of visa: whom a booking date concerns.
alter table sku_snapshots
  add column visit_place_id bigint generated always as (coalesce((body #>> '{submit_place,id}')::bigint, (body #>> '{embassy,id}')::bigint)) stored,
  add column visa_type int generated always as ((body ->> 'visa_type')::int) stored;
create index sku_snapshots_visit on sku_snapshots (visit_place_id, visa_type);

-- One open reminder per order, applicant and kind; a repeat raises its times.
create table order_reminds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  applicant_id bigint references applicants,
  kind text not null check (kind in ('pay', 'material', 'supplement', 'form', 'mail', 'visit', 'sign', 'urge', 'travel', 'overdue', 'document', 'diff', 'slot_change')),
  source text not null check (source in ('system', 'customer', 'peer', 'staff')),
  level text not null default 'normal' check (level in ('normal', 'high', 'critical')),
  channel text not null default 'in_app' check (channel in ('in_app', 'subscription', 'sms', 'phone', 'email')),
  content text not null,
  remind_status text not null default 'open' check (remind_status in ('open', 'doing', 'done', 'ignored')),
  due_at timestamptz,
  times int not null default 1,
  last_at timestamptz not null default now(),
  next_at timestamptz,
  reply text not null default '',
  close_kind text check (close_kind in ('condition', 'replied', 'ignored')),
  closed_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  check ((remind_status in ('done', 'ignored')) = (close_kind is not null))
);
create unique index order_reminds_open on order_reminds (order_id, (coalesce(applicant_id, 0)), kind) where remind_status in ('open', 'doing');
create index order_reminds_applicant on order_reminds (applicant_id) where applicant_id is not null;
