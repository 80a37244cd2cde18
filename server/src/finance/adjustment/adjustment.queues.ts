/** 待办队列 adjustment_review: what is to be posted by hand and waits for a second person. */
import { ADJUST_KINDS, type AdjustKind } from "@visadesk/contract/finance/adjustment.words.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ADJUSTMENT_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { financeScope } from "../scope.sql.ts";

export const adjustmentDesk: Desk = {
  noun: "adjustment",
  flow: adjustmentFlow,
  queues: [
    {
      key: "adjustment_review",
      may: may.balance_adjust,
      rows: () => q`a.adjust_status = 'pending'`,
      clears: ["approve", "reject", "withdraw"],
      list: { route: "balance-list", params: {}, query: { tab: "adjustment", queue: "adjustment_review" } },
    },
  ],
  from: q`adjustments a`,
  columns: {
    id: "a.id",
    state: "a.adjust_status",
    entered_at: "a.created_at",
    due_at: nextWorkDayEnd("a.created_at"),
    initiator: "a.created_by",
    makers: ["a.created_by"],
  },
  scope: (ctx) => financeScope(ctx, { peer: "a.peer_id" }),
  keyword: (word) => q`a.adjust_no like ${`${likeText(word.toUpperCase())}%`}`,
  named: async (db, ids) => {
    const found = await rows<{ id: number; adjust_no: string; kind: AdjustKind; amount: number }>(
      db,
      q`select id, adjust_no, kind, amount from adjustments where id = any(${[...ids]}::int8[])`,
    );
    return new Map(found.map((a) => [a.id, { title: `${ADJUST_KINDS[a.kind]} ${money(a.amount)}`, ref_no: a.adjust_no }]));
  },
  opens: ({ source_id }) => ({ route: "balance-list", params: {}, query: { tab: "adjustment", adjustment: String(source_id) } }),
};
/** My rows of the queue, as the filter of the list. */
export const adjustmentQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof ADJUSTMENT_QUEUES): Sql =>
  queueRows(adjustmentDesk, ctx, key);
