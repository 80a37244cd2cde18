/** Work orders as their readers see them: names and clocks beside the stored row. */
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import { workerNames } from "../peer/names.sql.ts";
import { movesOf } from "./work-order.guards.ts";
import { clockOf } from "./work-order.rules.ts";
import { NO_WORK_ORDER } from "./work-order-scope.sql.ts";
import { storedWorkOrder, type StoredRow, type WorkOrderRow } from "./work-order.sql.ts";

type Shown = Pick<WorkOrderRow, "reply_left" | "resolve_left" | "is_late" | "handler_name" | "moves">;
export async function shownWorkOrders<R extends StoredRow>(
  ctx: Pick<Ctx, "db" | "me" | "now">,
  list: readonly R[],
): Promise<(R & Shown)[]> {
  const [names, calendar] = await Promise.all([
    workerNames(
      ctx.db,
      list.map((w) => w.handler_id),
    ),
    calendarOf(ctx.db),
  ]);
  return list.map((w) => ({
    ...w,
    ...clockOf(calendar, ctx.now, w),
    handler_name: names.get(w.handler_id ?? 0) ?? null,
    moves: movesOf(ctx, w),
  }));
}

/** One as a row of its list. */
export async function workOrderShown(ctx: Pick<Ctx, "db" | "me" | "now">, id: number): Promise<WorkOrderRow> {
  const [shown] = await shownWorkOrders(ctx, [found(await storedWorkOrder(ctx, { id }), NO_WORK_ORDER)]);
  return found(shown, NO_WORK_ORDER);
}
