/** Words of settlements. No zod. */
export const SETTLE_KINDS = { supplier: "供应商", insurer: "保司", carrier: "快递", peer: "同行" } as const;
export type SettleKind = keyof typeof SETTLE_KINDS;
/** Endpoints of one life cycle, each seeing its own kinds. */
export const SETTLE_PREFIXES = {
  supplier_settle: ["supplier", "insurer"],
  express_settle: ["carrier"],
  peer_settle: ["peer"],
} as const satisfies Record<string, readonly SettleKind[]>;
export type SettlePrefix = keyof typeof SETTLE_PREFIXES;

export const LINE_SOURCES = {
  settle: "结算价",
  price: "结算价调整",
  reversal: "冲回",
  premium: "保费",
  express: "快递费",
  deduct: "扣款",
  adjust: "调整",
  rolled: "上期转入",
  theirs: "对方账单",
  charge: "消费",
  refund: "退款",
  repay: "还款",
} as const;
export type LineSource = keyof typeof LINE_SOURCES;
export const LINE_MATCHES = { same: "一致", diff: "差异", ours_only: "对方无", theirs_only: "我方无", duplicate: "重复" } as const;
export type LineMatch = keyof typeof LINE_MATCHES;
export const LINE_CAUSES = { weight: "重量", price: "运价", extra: "增值费", amount: "金额" } as const;
export type LineCause = keyof typeof LINE_CAUSES;
export const LINE_VERDICTS = {
  accept: "认可",
  ours: "坚持我方",
  half: "各半",
  appeal: "申诉",
  customer: "客户承担",
  supplier: "供应商承担",
} as const;
export type LineVerdict = keyof typeof LINE_VERDICTS;
/** Which of them people may choose for suppliers; carriers know who bears it besides. */
export const SUPPLIER_VERDICTS = { accept: "接受对方", ours: "坚持我方", half: "各半", appeal: "转下期" } as const;
/** And for carriers: a waybill is billed as it was weighed, or it waits. */
export const CARRIER_VERDICTS = { accept: "认可", appeal: "申诉", customer: "客户承担", supplier: "供应商承担" } as const;
export const LINE_DISPUTES = { open: "异议中", closed: "已解决" } as const;
/** Why a line left its settlement. */
export const LINE_FREED = { void: "作废", hold: "暂缓", roll: "转下期", appeal: "申诉" } as const;
/** Lines of a settlement by what is to be done with them. */
export const LINE_TABS = { all: "明细", difference: "差异", dispute: "异议", adjust: "调整", held: "暂缓与转出" } as const;
export type LineTab = keyof typeof LINE_TABS;

/** Where a parcel goes, as carriers price it. */
export const CARRIER_ZONES = { same_city: "同城", same_province: "省内", other_province: "省外", remote: "偏远" } as const;
export type CarrierZone = keyof typeof CARRIER_ZONES;

export const SETTLE_QUEUE_STATES = ["draft", "disputed", "confirmed"] as const;
/** A line of the other side's file. */
export const IMPORT_MOST = 5_000;
export const EXTEND_MOST = 2;
