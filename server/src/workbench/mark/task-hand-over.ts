/** Tasks that were passed to whoever leaves: to the one who takes over, or back to their queue where he may not have them. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { owned, STALE_HOLDING } from "#kit/noun/owned.ts";
import { saveRows } from "#kit/noun/save.ts";
import type { Holding, Passing } from "#kit/seal/holding.ts";
import { principalOfWorker } from "../../account/index.ts";
import { backToQueue, marksOf, taskKey, taskMarkNoun } from "../../message/index.ts";
import { deskOf, mayHandle } from "../desks.ts";
import { fitFor } from "./task-mark.sql.ts";

const given = owned(taskMarkNoun, "handler_id");

async function pass(ctx: Ctx, { ids, from, to }: Passing): Promise<void> {
  const list = await marksOf(ctx.db, q`m.id = any(${[...ids]}::int8[]) and m.handler_id = ${from.id}`);
  if (list.length !== ids.length) refuse("count_changed", STALE_HOLDING);
  const receiver = await principalOfWorker(ctx.db, to.id, ctx.now);
  const fit = receiver ? await fitFor(ctx, receiver, list) : new Set<string>();
  const his = list.filter((m) => receiver && fit.has(taskKey(m)) && mayHandle(m.queue, receiver.codes)).map((m) => m.id);
  await saveRows(ctx, taskMarkNoun, {
    where: q`id = any(${his}::int8[])`,
    set: { handler_id: to.id, transferred_at: ctx.now, updated_at: ctx.now },
  });
  await backToQueue(ctx, q`id = any(${list.map((m) => m.id).filter((id) => !his.includes(id))}::int8[])`);
  for (const m of list)
    ctx.note({
      noun: deskOf(m.queue).noun,
      noun_id: m.source_id,
      changes: [{ field: "handler_id", label: "处理人", before: from.name, after: his.includes(m.id) ? to.name : null }],
    });
}

export const taskHoldings: readonly Holding[] = [
  {
    kind: "task",
    label: "转交来的待办",
    short: "待办",
    unit: "项",
    needs: [may.workbench],
    note: "接手人有权限的改由其处理，其余回到原处理人",
    link: () => null,
    ...given,
    pass,
  },
];
