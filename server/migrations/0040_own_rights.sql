-- When the password was last given in this session after its sign-in: changing it asks for the present one half an hour later.
alter table sessions add column unlocked_at timestamptz;
drop trigger session_changed on sessions;
create trigger session_changed after update of ended_at, locked_at, unlocked_at on sessions for each statement execute function session_changed();
-- The filter an export runs with, sealed while it waits and runs; `filter` is what is shown of it.
alter table export_tasks add column filter_sealed text;
-- Personal numbers that were typed plainly into what is kept, as maskNumbers of the contract masks them from now on.
create function masked_0040(v jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(v)
    when 'string' then to_jsonb(regexp_replace(regexp_replace(regexp_replace(v #>> '{}',
      '(?<![0-9A-Za-z])([A-Za-z])[A-Za-z]?\d{3,4}(\d{4})(?![0-9A-Za-z])', '\1****\2', 'g'),
      '(?<![0-9A-Za-z])(1\d\d)\d{4}(\d{4})(?![0-9A-Za-z])', '\1****\2', 'g'),
      '(?<![0-9A-Za-z])\d{9,15}(\d{3}[\dXx])(?![0-9A-Za-z])', '****\1', 'g'))
    when 'object' then (select coalesce(jsonb_object_agg(k, masked_0040(x)), '{}') from jsonb_each(v) e (k, x))
    when 'array' then (select coalesce(jsonb_agg(masked_0040(x) order by n), '[]') from jsonb_array_elements(v) with ordinality e (x, n))
    else v end
$$;
update saved_views set query = masked_0040(query) where query is distinct from masked_0040(query);
update preferences set value = masked_0040(value) where value is distinct from masked_0040(value);
update export_tasks set filter = masked_0040(filter) where status not in ('waiting', 'running') and filter is distinct from masked_0040(filter);
drop function masked_0040;
-- A view belongs to a list of ours by the name of its route; what was kept under any other address leads nowhere.
create temporary table route_0040 (pattern text, name text) on commit drop;
insert into route_0040 values
  ('^/order/admin-order-list$', 'admin-order-list'),
  ('^/order/list$', 'order-list'),
  ('^/product/product-spu-list$', 'product-spu-list'),
  ('^/product/list$', 'product-list'),
  ('^/product/special-price-activity-list$', 'special-price-activity-list'),
  ('^/product/price-adjustment-list$', 'price-adjustment-list'),
  ('^/product/product-recommend-summary$', 'product-recommend-summary'),
  ('^/product/insurance-product/list$', 'insurance-product-list'),
  ('^/product/refuse-no-worry-product/list$', 'refuse-no-worry-product-list'),
  ('^/product/refuse-no-worry-product/relevance-product-list/[^/]+$', 'refuse-no-worry-product-relevance-product-list'),
  ('^/base-data/elec/list$', 'elec-list'),
  ('^/base-data/mail/list$', 'mail-list'),
  ('^/base-data/bring/list$', 'bring-list'),
  ('^/base-data/photo/list$', 'photo-list'),
  ('^/base-data/application/list$', 'application-list'),
  ('^/base-data/appointment/list$', 'appointment-list'),
  ('^/base-data/country/list$', 'country-list'),
  ('^/base-data/embassy-and-cousulate/list$', 'embassy-and-cousulate-list'),
  ('^/base-data/refund-policy/list$', 'refund-policy-list'),
  ('^/base-data/related-product/elec/[^/]+$', 'related-product-elec'),
  ('^/base-data/related-product/mail/[^/]+$', 'related-product-mail'),
  ('^/base-data/related-product/bring/[^/]+$', 'related-product-bring'),
  ('^/base-data/related-product/photo/[^/]+$', 'related-product-photo'),
  ('^/base-data/related-product/application/[^/]+$', 'related-product-application'),
  ('^/base-data/related-product/appointment/[^/]+$', 'related-product-appointment'),
  ('^/base-data/related-product/country/[^/]+$', 'related-product-country'),
  ('^/base-data/related-product/embassy-and-cousulate/[^/]+$', 'related-product-embassy-and-cousulate'),
  ('^/base-data/related-product/refund-policy/[^/]+$', 'related-product-refund-policy'),
  ('^/setting/worker/list$', 'worker-list'),
  ('^/setting/role/list$', 'role-list'),
  ('^/setting/ve-evaluate/list$', 've-evaluate-list'),
  ('^/setting/region/list$', 'region-list');
delete from saved_views v where not exists (select from route_0040 r where v.route ~ r.pattern);
-- Lists beside one record were kept per record: the newest of a name stays.
delete from saved_views a using saved_views b, route_0040 r
  where a.id < b.id and a.owner_id = b.owner_id and a.name = b.name and a.route ~ r.pattern and b.route ~ r.pattern;
update saved_views a set is_default = false from saved_views b, route_0040 r
  where a.id < b.id and a.owner_id = b.owner_id and a.is_default and b.is_default and a.route ~ r.pattern and b.route ~ r.pattern;
update saved_views v set route = r.name from route_0040 r where v.route ~ r.pattern;
