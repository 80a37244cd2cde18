-- What does not fit between the people of an order and was accepted with a reason: by the keyed hash of each person's
-- value, so that an acceptance falls away when one of them changes.
create table order_consistencies (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- whose it is alone; null: of several
  applicant_id bigint references applicants,
  rule text not null check (rule in ('address', 'arrive', 'leave', 'flight_out', 'flight_back', 'check_in', 'check_out', 'hotel', 'sponsor', 'payer', 'parents')),
  marks jsonb not null,
  reason text not null,
  created_by bigint references workers,
  created_at timestamptz not null
);
create index order_consistencies_order on order_consistencies (order_id, id desc);

-- Results by cells of what people are like, reckoned every night over two years. `level` says how many of the five
-- dimensions count: 5 all, 4 without the province, 3 without the age band, 2 mission and identity, 1 the mission.
create table risk_cells (
  level smallint not null check (level between 1 and 5),
  mission text not null,
  identity text not null,
  waived text not null,
  age_band text not null,
  province text not null,
  n int not null check (n > 0),
  issued int not null check (issued between 0 and n),
  primary key (mission, level, identity, waived, age_band, province)
);
-- The same by papers that were handed in or not: of an identity, or ('*') of everybody at the mission.
create table risk_papers (
  mission text not null,
  identity text not null,
  document_id bigint not null,
  given boolean not null,
  n int not null check (n > 0),
  issued int not null check (issued between 0 and n),
  primary key (mission, identity, document_id, given)
);
create table risk_mark (
  id smallint primary key default 1 check (id = 1),
  counted_at timestamptz not null
);

-- What the plan backwards learned of the last 90 days, reckoned every night: days of a mission, days of parcels (place 0).
create table plan_figures (
  kind text not null check (kind in ('mission', 'courier_in', 'courier_back')),
  place_id bigint not null,
  days int not null check (days >= 0),
  n int not null check (n > 0),
  counted_at timestamptz not null,
  primary key (kind, place_id)
);
