-- Insurance of an insurer by plans. Rates of a draft have no time; from the first listing on they hold in time, and of
-- one plan never two for the same day and age.
create table insurance_products (
  id bigint generated always as identity primary key,
  name text not null unique,
  code text not null unique check (code ~ '^[A-Z0-9]{5,12}$'),
  supplier_id bigint not null references suppliers,
  region text not null check (region in ('schengen', 'world', 'asia')),
  country_ids text[] not null default '{}',
  plans jsonb not null,
  min_lead_hours int not null default 0 check (min_lead_hours between 0 and 720),
  surrender text not null check (surrender in ('before_start', 'none')),
  clause_file text,
  product_status text not null default 'draft' check (product_status in ('draft', 'on_sale', 'off_sale')),
  first_listed_at timestamptz,
  off_reason text,
  -- who filled in amounts: none of them may release a price below its cost
  rate_editors bigint[] not null default '{}',
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index insurance_products_list on insurance_products (product_status, updated_at desc);
create index insurance_products_supplier on insurance_products (supplier_id);

create table insurance_rates (
  id bigint generated always as identity primary key,
  product_id bigint not null references insurance_products on delete cascade,
  plan_key text not null,
  day_from int not null check (day_from between 1 and 365),
  day_to int not null check (day_to between 1 and 365),
  age_from int not null check (age_from between 0 and 80),
  age_to int not null check (age_to between 0 and 80),
  premium bigint not null check (premium >= 0),
  cost bigint check (cost >= 0),
  effective_from timestamptz,
  effective_to timestamptz,
  adjustment_id bigint references price_adjustments,
  check (day_from <= day_to and age_from <= age_to),
  check (effective_to is null or effective_to > effective_from),
  exclude using gist (
    product_id with =, plan_key with =, int4range(day_from, day_to + 1) with &&, int4range(age_from, age_to + 1) with &&,
    tstzrange(effective_from, effective_to) with &&
  ) where (effective_from is not null)
);
create index insurance_rates_product on insurance_rates (product_id, plan_key, day_from, age_from);
create index insurance_rates_adjustment on insurance_rates (adjustment_id) where adjustment_id is not null;
create index skus_insurance on skus using gin (insurance_product_ids) where insurance_product_ids <> '{}';
