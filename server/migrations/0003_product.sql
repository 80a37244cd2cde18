-- What is sold, at which price, with which papers.
create table spus (
  visa_product_unit_code text primary key check (visa_product_unit_code ~ '^[A-Z]{2}-[A-Z0-9-]{2,17}$'),
  name text not null,
  country_id text not null references countries,
  visa_type int not null check (visa_type between 1 and 30),
  visa_form text not null check (visa_form in ('sticker', 'paper', 'evisa', 'voa', 'approval', 'register', 'document', 'service')),
  entry_count text not null check (entry_count in ('single', 'double', 'multiple', 'by_issue', 'none')),
  stay_min int not null default 0,
  stay_max int not null default 0,
  stay_unit text not null default 'day' check (stay_unit in ('day', 'month', 'year')),
  validity int not null default 0,
  validity_unit text not null default 'by_issue' check (validity_unit in ('day', 'month', 'year', 'passport', 'by_issue', 'none')),
  tags text[] not null default '{}',
  images text[] not null default '{}',
  sample_image text,
  steps jsonb not null default '[]',
  detail text not null default '',
  audience text not null default '',
  qa_ids bigint[] not null default '{}',
  keywords text not null default '',
  margin_floor bigint not null default 1000,
  sort int not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (stay_min <= stay_max)
);
create unique index spus_name on spus (name) where status = 1;
create unique index spus_same on spus (country_id, visa_type, visa_form, entry_count, validity, validity_unit, stay_max) where status = 1;

create table skus (
  id bigint generated always as identity primary key,
  sku_no text not null unique,
  name text not null,
  visa_product_unit_code text not null references spus,
  country_id text not null references countries,
  service_level text not null default '标准',
  ends text[] not null default '{}',
  embassy_id bigint references embassies,
  submit_place_id bigint references embassies,
  cover_mode text not null default 'all' check (cover_mode in ('all', 'district', 'area')),
  cover_area jsonb not null default '[]',
  need_interview boolean not null default false,
  need_fingerprint boolean not null default false,
  need_delivery boolean not null default false,
  need_training boolean not null default false,
  need_return_material boolean not null default false,
  need_effect_date boolean not null default false,
  material_upload_type text not null default 'pay_first' check (material_upload_type in ('pay_first', 'material_first')),
  passport_months int not null default 6,
  passport_pages int not null default 2,
  work_days_min int not null default 0,
  work_days_max int not null default 0,
  advance_days int not null default 0,
  urgent_tiers jsonb not null default '[]',
  child_age int not null default 0 check (child_age between 0 and 18),
  identities text[] not null default '{general}',
  refund_policy_id bigint references refund_policies,
  insurance_product_ids bigint[] not null default '{}',
  insurance_required boolean not null default false,
  mail_centre_id bigint references mail_centres,
  return_way text not null default 'none' check (return_way in ('free', 'cod', 'pickup', 'none')),
  booking_note text not null default '',
  tips text not null default '',
  fee_included text not null default '',
  fee_excluded text not null default '',
  sort int not null default 0,
  sku_status text not null default 'draft' check (sku_status in ('draft', 'on_sale', 'off_sale', 'archived')),
  off_reason text,
  first_listed_at timestamptz,
  search text[] not null default '{}',
  search_text text not null default '',
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (work_days_min <= work_days_max)
);
create unique index skus_same on skus (visa_product_unit_code, coalesce(embassy_id, 0), coalesce(submit_place_id, 0), service_level) where sku_status <> 'archived';
create index skus_list on skus (sku_status, sort, id);
create index skus_country on skus (country_id, sku_status);
create index skus_search on skus using gin (search) with (fastupdate = off);

-- Counted nightly from the orders, for lists that cannot count them.
create table sku_stats (
  sku_id bigint primary key references skus,
  orders_30 int not null default 0,
  issued_30 int not null default 0,
  refused_30 int not null default 0,
  at timestamptz not null
);

create table sku_prices (
  id bigint generated always as identity primary key,
  sku_id bigint not null references skus,
  price_kind text not null check (price_kind in ('retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent')),
  ref_id text not null default '',
  adult bigint not null check (adult >= 0),
  child bigint check (child >= 0),
  currency text not null default 'CNY',
  foreign_adult bigint,
  foreign_child bigint,
  rate numeric(18, 6),
  official_fee_id bigint references official_fees,
  effective_from timestamptz not null,
  effective_to timestamptz,
  adjustment_id bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  exclude using gist (sku_id with =, price_kind with =, ref_id with =, tstzrange(effective_from, effective_to) with &&)
);
create index sku_prices_sku on sku_prices (sku_id, price_kind, ref_id, effective_from desc);

