/** Bodies of once.test.ts for tasks of the workbench: somebody's review is passed on by the administrator. */
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { OrderDesk } from "../make/order.ts";

export function taskMarkOnce(app: () => TestApp, desk: () => OrderDesk) {
  const waiting = async (): Promise<number> => {
    const { people } = await desk().order();
    const person = people[0] ?? 0;
    const expert = desk().staff.get("expert") ?? 0;
    await rows(app().db, q`update applicants set applicant_status = 'pre_review', expert_id = ${expert} where id = ${person}`);
    return person;
  };
  return {
    bodies: {
      task_transfer: async () => ({
        rows: [{ queue: "pre_review" as const, source_id: await waiting() }],
        handler_id: desk().staff.get("jpkr_1") ?? 0,
        transfer_reason: "今天请您代为预审",
      }),
    },
    other: { task_transfer: { transfer_reason: "明天请您代为预审" } },
  };
}
