import { api, done, read, write } from "../kit/endpoint.ts";
import { bool, choice, id, ids, int, keysOf, text, time, z, type FieldMeta } from "../kit/field.ts";
import { listRoutes } from "../list-routes.ts";

/** A list of ours by the name of its route, never an address. */
const listRoute = () => z.enum(keysOf(listRoutes), { error: "没有这个列表" }).meta({ label: "列表", kind: "text" } satisfies FieldMeta);
/** A page of the console as it stands in the address: a path of ours, never another place. */
const PAGE = /^\/(?![/\\])\S*$/;
const json = () => z.record(z.string().max(100), z.unknown());
export const SHARES = { none: "仅自己", team: "团队", role: "角色", all: "所有人" } as const;

export const savedView = z.object({
  id: id("视图"),
  owner_id: id("所有人", "worker"),
  owner_name: text("所有人"),
  route: listRoute(),
  endpoint: text("接口"),
  name: text("名称", { max: 20 }),
  query: json().meta({ label: "视图内容" }),
  columns: z.nullable(z.array(z.unknown()).meta({ label: "列设置" })),
  share: choice("分享", SHARES),
  share_ids: ids("分享对象"),
  is_default: bool("默认"),
  pinned: bool("置顶"),
  watch: z.nullable(int("提醒阈值", 0, 1_000_000)),
  sort: int("排序"),
  version: int("版本"),
});
const view = savedView.shape;

/** Records that say who else has them open. */
export const PRESENCE_NOUNS = {
  order: "订单",
  applicant: "申请人",
  sku: "商品",
  spu: "SPU",
  special_price_activity: "限时特价",
  insurance_product: "保险产品",
  refuse_no_worry_product: "拒签无忧",
  product_recommend: "商品推荐",
  appointment: "最近可约日期",
  embassy: "使领馆",
  elec: "电子资料",
  mail: "邮寄资料",
  bring: "赴馆携带资料",
  photo: "签证照片",
  application: "申请表",
  worker: "员工",
  role: "角色",
  region_owner: "区域负责人",
} as const;
export type PresenceNoun = keyof typeof PRESENCE_NOUNS;

export const presence = z.object({
  worker_id: id(),
  nickname: text("昵称"),
  mode: z.enum(["view", "edit"]),
  at: time("时间"),
  since_minutes: int("分钟"),
});

export const personalApi = api({
  preference_query: read("个人设置", "staff", {}, z.object({ list: z.array(z.object({ key: z.string(), value: z.unknown() })) })),
  preference_update: write("保存个人设置", "staff", { key: text("键", { max: 100 }), value: json().meta({ label: "设置内容" }) }, done),
  saved_view_query: read("我的视图", "staff", { route: z.optional(listRoute()) }, z.object({ list: z.array(savedView) })),
  saved_view_add: write(
    "保存视图",
    "staff",
    {
      route: view.route,
      endpoint: text("接口", { max: 100 }),
      name: view.name,
      query: view.query,
      columns: z.optional(view.columns),
      share: z.optional(view.share),
      share_ids: z.optional(view.share_ids),
      is_default: z.optional(view.is_default),
      pinned: z.optional(view.pinned),
      watch: z.optional(view.watch),
    },
    savedView,
  ),
  saved_view_update: write(
    "更新视图",
    "staff",
    {
      id: view.id,
      version: view.version,
      name: z.optional(view.name),
      query: z.optional(view.query),
      columns: z.optional(view.columns),
      share: z.optional(view.share),
      share_ids: z.optional(view.share_ids),
      is_default: z.optional(view.is_default),
      pinned: z.optional(view.pinned),
      watch: z.optional(view.watch),
      sort: z.optional(view.sort),
    },
    savedView,
  ),
  saved_view_remove: write("删除视图", "staff", { id: view.id }, done),
  saved_view_count: read(
    "视图计数",
    "staff",
    { ids: ids("视图", 5) },
    z.object({ list: z.array(z.object({ id: id(), total: z.int(), total_capped: bool("封顶") })) }),
  ),
  draft_get: read(
    "读取草稿",
    "staff",
    { key: text("键", { max: 200 }) },
    z.object({
      draft: z.nullable(z.object({ content: json(), base_version: z.nullable(z.int()), saved_at: time("保存时间") })),
    }),
  ),
  draft_save: write(
    "保存草稿",
    "staff",
    { key: text("键", { max: 200 }), content: json().meta({ label: "草稿内容" }), base_version: z.optional(z.nullable(int("版本"))) },
    z.object({ saved_at: time("保存时间") }),
    { unlogged: true },
  ),
  draft_remove: write("删除草稿", "staff", { key: text("键", { max: 200 }) }, done, { unlogged: true }),
  presence_ping: write(
    "在场",
    "staff",
    { noun: choice("对象", PRESENCE_NOUNS), id: id(), mode: z.enum(["view", "edit"]).meta({ label: "查看或编辑" }) },
    z.object({ others: z.array(presence) }),
    { unlogged: true },
  ),
  client_report_add: write(
    "报障",
    "staff",
    {
      sentence: text("说明", { max: 200, min: 0 }),
      route: text("页面", { max: 300, check: (v) => (PAGE.test(v) ? null : "页面地址不正确") }),
      version: text("版本", { max: 40 }),
      clock_skew_ms: z.int().meta({ label: "时差" }),
      browser: text("浏览器", { max: 300 }),
      calls: z
        .array(
          z.strictObject({
            path: z.string().max(100).meta({ label: "请求" }),
            status: z.int().meta({ label: "状态码" }),
            ms: z.int().meta({ label: "耗时" }),
            request_id: z.string().max(60).meta({ label: "请求号" }),
          }),
        )
        .max(20)
        .meta({ label: "最近请求" }),
    },
    done,
    { key: true },
  ),
});
