/** 待办队列 supplier_settle: settlements that wait for an accountant: to be compared, argued about, or passed for payment. */
import { supplierSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { SETTLE_DESK_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { wholeScope } from "../scope.sql.ts";
import { DUE_AT } from "./settle-due.sql.ts";

export const settleDesk: Desk = {
  noun: "settlement",
  flow: supplierSettleFlow,
  queues: [
    {
      key: "supplier_settle",
      may: may.supplier_settle,
      rows: () => q`(s.kind in ('supplier', 'insurer') and s.settlement_status in ('draft', 'disputed', 'confirmed'))`,
      clears: ["send", "confirm", "approve", "void"],
      list: { route: "supplier-settle-list", params: {}, query: { tab: "cycle", queue: "supplier_settle" } },
    },
    {
      key: "express_settle",
      may: may.express_settle,
      rows: () => q`(s.kind = 'carrier' and s.settlement_status in ('draft', 'disputed', 'confirmed'))`,
      clears: ["send", "confirm", "approve", "void"],
      list: { route: "sf-settle-list", params: {}, query: { tab: "cycle", queue: "express_settle" } },
    },
  ],
  from: q`settlements s join suppliers v on v.id = s.supplier_id`,
  columns: { id: "s.id", state: "s.settlement_status", entered_at: "s.created_at", due_at: DUE_AT },
  scope: (ctx) => wholeScope(ctx),
  keyword: (word) => or([q`s.settle_no like ${`${likeText(word.toUpperCase())}%`}`, q`v.short_name ilike ${`%${likeText(word)}%`}`]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select s.id, v.short_name as title, s.settle_no as ref_no, s.supplier_id as parent_id from settlements s join suppliers v on v.id = s.supplier_id where s.id = any(${[...ids]}::int8[])`,
        )
      ).map((s) => [s.id, s]),
    ),
  opens: ({ queue, source_id, parent_id }) => ({
    route: queue === "express_settle" ? "express-settle-detail" : "supplier-settle-detail",
    params: { supplierId: String(parent_id ?? 0), id: String(source_id) },
  }),
};

/** The rows of the queue, as the filter of the list. */
export const settleQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof SETTLE_DESK_QUEUES): Sql => queueRows(settleDesk, ctx, key);
