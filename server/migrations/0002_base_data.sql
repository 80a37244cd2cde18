-- Reference truth every order stands on.
create table countries (
  id text primary key check (id ~ '^[A-Z]{2}$'),
  code3 text not null,
  code_num text not null,
  name_zh text not null unique,
  name_en text not null,
  pinyin text not null,
  initial text not null,
  continent text not null,
  flag_emoji text not null default '',
  cover text,
  capital text not null default '',
  currencies text[] not null default '{}',
  phone_codes text[] not null default '{}',
  languages text[] not null default '{}',
  is_region boolean not null default false,
  is_schengen boolean not null default false,
  is_hot boolean not null default false,
  visa_policy text not null default 'unknown' check (visa_policy in ('free', 'arrival', 'evisa', 'eta', 'required', 'self', 'unknown')),
  visa_free_days int,
  policy_note text not null default '',
  passport_months int not null default 6,
  blank_pages int not null default 2,
  source text not null default '',
  sort int not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default '',
  verified_at timestamptz,
  verified_by bigint references workers,
  verify_months int not null default 6,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table embassies (
  id bigint generated always as identity primary key,
  embassy_type smallint not null check (embassy_type between 1 and 5),
  country_id text not null references countries,
  name text not null unique,
  short_name text not null default '',
  operator text not null default 'embassy',
  parent_ids bigint[] not null default '{}',
  city text not null default '',
  address jsonb,
  lat double precision,
  lon double precision,
  phone text not null default '',
  email text not null default '',
  website text not null default '',
  weekdays int[] not null default '{1,2,3,4,5}',
  open_from text not null default '09:00',
  open_to text not null default '17:00',
  pickup_hours text not null default '',
  follow_cn boolean not null default true,
  transport text not null default '',
  carry_limits text not null default '',
  notice_note text not null default '',
  district_name text not null default '',
  domicile_limit boolean not null default false,
  district_area jsonb not null default '[]',
  residence_counts boolean not null default true,
  follow_relative boolean not null default true,
  channel text not null default '',
  source text not null default '',
  sort int not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default '',
  verified_at timestamptz,
  verified_by bigint references workers,
  verify_months int not null default 6,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index embassies_country on embassies (country_id, embassy_type);

create table reject_reasons (
  id bigint generated always as identity primary key,
  code text not null unique,
  text text not null unique,
  advice text not null default '',
  kinds int[] not null default '{1,2,3,4,5}',
  sort int not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table documents (
  id bigint generated always as identity primary key,
  kind smallint not null check (kind between 1 and 5),
  name text not null,
  category smallint,
  sub_type text,
  identities text[] not null default '{}',
  country_ids text[] not null default '{}',
  requirement text not null default '',
  samples_good text[] not null default '{}',
  samples_bad text[] not null default '{}',
  check_points text[] not null default '{}',
  reason_ids bigint[] not null default '{}',
  max_age_days int not null default 0,
  default_owner text not null default 'must' check (default_owner in ('must', 'optional', 'ours')),
  -- elec: page_type, max_pages, pattern, formats, max_mb, template_file; mail/bring: is_original, copies, …; photo: sizes; application: fill_mode …
  page_type smallint not null default 0 check (page_type in (0, 1)),
  max_pages int not null default 1,
  pattern text not null default 'plain',
  formats text[] not null default '{jpg,png,pdf}',
  max_mb int not null default 5,
  template_file text,
  is_original boolean not null default false,
  copies int not null default 1,
  return_needed boolean not null default false,
  print_on_notice boolean not null default true,
  photo_rule jsonb,
  fill_mode text,
  pdf_file text,
  official_url text,
  sort int not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default '',
  verified_at timestamptz,
  verified_by bigint references workers,
  verify_months int not null default 6,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index documents_name on documents (kind, name) where status = 1;

create table application_versions (
  id bigint generated always as identity primary key,
  application_id bigint not null references documents,
  version_no int not null,
  state text not null check (state in ('draft', 'published', 'retired')),
  sections jsonb not null,
  note text not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  unique (application_id, version_no)
);
create unique index application_versions_draft on application_versions (application_id) where state = 'draft';
create unique index application_versions_live on application_versions (application_id) where state = 'published';

create table mail_centres (
  id bigint generated always as identity primary key,
  name text not null unique,
  contact text not null,
  mobile text not null,
  address jsonb not null,
  hours text not null default '',
  note text not null default '',
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table official_fees (
  id bigint generated always as identity primary key,
  country_ids text[] not null,
  name text not null,
  fee_kind text not null check (fee_kind in ('embassy', 'centre')),
  currency text not null,
  adult bigint not null check (adult >= 0),
  child bigint check (child >= 0),
  effective_from timestamptz not null,
  effective_to timestamptz,
  source_url text not null default '',
  verified_at timestamptz,
  verified_by bigint references workers,
  verify_months int not null default 6,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  exclude using gist (name with =, tstzrange(effective_from, effective_to) with &&)
);

create table refund_policies (
  id bigint generated always as identity primary key,
  name text not null unique,
  forms text[] not null default '{}',
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table refund_policy_versions (
  id bigint generated always as identity primary key,
  policy_id bigint not null references refund_policies,
  version_no int not null,
  state text not null check (state in ('draft', 'published', 'retired')),
  effective_from timestamptz,
  clause text not null default '',
  grid jsonb not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  unique (policy_id, version_no)
);

create table calendar_days (
  calendar text not null,
  date date not null,
  day_kind text not null check (day_kind in ('off', 'work')),
  name text not null default '',
  source text not null default '',
  updated_at timestamptz not null default now(),
  primary key (calendar, date)
);

create table appointments (
  id bigint generated always as identity primary key,
  place_id bigint not null references embassies,
  visa_type int,
  earliest_date date,
  no_slots boolean not null default false,
  slots_note text not null default '',
  half text not null default 'any' check (half in ('any', 'am', 'pm')),
  min_lead_days int not null default 0,
  source text not null default 'staff' check (source in ('staff', 'supplier')),
  supplier_id bigint,
  valid_days int not null default 3,
  updated_by bigint references workers,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (no_slots = (earliest_date is null))
);
create unique index appointments_place on appointments (place_id, coalesce(visa_type, 0));
