/** What a refund policy gives back at a stage. Pure, shared by the order's trial and by 试算 of the policy. */
export const REFUND_STAGES = {
  paid: "已支付·未交资料",
  reviewing: "已交资料·预审中",
  reviewed: "预审通过·未送签",
  submitted: "已送签/已赴馆",
  issued: "出签",
  refused: "拒签",
  refused_protected: "拒签·理赔通过",
} as const;
export type RefundStage = keyof typeof REFUND_STAGES;
export const refundStages: readonly RefundStage[] = [
  "paid",
  "reviewing",
  "reviewed",
  "submitted",
  "issued",
  "refused",
  "refused_protected",
];

export interface RefundRow {
  stage: RefundStage;
  /** Percent of the service fee. */
  service_rate: number;
  embassy: "refund" | "none";
  centre: "refund" | "none";
  /** Hours after payment this row holds, then the next row counts; 0 = no limit. */
  within_hours: number;
  text: string;
}
export interface RefundParts {
  service: number;
  embassy: number;
  centre: number;
}
export interface RefundAsk {
  grid: readonly RefundRow[];
  stage: RefundStage;
  hours_since_payment: number;
  paid: RefundParts;
  is_official_paid: boolean;
  liability: "us" | "customer" | "embassy" | "unknown";
}
export interface RefundResult {
  /** Row that decided: later than the asked stage when its hours are over. */
  stage: RefundStage;
  text: string;
  lines: { kind: keyof RefundParts; paid: number; rate: number; amount: number }[];
  total: number;
}

/** cents × percent, rounded half up. Exact: integers only. */
export const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100);

function rowFor(ask: RefundAsk): RefundRow {
  for (const stage of refundStages.slice(refundStages.indexOf(ask.stage))) {
    const row = ask.grid.find((r) => r.stage === stage);
    if (row && (row.within_hours === 0 || ask.hours_since_payment < row.within_hours)) return row;
  }
  throw new Error(`refund grid without a row for ${ask.stage}`);
}

/** Refundable amounts of the paid parts: service by rate, official fees in full while the official has not been paid; our fault returns all. */
export function refundLines(ask: RefundAsk): RefundResult {
  const row = rowFor(ask);
  const ours = ask.liability === "us";
  const official = (rule: RefundRow["embassy"]): number => (ours || (rule === "refund" && !ask.is_official_paid) ? 100 : 0);
  const rates: RefundParts = { service: ours ? 100 : row.service_rate, embassy: official(row.embassy), centre: official(row.centre) };
  const kinds = ["service", "embassy", "centre"] as const;
  const lines = kinds
    .filter((kind) => ask.paid[kind] > 0)
    .map((kind) => ({ kind, paid: ask.paid[kind], rate: rates[kind], amount: percentOf(ask.paid[kind], rates[kind]) }));
  return { stage: row.stage, text: row.text, lines, total: lines.reduce((sum, l) => sum + l.amount, 0) };
}

/** Stages that a limit of hours after payment may end: a result ends them by itself. */
export const HOURS_STAGES: ReadonlySet<RefundStage> = new Set(["paid", "reviewing", "reviewed", "submitted"]);

/** First stage without a row, as 1 to 7; 0 when all are filled. */
export const missingStage = (grid: readonly RefundRow[]): number =>
  refundStages.findIndex((stage) => !grid.some((r) => r.stage === stage)) + 1;

/** Why a grid may not be published, or null: every stage once, rates not rising from paid to submitted, hours only before a result. */
export function refundGridFault(grid: readonly RefundRow[]): string | null {
  const rows = refundStages.map((stage) => grid.find((r) => r.stage === stage));
  const missing = rows.findIndex((r) => !r);
  if (missing >= 0 || grid.length !== refundStages.length) return `第${missing + 1 || refundStages.length}阶段未填写`;
  const rates = rows.slice(0, 4).map((r) => r?.service_rate ?? 0);
  if (rates.some((rate, i) => i > 0 && rate > (rates[i - 1] ?? 0))) return "后一阶段的退款比例不能高于前一阶段";
  const timed = grid.find((r) => r.within_hours > 0 && !HOURS_STAGES.has(r.stage));
  return timed ? `「${REFUND_STAGES[timed.stage]}」不按支付时长计算，小时数请填0` : null;
}

/** Differences of two versions stage by stage, in the words of the grid: what changes for the customer. */
export interface GridChange {
  stage: RefundStage;
  field: "service_rate" | "embassy" | "centre" | "within_hours" | "text";
  before: string;
  after: string;
}
export const OFFICIAL_RULES = { refund: "未缴官方则退", none: "不退" } as const;
export const PART_LABELS = { service: "服务费", embassy: "签证费", centre: "签证中心费" } as const;
export const GRID_LABELS = {
  service_rate: PART_LABELS.service,
  embassy: PART_LABELS.embassy,
  centre: PART_LABELS.centre,
  within_hours: "支付后时限",
  text: "说明",
} as const;
const GRID_FIELDS = ["service_rate", "embassy", "centre", "within_hours", "text"] as const;
const wordOf = (row: RefundRow | undefined, field: GridChange["field"]): string => {
  if (!row) return "未填写";
  if (field === "service_rate") return `${row.service_rate}%`;
  if (field === "within_hours") return row.within_hours === 0 ? "不限" : `${row.within_hours}小时内`;
  return field === "text" ? row.text || "—" : OFFICIAL_RULES[row[field]];
};
export const gridChanges = (before: readonly RefundRow[], after: readonly RefundRow[]): GridChange[] =>
  refundStages.flatMap((stage) => {
    const [a, b] = [before.find((r) => r.stage === stage), after.find((r) => r.stage === stage)];
    return GRID_FIELDS.map((field) => ({ stage, field, before: wordOf(a, field), after: wordOf(b, field) })).filter(
      (c) => c.before !== c.after,
    );
  });
