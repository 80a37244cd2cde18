/** 待办队列 export_review: files that wait for a second person. */
import { exportFlow } from "@visadesk/contract/kit/export.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "../call/context.ts";
import { likeText, or, q, rows, type Sql } from "../db/sql.ts";
import { queueRows, type Desk, type Named } from "../queue.ts";

export const exportDesk: Desk = {
  noun: "export_task",
  flow: exportFlow,
  queues: [
    {
      key: "export_review",
      may: may.export_personal,
      rows: () => q`e.status = 'pending'`,
      clears: ["approve", "reject"],
      list: { route: "export-list", params: {}, query: { queue: "export_review" } },
    },
  ],
  from: q`export_tasks e`,
  columns: { id: "e.id", state: "e.status", entered_at: "e.created_at", initiator: "e.worker_id", makers: ["e.worker_id"] },
  scope: () => null,
  keyword: (word) => or([q`e.export_no like ${`${likeText(word.toUpperCase())}%`}`, q`e.title ilike ${`%${likeText(word)}%`}`]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select e.id, e.title, e.export_no as ref_no from export_tasks e where e.id = any(${[...ids]}::int8[])`,
        )
      ).map((e) => [e.id, e]),
    ),
  opens: ({ source_id }) => ({ route: "export-list", params: {}, query: { task: String(source_id) } }),
};
export const exportQueue = (ctx: Pick<Ctx, "me" | "now">, key: "export_review"): Sql => queueRows(exportDesk, ctx, key);
