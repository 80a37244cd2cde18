/** 调价单: cells with their old and new value, who asked, and from when they shall hold. */
import { api, list, move, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { stateLabels } from "../../kit/flow.ts";
import { anyOf, bool, choice, choices, id, ids, int, money, range, text, time, version, z } from "../../kit/field.ts";
import { numberFault } from "../../kit/field-number.ts";
import { may } from "../../permissions.ts";
import { ADJUST_QUEUES } from "../../workbench/queues.ts";
import { priceAdjustmentFlow } from "./price-adjustment.flow.ts";
import {
  ADJUST_EFFECTS,
  ADJUST_KINDS,
  ADJUST_OPS,
  ADJUST_REASONS,
  ADJUST_REJECTS,
  ADJUST_REVIEW_MAX,
  ADJUST_ROUNDS,
  ADJUST_SKUS_MAX,
  ADJUST_SOURCES,
  ADJUST_TARGETS,
  PRICE_BANDS,
  SKU_KINDS,
} from "./price-adjustment.words.ts";

export * from "./price-adjustment.words.ts";

/** Null: there is no such price, before or after. */
export const adjustCell = z.object({
  price_kind: choice("价种", ADJUST_KINDS),
  ref_id: text("对象", { min: 0 }),
  /** Of a group or a peer. */
  ref_name: z.optional(text("对象名称")),
  band: choice("人群", PRICE_BANDS),
  old: z.nullable(money("原价")),
  new: z.nullable(money("新价")),
});
const c = adjustCell.shape;

/** A request as its product shows it. */
export const priceAdjustment = z.object({
  id: id("编号"),
  adjust_no: text("调价单号"),
  batch_no: z.nullable(text("批次")),
  adjustment_status: choice("状态", stateLabels(priceAdjustmentFlow)),
  reason_kind: choice("原因", ADJUST_REASONS),
  reason: text("说明", { min: 0 }),
  source: choice("来源", ADJUST_SOURCES),
  /** Null: as soon as it is approved. */
  effective_at: z.nullable(time("生效时间")),
  maker_id: z.nullable(id("申请人", "worker")),
  maker_name: z.nullable(text("申请人")),
  created_at: time("提交时间"),
  cells: z.array(adjustCell).meta({ label: "调价项", kind: "list" }),
  version: version(),
});

const signed = (label: string) => money(label, { signed: true });
/** As lists of requests show it. Cost cells and margins are absent for who may not see them. */
export const priceAdjustmentRow = z.object({
  ...priceAdjustment.shape,
  target_kind: choice("对象", ADJUST_TARGETS),
  target_id: id("对象"),
  target_no: text("商品编号", { min: 0 }),
  target_name: text("商品"),
  country_name: z.nullable(text("国家/地区")),
  /** The cells in words, for exports. */
  change_text: text("调价内容", { min: 0, max: 5000 }),
  effect_mode: choice("生效方式", ADJUST_EFFECTS),
  /** The instant from which an approved change holds. */
  applied_at: z.nullable(time("生效")),
  below_floor: bool("低于底线"),
  /** Some cells are costs the reader may not see. */
  has_hidden: bool("含成本项"),
  margin_old: z.optional(signed("原毛利")),
  margin_new: z.optional(signed("新毛利")),
  reviewer_name: z.nullable(text("审核人")),
  reject_kind: z.nullable(choice("驳回原因", ADJUST_REJECTS)),
  review_text: z.nullable(text("审核意见")),
  decided_at: z.nullable(time("审核时间")),
  /** Until when a waiting request should be decided. */
  due_at: z.nullable(time("审核期限")),
  revert_no: z.nullable(text("冲回的调价单")),
  /** What the reader may do now, and why not. */
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const r = priceAdjustmentRow.shape;

export const adjustMargin = z.object({
  ...pick(adjustCell, "price_kind", "ref_id", "ref_name", "band"),
  old: z.nullable(signed("原毛利")),
  new: signed("新毛利"),
});
/** What the last days' sales would have brought at the new prices. */
export const adjustReplay = z.object({
  from: time("起"),
  /** Paid applicants of the product, and those among them whose price changes. */
  people: int("已付款申请人"),
  touched: int("价格有变的申请人"),
  income: signed("收入变化"),
  margin: z.optional(signed("毛利变化")),
  /** Would have fallen below the floor, and did not before. */
  fallen: z.optional(int("跌破底线")),
  tiers: z.array(z.object({ ...adjustCell.shape, n: int("人数"), income: signed("收入变化") })),
});
const adjustLog = z.object({
  id: id(),
  label: z.string(),
  at: time("时间"),
  actor_name: z.string(),
  reason: z.nullable(z.string()),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
});
export const priceAdjustmentDetail = z.object({
  ...r,
  /** Whose cost it changes; null: nobody's. */
  cost_supplier: z.nullable(z.object({ id: id("供应商", "supplier"), name: text("供应商") })),
  margin_floor: z.optional(money("毛利底线")),
  margins: z.optional(z.array(adjustMargin)),
  replay: z.nullable(adjustReplay),
  suppliers: z.optional(
    z.array(
      z.object({
        supplier_name: z.string(),
        priority: z.int(),
        adult: money("成人"),
        child: z.nullable(money("儿童")),
        embassy_included: z.boolean(),
        centre_included: z.boolean(),
      }),
    ),
  ),
  /** Other requests of the same product that are open. */
  others: z.array(priceAdjustment),
  history: z.array(adjustLog),
});

const anyFilter = {
  keyword: z.optional(text("单号/批次/商品", { min: 0, max: 40 })),
  sku_id: z.optional(anyOf(id("商品", "sku"))),
  country_id: z.optional(anyOf(text("国家/地区", { max: 2 }).meta({ label: "国家/地区", kind: "text", of: "country" }))),
  price_kind: z.optional(anyOf(c.price_kind)),
  reason_kind: z.optional(anyOf(r.reason_kind)),
  source: z.optional(anyOf(r.source)),
  below_floor: z.optional(r.below_floor),
  maker_id: z.optional(anyOf(id("申请人", "worker"))),
  created_at: z.optional(range("提交时间")),
  applied_at: z.optional(range("生效时间")),
  queue: z.optional(choice("待办", ADJUST_QUEUES)),
};
const seen = pick(priceAdjustmentRow, "id", "version");
const reason = () => text("说明", { min: 5, max: 200, message: "说明为5至200个字" });
const adjustIds = () => ids("调价单", ADJUST_REVIEW_MAX).min(1, { error: "请选择调价单" });
const decided = z.object({
  done: int("已处理"),
  results: z.array(z.object({ ...rowResult.shape, adjust_no: text("调价单号", { min: 0 }) })),
});

/** A change of many products alike. */
export const adjustRule = z.strictObject({
  targets: z
    .array(z.strictObject({ price_kind: choice("价种", SKU_KINDS), ref_id: z.nullable(text("对象", { min: 0, max: 40 })) }))
    .min(1, { error: "请选择要调整的级别" })
    .max(40)
    .meta({ label: "要调整的级别" }),
  bands: choices("人群", PRICE_BANDS).min(1, { error: "请选择成人或儿童" }),
  op: choice("调整方式", ADJUST_OPS),
  /** Cents; a percentage in hundredths of a percent. */
  value: z
    .int({ error: numberFault("调整幅度", "最多两位小数") })
    .min(-1_000_000_000, { error: "调整幅度过大" })
    .max(1_000_000_000, { error: "调整幅度过大" })
    .meta({ label: "调整幅度", kind: "int" }),
  round: choice("取整", ADJUST_ROUNDS),
});

export const adjustOutcome = z.object({
  ...rowResult.shape,
  sku_no: text("商品编号", { min: 0 }),
  name: text("商品", { min: 0 }),
  adjust_no: z.nullable(text("调价单号")),
  cells: z.array(adjustCell).meta({ label: "调价项" }),
  below_floor: bool("低于底线"),
  margins: z.optional(z.array(adjustMargin)),
});

const cellList = () =>
  z
    .array(
      z.strictObject({
        ...pick(adjustCell, "band", "old", "new"),
        price_kind: choice("价种", SKU_KINDS),
        ref_id: text("对象", { min: 0, max: 40 }),
      }),
    )
    .min(1, { error: "请至少修改一项价格" })
    .max(100, { error: "一次最多修改100项价格" })
    .meta({ label: "新价格", kind: "list" });

export const priceAdjustmentApi = api({
  price_adjustment_add: write(
    "申请调价",
    may.sku,
    {
      sku_ids: ids("商品", ADJUST_SKUS_MAX, "sku").min(1, { error: "请选择商品" }),
      /** Of one product, cell by cell; of several, a rule. */
      cells: z.optional(cellList()),
      rule: z.optional(adjustRule.meta({ label: "调价规则" })),
      reason_kind: r.reason_kind,
      reason: reason(),
      effect_mode: r.effect_mode,
      effective_at: z.nullable(time("生效时间")),
      dry_run: bool("试算"),
    },
    z.object({ batch_no: r.batch_no, opened: int("已提交"), results: z.array(adjustOutcome) }),
    { key: true },
  ),
  /** What cells of one product would leave, while they are typed. */
  price_adjustment_check: read(
    "调价试算",
    may.sku,
    { sku_id: id("商品", "sku"), cells: cellList(), effective_at: z.nullable(time("生效时间")) },
    adjustOutcome,
  ),
  price_adjustment_mine_query: list("我的调价", may.sku, {
    filter: { sku_id: anyFilter.sku_id, adjustment_status: z.optional(anyOf(r.adjustment_status)) },
    row: priceAdjustmentRow,
    sorts: ["created_at"],
  }),
  price_adjustment_withdraw: move(priceAdjustmentFlow, "withdraw", seen, priceAdjustmentRow),
  price_adjustment_revert: write("冲回调价", may.sku, { ...seen, reason: reason() }, priceAdjustmentRow),
  price_adjustment_query: list("调价审核列表", may.price_adjustment, {
    filter: { ...anyFilter, adjustment_status: z.optional(anyOf(r.adjustment_status)), is_mine: z.optional(bool("我提交的")) },
    row: priceAdjustmentRow,
    sorts: ["created_at", "applied_at"],
    columns_may: { margin_old: may.cost_view, margin_new: may.cost_view },
    exports: [
      "adjust_no",
      "batch_no",
      "target_no",
      "target_name",
      "country_name",
      "change_text",
      "below_floor",
      "effect_mode",
      "effective_at",
      "applied_at",
      "reason_kind",
      "reason",
      "source",
      "maker_name",
      "created_at",
      "adjustment_status",
      "reviewer_name",
      "reject_kind",
      "review_text",
      "decided_at",
    ],
  }),
  /** Numbers of the tabs under the same filter. */
  price_adjustment_stat_get: read("调价审核计数", may.price_adjustment, anyFilter, z.record(z.string(), z.int())),
  price_adjustment_get: read("调价单详情", may.price_adjustment, pick(priceAdjustmentRow, "id"), priceAdjustmentDetail),
  /** One request is refused plainly; of several each row says how it went. */
  price_adjustment_approve: write(
    "通过调价",
    may.price_adjustment,
    { ids: adjustIds(), review_text: z.optional(text("审核意见", { min: 0, max: 200 })) },
    decided,
    { key: true },
  ),
  price_adjustment_reject: write(
    "驳回调价",
    may.price_adjustment,
    {
      ids: adjustIds(),
      reject_kind: choice("驳回原因", ADJUST_REJECTS),
      review_text: text("驳回说明", { min: 5, max: 200, message: "驳回说明为5至200个字" }),
    },
    decided,
  ),
  price_adjustment_revoke: move(
    priceAdjustmentFlow,
    "revoke",
    { ...seen, review_text: text("取消原因", { min: 5, max: 200, message: "取消原因为5至200个字" }) },
    priceAdjustmentRow,
  ),
});
