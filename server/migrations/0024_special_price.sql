-- Special prices for a time: what costs how much, for whom, and how many may have it.
create table special_price_activities (
  id bigint generated always as identity primary key,
  name text not null,
  "end" text not null check ("end" in ('customer', 'peer')),
  level_ids text[] not null default '{}',
  group_ids text[] not null default '{}',
  warm_at timestamptz,
  start_at timestamptz,
  end_at timestamptz,
  stack_coupon boolean not null default false,
  note text not null default '',
  activity_status text not null default 'draft' check (activity_status in ('draft', 'published', 'stopped')),
  published_by bigint references workers,
  published_at timestamptz,
  stopped_at timestamptz,
  stop_reason text,
  -- start and end the maker was told of, so that each is told once
  start_told timestamptz,
  end_told timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (warm_at <= start_at),
  check (start_at < end_at),
  check (activity_status = 'draft' or (start_at is not null and end_at is not null)),
  check (level_ids = '{}' or group_ids = '{}'),
  check ("end" = 'peer' or (level_ids = '{}' and group_ids = '{}'))
);
create index special_price_activities_list on special_price_activities (updated_at desc, id desc);

create table special_price_items (
  id bigint generated always as identity primary key,
  activity_id bigint not null references special_price_activities on delete cascade,
  sku_id bigint not null references skus,
  adult bigint not null check (adult >= 0),
  child bigint check (child >= 0),
  -- 0: no limit
  per_order int not null default 0 check (per_order >= 0),
  per_buyer int not null default 0 check (per_buyer >= 0),
  total_limit int not null default 0 check (total_limit >= 0),
  sold int not null default 0 check (sold >= 0),
  -- who set the prices: never the one who lets them pass below the floor
  priced_by bigint references workers,
  unique (activity_id, sku_id),
  check (total_limit = 0 or sold <= total_limit)
);
create index special_price_items_sku on special_price_items (sku_id);

create table special_price_uses (
  id bigint generated always as identity primary key,
  item_id bigint not null references special_price_items,
  order_id bigint not null references orders,
  -- the peer's id; empty for customers, who are known by the order's contact
  buyer text not null default '',
  qty int not null check (qty > 0),
  -- what the buyer did not have to pay against his usual price
  saved bigint not null check (saved >= 0),
  created_at timestamptz not null default now(),
  released_at timestamptz,
  unique (item_id, order_id)
);
create index special_price_uses_order on special_price_uses (order_id) where released_at is null;
