-- Of a void settlement nothing is open.
alter table settlements drop column remaining;
alter table settlements add column remaining bigint not null
  generated always as (case when settlement_status = 'void' then 0 else greatest(final - paid, 0) end) stored;
