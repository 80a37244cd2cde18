-- Places of the front ends that recommend products. The ten slots are fixed; what stands in them is ours to choose.
create table product_recommends (
  id bigint generated always as identity primary key,
  position text not null check (position in ('home_hot', 'country', 'pay_success', 'search_empty', 'detail_related')),
  "end" text not null check ("end" in ('customer', 'peer')),
  name text not null,
  max_items int not null check (max_items between 1 and 20),
  fill text not null default 'none' check (fill in ('none', 'sales')),
  status smallint not null default 1 check (status in (0, 1)),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  unique (position, "end")
);
insert into product_recommends (position, "end", name, max_items, fill)
select p.position, e."end", p.name, p.max_items, p.fill
from (values (1, 'home_hot', '首页热门', 8, 'sales'), (2, 'country', '国家页推荐', 6, 'sales'), (3, 'pay_success', '支付成功推荐', 4, 'none'),
  (4, 'search_empty', '搜索无结果推荐', 6, 'sales'), (5, 'detail_related', '详情相关推荐', 4, 'none')) as p(sort, position, name, max_items, fill)
cross join (values (1, 'customer'), (2, 'peer')) as e(sort, "end") order by p.sort, e.sort;

create table product_recommend_items (
  id bigint generated always as identity primary key,
  slot_id bigint not null references product_recommends,
  sku_id bigint not null references skus,
  label text not null default '',
  sort int not null,
  start_at timestamptz,
  end_at timestamptz,
  province_codes text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (slot_id, sku_id),
  check (start_at is null or end_at is null or start_at < end_at)
);
create index product_recommend_items_sku on product_recommend_items (sku_id);

-- What the front ends report per day; a day nobody reported has no row.
create table product_recommend_counts (
  slot_id bigint not null references product_recommends,
  sku_id bigint not null references skus,
  day date not null,
  impressions int not null check (impressions >= 0),
  clicks int not null check (clicks >= 0),
  primary key (slot_id, sku_id, day)
);
