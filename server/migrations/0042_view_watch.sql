-- A watched view tells its owner once when it rises above its number; whether it stood above at the last look.
alter table saved_views add column watch_over boolean not null default false;
create index saved_views_watched on saved_views (id) where watch is not null;
