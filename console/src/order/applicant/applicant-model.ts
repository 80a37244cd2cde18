/** What the applicant page reads out of `applicant_get`: kinds with counts, the item to look at next, present files. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { APPLICANT_STEPS, applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { shortTime } from "@visadesk/contract/kit/format.ts";
import type { FileRecord } from "#kit/file/file-links.tsx";
import type { Step } from "#kit/page/blocks.tsx";

export type Applicant = Output<typeof applicantApi.applicant_get>;
export type Material = Applicant["materials"][number];
export type MaterialFile = Material["files"][number];

export const fileRecord = (a: Pick<Applicant, "id">): FileRecord => ({ noun: "applicant", noun_id: a.id });

export interface KindTab {
  kind: number;
  label: string;
  total: number;
  waiting: number;
  rejected: number;
}
/** The kinds this person has papers of, with what waits for a verdict and what was rejected. */
export const kindTabs = (materials: readonly Material[]): KindTab[] =>
  Object.entries(DOCUMENT_KINDS).flatMap(([key, label]) => {
    const mine = materials.filter((m) => m.kind === Number(key));
    if (mine.length === 0) return [];
    const count = (status: string): number => mine.filter((m) => m.material_status === status).length;
    return [{ kind: Number(key), label, total: mine.length, waiting: count("submitted"), rejected: count("rejected") }];
  });

/** After a verdict: the next waiting item of the same kind, then of the others; null when nothing waits. */
export function nextWaiting(materials: readonly Material[], now: Pick<Material, "id" | "kind">): Material | null {
  const at = materials.findIndex((m) => m.id === now.id);
  const around = [...materials.slice(at + 1), ...materials.slice(0, Math.max(at, 0))].filter(
    (m) => m.material_status === "submitted" && m.id !== now.id,
  );
  return around.find((m) => m.kind === now.kind) ?? around[0] ?? null;
}

/** Where the page opens: the first waiting item, else the first missing one, else the first. */
export const firstItem = (materials: readonly Material[]): Material | null =>
  materials.find((m) => m.material_status === "submitted") ??
  materials.find((m) => m.material_status === "missing") ??
  materials[0] ??
  null;

/** Neighbour among the items of one kind, staying at the ends. */
export function neighbour(materials: readonly Material[], now: Material, step: 1 | -1): Material {
  const row = materials.filter((m) => m.kind === now.kind);
  return row[row.findIndex((m) => m.id === now.id) + step] ?? now;
}

/** Files in force, by page. */
export const presentFiles = (m: Material): MaterialFile[] =>
  m.files.filter((f) => f.superseded_at === null).toSorted((a, b) => a.page_no - b.page_no);
/** Earlier versions of a page, newest first. */
export const earlierFiles = (m: Material, page: number): MaterialFile[] =>
  m.files.filter((f) => f.page_no === page && f.superseded_at !== null).toSorted((a, b) => b.version_no - a.version_no);
/** An original that is gone, however it was judged. */
export const isLost = (m: Material): boolean => m.kind === 2 && m.holder === "lost";
export const isNew = (m: Material): boolean => m.files.some((f) => f.superseded_at === null && f.is_new);

const CLOSED = new Set<string>([
  "pre_review_failed",
  "in_embassy",
  "issued",
  "refused",
  "refused_proof",
  "refused_review",
  "refused_rejected",
  "refunding",
  "refunded",
  "cancelled",
]);
/** Why nothing may be handed in or judged now, or null. */
export function materialsClosed(a: Pick<Applicant, "applicant_status" | "held_at" | "hold_reason" | "order_status">): string | null {
  if (a.order_status === "cancelled" || a.order_status === "deleted") return "订单已取消";
  if (CLOSED.has(a.applicant_status)) return "已送签或已结束，资料不可修改";
  return a.held_at ? `已挂起：${a.hold_reason ?? ""}` : null;
}

const NEEDED: Readonly<Record<string, (n: Applicant["needs"]) => boolean>> = { 收原件: (n) => n.originals, 预约赴馆: (n) => n.visit };

/** The person's path as a thin line; steps this product does not have are left out. */
export function applicantSteps(a: Applicant): Step[] {
  const steps = APPLICANT_STEPS.filter((s) => NEEDED[s.label]?.(a.needs) ?? true);
  const at = steps.findIndex((s) => s.states.includes(a.applicant_status));
  const stopped = at < 0 || applicantFlow.states[a.applicant_status].tone === "red";
  return steps.map((s, i) => {
    // No state of its own: the result's state stays while its papers go back.
    if (s.label === "寄回") return handBack(a);
    const span = enteredBy(a, s.states);
    const state =
      i === at
        ? stopped
          ? "stopped"
          : a.applicant_status === "issued"
            ? "done"
            : "now"
        : at >= 0 && i < at
          ? "done"
          : span && at < 0
            ? "done"
            : "wait";
    return { label: s.label, state, ...(span && { note: shortTime(span.entered_at) }) };
  });
}
/** Where the last stay in these states began: a change of whose turn it is opens another span of the same stay. */
function enteredBy(a: Applicant, states: readonly string[]): Applicant["spans"][number] | undefined {
  const spans = a.spans.filter((x) => !x.is_rolled_back);
  let i = spans.findLastIndex((x) => states.includes(x.status));
  while (i > 0 && states.includes(spans[i - 1]?.status ?? "")) i--;
  return spans[i];
}
const handBack = (a: Applicant): Step => ({
  label: "寄回",
  state: a.handed_back_at ? "done" : a.send_back ? "now" : "wait",
  ...(a.handed_back_at && { note: shortTime(a.handed_back_at) }),
});
