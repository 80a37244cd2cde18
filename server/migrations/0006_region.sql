-- Who owns a place: business and customer service, by province or city and by date.
create table region_owners (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('bd', 'cs')),
  name text not null,
  worker_id bigint not null references workers,
  area_codes text[] not null check (cardinality(area_codes) > 0),
  from_date date not null,
  to_date date check (to_date >= from_date),
  note text not null default '',
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  exclude using gist (kind with =, name with =, daterange(from_date, to_date, '[]') with &&)
);
create index region_owners_worker on region_owners (worker_id);

-- One row per place of an owner, kept by the trigger below: one owner per kind, place and day.
create table region_places (
  region_owner_id bigint not null references region_owners on delete cascade,
  kind text not null,
  area_code text not null,
  from_date date not null,
  to_date date,
  primary key (region_owner_id, area_code),
  exclude using gist (kind with =, area_code with =, daterange(from_date, to_date, '[]') with &&)
);

create function region_places_follow() returns trigger language plpgsql as $$
begin
  delete from region_places where region_owner_id = new.id;
  insert into region_places (region_owner_id, kind, area_code, from_date, to_date)
    select new.id, new.kind, code, new.from_date, new.to_date from unnest(new.area_codes) code;
  return null;
end $$;
create trigger region_places_follow after insert or update on region_owners for each row execute function region_places_follow();
