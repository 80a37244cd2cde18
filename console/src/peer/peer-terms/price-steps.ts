/** 为什么他家更便宜: the prices of two peers step by step, and the step where they part. Pure. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";

export type Trace = Output<typeof peerMoneyApi.peer_price_trace_get>;
export type Band = Trace["bands"][number];
export type Tried = Band["ladder"][number];
export interface Step {
  source: string;
  label: string;
  changed_by: string;
  own: Tried | null;
  other: Tried | null;
  /** Up to here both went the same way. */
  parts: boolean;
}
/** The way every price goes, as it is told. */
const STEPS = ["special", "peer", "group", "level", "rule", "retail"] as const;

/** Of several specials the one that counted, else the first. */
const triedAt = (band: Band | null, source: string): Tried | null => {
  const all = band?.ladder.filter((t) => t.source === source) ?? [];
  return all.find((t) => t.lost === null) ?? all[0] ?? null;
};
const taken = (t: Tried | null): number | null => (t?.lost === null ? t.price : null);

/** Steps that either of them met. They part at the first one where one took a price and the other did not, or another one. */
export function stepsOf(own: Band, other: Band | null): Step[] {
  const steps = STEPS.flatMap((source): Step[] => {
    const [a, b] = [triedAt(own, source), triedAt(other, source)];
    const named = a ?? b;
    return named ? [{ source, label: named.label, changed_by: named.changed_by, own: a, other: b, parts: false }] : [];
  });
  const at = other === null ? -1 : steps.findIndex((s) => taken(s.own) !== taken(s.other));
  return steps.map((s, i) => ({ ...s, parts: i === at }));
}
