/** 待办队列 invoice_review: papers that wait to be passed, issued or registered. */
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { INVOICE_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { invoiceScope } from "./invoice-scope.sql.ts";

const team = (ctx: Pick<Ctx, "me">): Sql =>
  q`i.created_by in (select w.id from workers w where w.team_id = ${ctx.me.team_id}) or i.created_by = ${ctx.me.worker_id}`;
export const invoiceDesk: Desk = {
  noun: "invoice",
  flow: invoiceFlow,
  queues: [
    {
      key: "invoice_review",
      may: may.invoice,
      rows: () => q`i.invoice_status in ('pending', 'to_issue', 'issuing')`,
      clears: ["approve", "reject", "withdraw", "issued", "red_confirming"],
      list: { route: "invoice-list", params: {}, query: { queue: "invoice_review" } },
    },
  ],
  from: q`invoices i`,
  columns: {
    id: "i.id",
    state: "i.invoice_status",
    entered_at: "i.updated_at",
    due_at: nextWorkDayEnd("i.updated_at"),
    initiator: "i.created_by",
    // Whoever asked for one may still issue it.
    makers: ["(case when i.invoice_status = 'pending' then i.created_by end)"],
  },
  scope: (ctx, scope) => (scope === "team" && ctx.me.team_id !== null ? and([invoiceScope(ctx), team(ctx)]) : invoiceScope(ctx)),
  keyword: (word) => or([q`i.fp_no like ${`${likeText(word.toUpperCase())}%`}`, q`i.title ilike ${`%${likeText(word)}%`}`]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select i.id, i.title, i.fp_no as ref_no from invoices i where i.id = any(${[...ids]}::int8[])`,
        )
      ).map((i) => [i.id, i]),
    ),
  opens: ({ source_id }) => ({ route: "invoice-detail", params: { id: String(source_id) } }),
};
/** My rows of the queue, as the filter of the list. */
export const invoiceQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof INVOICE_QUEUES): Sql => queueRows(invoiceDesk, ctx, key);
