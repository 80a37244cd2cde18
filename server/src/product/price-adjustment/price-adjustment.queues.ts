/** 待办队列 of the product area: prices that wait for a second person. */
import { priceAdjustmentFlow } from "@visadesk/contract/product/price/price-adjustment.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ADJUST_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { likeText, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { targetOf } from "./price-adjustment-targets.ts";
import type { AdjustTarget } from "./price-adjustment.sql.ts";

const route = "price-adjustment-list";
/** Until when a waiting request should be decided: within one working day. */
export const ADJUST_DUE = nextWorkDayEnd("a.created_at");

async function named(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Named>> {
  const list = await rows<{ id: number; adjust_no: string; target_kind: AdjustTarget; target_id: number }>(
    db,
    q`select a.id, a.adjust_no, a.target_kind, a.target_id from price_adjustments a where a.id = any(${[...ids]}::int8[])`,
  );
  const found = new Map<number, Named>();
  for (const [kind, of] of Map.groupBy(list, (a) => a.target_kind)) {
    const names = await targetOf(kind).names(
      db,
      of.map((a) => a.target_id),
    );
    for (const a of of) found.set(a.id, { title: names.get(a.target_id)?.name ?? "已删除", ref_no: a.adjust_no });
  }
  return found;
}

const adjustDesk: Desk = {
  noun: "price_adjustment",
  flow: priceAdjustmentFlow,
  queues: [
    {
      key: "price_adjustment",
      may: may.price_adjustment,
      rows: () => q`a.adjustment_status = 'pending'`,
      clears: ["approve", "reject", "withdraw"],
      list: { route, params: {}, query: { queue: "price_adjustment" } },
    },
  ],
  from: q`price_adjustments a`,
  columns: {
    id: "a.id",
    state: "a.adjustment_status",
    entered_at: "a.created_at",
    due_at: ADJUST_DUE,
    initiator: "a.maker_id",
    makers: ["a.maker_id"],
  },
  // Prices belong to nobody: whoever reviews them sees all.
  scope: () => null,
  keyword: (word) => q`a.adjust_no ilike ${`%${likeText(word)}%`}`,
  named,
  opens: ({ source_id }) => ({ route, params: {}, query: { adjust: String(source_id) } }),
};
export const productDesks: readonly Desk[] = [adjustDesk];

/** My rows of the queue, as the filter of the list. */
export const adjustQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof ADJUST_QUEUES): Sql => queueRows(adjustDesk, ctx, key);