create table sku_documents (
  id bigint generated always as identity primary key,
  sku_id bigint not null references skus,
  identity text not null,
  document_id bigint not null references documents,
  owner text not null check (owner in ('must', 'optional', 'ours')),
  "when" text not null default 'always' check ("when" in ('always', 'under_18', 'married', 'out_of_district')),
  group_key text not null default '',
  need_n int not null default 1,
  copies int,
  note text not null default '',
  sort int not null default 0,
  unique (sku_id, identity, document_id)
);

create table sku_snapshots (
  id bigint generated always as identity primary key,
  sku_id bigint not null references skus,
  hash text not null,
  body jsonb not null,
  made_at timestamptz not null default now(),
  unique (sku_id, hash)
);

create table refuse_no_worry_products (
  id bigint generated always as identity primary key,
  name text not null unique,
  scope text not null check (scope in ('service', 'embassy', 'full')),
  rate int not null check (rate between 1 and 100),
  cap bigint not null default 0,
  pricing text not null check (pricing in ('fixed', 'percent')),
  price bigint not null default 0,
  price_rate int not null default 0,
  price_min bigint not null default 0,
  reserve_cost bigint not null default 0,
  exclusions jsonb not null default '{}',
  buy_until text not null default 'order' check (buy_until in ('order', 'submission')),
  proof_days int not null default 7,
  appeal_times int not null default 1,
  proofs text[] not null default '{letter}',
  clause text not null default '',
  product_status text not null default 'draft' check (product_status in ('draft', 'on_sale', 'off_sale')),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table refuse_no_worry_links (
  product_id bigint not null references refuse_no_worry_products,
  sku_id bigint not null references skus,
  price_override bigint,
  primary key (product_id, sku_id)
);

create table suppliers (
  id bigint generated always as identity primary key,
  supplier_no text not null unique,
  name text not null unique,
  short_name text not null unique,
  kind text not null check (kind in ('submit_agency', 'visa_centre', 'mission_channel', 'evisa_platform', 'insurer', 'express', 'translation')),
  credit_code text unique,
  serves jsonb not null default '[]',
  owner_id bigint references workers,
  address jsonb,
  settle_cycle text not null default 'month' check (settle_cycle in ('per_order', 'day', 'week', 'half_month', 'month')),
  credit_days int not null default 0,
  settle_trigger text not null default 'submitted' check (settle_trigger in ('submitted', 'issued', 'completed')),
  on_refusal text not null default 'full' check (on_refusal in ('full', 'service_half', 'embassy_only', 'none')),
  invoice_kind text not null default 'none',
  tax_rate_bp int not null default 0,
  prepaid_floor bigint not null default 0,
  originals_limit int not null default 300,
  pause_until date,
  pause_reason text,
  supplier_status text not null default 'active',
  note text not null default '',
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table supplier_products (
  id bigint generated always as identity primary key,
  sku_id bigint not null references skus,
  supplier_id bigint not null references suppliers,
  supplier_code text not null default '',
  supplier_title text not null default '',
  priority int not null default 1,
  daily_quota int,
  submit_weekdays int[] not null default '{1,2,3,4,5}',
  lead_min int not null default 0,
  lead_max int not null default 0,
  valid_from date,
  valid_to date,
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (sku_id, supplier_id)
);
create unique index supplier_products_priority on supplier_products (sku_id, priority) where status = 1;
create table supplier_prices (
  id bigint generated always as identity primary key,
  supplier_product_id bigint not null references supplier_products,
  adult bigint not null check (adult >= 0),
  child bigint check (child >= 0),
  infant bigint check (infant >= 0),
  urgent jsonb not null default '{}',
  embassy_included boolean not null default false,
  centre_included boolean not null default false,
  embassy_fee bigint not null default 0,
  currency text not null default 'CNY',
  effective_at timestamptz,
  reason text not null default '',
  adjust_no text,
  review text not null default 'approved' check (review in ('pending', 'approved', 'rejected', 'withdrawn')),
  created_by bigint,
  created_at timestamptz not null default now()
);
create index supplier_prices_match on supplier_prices (supplier_product_id, effective_at desc) where review = 'approved';
