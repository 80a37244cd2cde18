/** What a peer may not do at an instant, and why: from what people decided, its debts and its papers. */
import { shanghaiDate } from "../../kit/format.ts";
import { BLOCK_CAUSES, mustLicences, type Block, type BlockCause, type BusinessKind, type PeerDocumentKind } from "./peer.words.ts";

interface Span {
  opened_at: string;
  released_at: string | null;
}
export interface HoldFact extends Span {
  id: number;
  blocks: readonly Block[];
  reason: string;
}
export interface WaiverFact extends Span {
  cause: BlockCause;
  cause_id: number;
  until: string;
}
export interface PaperFact {
  id: number;
  kind: PeerDocumentKind;
  valid_to: string | null;
}
export interface BlockFacts {
  business_kind: BusinessKind;
  holds: readonly HoldFact[];
  waivers: readonly WaiverFact[];
  /** Papers in force or ended, none that was superseded. */
  papers: readonly PaperFact[];
  /** Oldest unpaid due day of its credit, as the ledger keeps it. */
  overdue_since: string | null;
}
/** Finance sets the first; all are days past the last good one. */
export interface BlockLimits {
  credit_overdue: number;
  order_overdue: number;
  licence_expired: number;
}
export const BLOCK_LIMITS: BlockLimits = { credit_overdue: 7, order_overdue: 30, licence_expired: 30 };
export interface BlockInForce {
  block: Block;
  cause: BlockCause;
  /** Hold or paper; a statement goes by its due day, which the ledger knows. */
  cause_id: number;
  text: string;
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const within = ({ opened_at, released_at }: Span, at: Date): boolean =>
  Date.parse(opened_at) <= at.getTime() && (released_at === null || at.getTime() < Date.parse(released_at));
/** 2026-10-08 → 20261008. */
export const dueDayKey = (day: string): number => Number(day.replaceAll("-", ""));

/** Every block with its cause; a waiver in force takes its cause out, until the second it ends in. */
export function blocks(facts: BlockFacts, at: Date, limits: BlockLimits = BLOCK_LIMITS): BlockInForce[] {
  const today = shanghaiDate(at);
  const waived = facts.waivers.filter((w) => within(w, at) && at.getTime() < Date.parse(w.until));
  return [...held(facts, at), ...owed(facts, today, limits), ...lapsed(facts, today, limits)].filter(
    (b) => !waived.some((w) => w.cause === b.cause && w.cause_id === b.cause_id),
  );
}

const held = (facts: BlockFacts, at: Date): BlockInForce[] =>
  facts.holds
    .filter((h) => within(h, at))
    .flatMap((h) =>
      h.blocks.map((block) => ({ block, cause: "hold" as const, cause_id: h.id, text: `${BLOCK_CAUSES.hold}：${h.reason}` })),
    );

function owed({ overdue_since }: BlockFacts, today: string, limits: BlockLimits): BlockInForce[] {
  if (overdue_since === null) return [];
  const days = daysBetween(overdue_since, today);
  const of = (block: Block): BlockInForce => ({
    block,
    cause: "overdue",
    cause_id: dueDayKey(overdue_since),
    text: `账单应于 ${overdue_since} 还款，已逾期 ${days} 天`,
  });
  return [...(days > limits.credit_overdue ? [of("credit")] : []), ...(days > limits.order_overdue ? [of("order")] : [])];
}

function lapsed(facts: BlockFacts, today: string, limits: BlockLimits): BlockInForce[] {
  const must = mustLicences(facts.business_kind);
  return facts.papers.flatMap(({ id, kind, valid_to }): BlockInForce[] => {
    if (valid_to === null || valid_to >= today) return [];
    if (kind === "contract") return [{ block: "credit", cause: "contract", cause_id: id, text: `合同已于 ${valid_to} 到期` }];
    if (!must.includes(kind) || daysBetween(valid_to, today) <= limits.licence_expired) return [];
    const name = kind === "travel_licence" ? "旅行社许可证" : "营业执照";
    return [{ block: "order", cause: "licence", cause_id: id, text: `${name}已于 ${valid_to} 到期` }];
  });
}

export const isBlocked = (list: readonly BlockInForce[], block: Block): boolean => list.some((b) => b.block === block);
/** The first cause of a block, as people are told it. */
export const blockText = (list: readonly BlockInForce[], block: Block): string | null => list.find((b) => b.block === block)?.text ?? null;

/** May the cause be waived, and for the first or the second time; a sentence where it may not. */
export function waiverTurn(cause: { cause: BlockCause; cause_id: number }, made: readonly WaiverFact[]): 1 | 2 | string {
  const n = made.filter((w) => w.cause === cause.cause && w.cause_id === cause.cause_id).length;
  return n === 0 ? 1 : n === 1 ? 2 : "最多放行两次";
}
