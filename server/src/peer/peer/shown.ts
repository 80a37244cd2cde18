/** Peers as their readers see them: names, figures and debts beside the stored row. */
import { blockText } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { PEER_EXPIRING_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { areaName, plainCity } from "../../base-data/index.ts";
import type { FinanceDoor, PeerDebt } from "../doors.ts";
import { figuresOf, type Figures } from "./figures.sql.ts";
import { groupNames, workerNames } from "./names.sql.ts";
import { blocksOf } from "./peer-blocks.sql.ts";
import type { PeerRow, StoredRow } from "./peer.sql.ts";

type Validity = NonNullable<PeerRow["paper_validity"]>;
/** Ended papers first, then those of the next days. */
export const validityOf = (validTo: string | null, now: Date): Validity =>
  validTo === null || validTo > dayOf(now, PEER_EXPIRING_DAYS) ? "valid" : validTo < dayOf(now) ? "expired" : "expiring";
export const placeText = (p: Pick<StoredRow, "province_code" | "city_code">): string =>
  [areaName(p.province_code), plainCity(areaName(p.city_code))].filter(Boolean).join(" ");

const daysSince = (day: string, today: string): number => Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000));
/** Null: statements are not there to say it. */
export const overdueAmount = (debt: PeerDebt | undefined, today: string): number | null =>
  debt ? debt.due.filter((d) => d.due_on < today).reduce((sum, d) => sum + d.amount, 0) : null;

function derived(f: Figures, debt: PeerDebt | undefined, now: Date) {
  const { id: _, oldest_due_on, paid_30, ...figures } = f;
  const today = dayOf(now);
  return {
    ...figures,
    balance: f.principal + f.gift,
    is_over_limit: f.credit_available < 0,
    overdue_amount: overdueAmount(debt, today),
    overdue_days: oldest_due_on === null ? 0 : daysSince(oldest_due_on, today),
    refund_rate: paid_30 === 0 ? null : (paid_30 - f.gmv_30) / paid_30,
    paper_validity: f.paper_until === null ? null : validityOf(f.paper_until, now),
  };
}

type Shown = Omit<PeerRow, keyof StoredRow>;
export async function shownPeers<R extends StoredRow>(
  ctx: Pick<Ctx, "db" | "now">,
  finance: FinanceDoor,
  list: readonly R[],
): Promise<(R & Shown)[]> {
  const ids = list.map((p) => p.id);
  const [workers, groups, figures, debts, blocks] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((p) => [p.bd_owner_id, p.cs_owner_id]),
    ),
    groupNames(
      ctx.db,
      list.map((p) => p.service_group_id),
    ),
    figuresOf(ctx.db, ids, ctx.now),
    finance.debtOf(ctx.db, ids),
    blocksOf(ctx.db, ids, ctx.now),
  ]);
  return list.flatMap((p) => {
    const f = figures.get(p.id);
    if (!f) return [];
    return {
      ...p,
      service_group_name: groups.get(p.service_group_id ?? 0) ?? null,
      bd_owner_name: workers.get(p.bd_owner_id ?? 0) ?? null,
      cs_owner_name: workers.get(p.cs_owner_id ?? 0) ?? null,
      place_text: placeText(p),
      ...derived(f, debts.get(p.id), ctx.now),
      credit_blocked: p.settle_mode === "credit" ? blockText(blocks.get(p.id) ?? [], "credit") : null,
    };
  });
}
