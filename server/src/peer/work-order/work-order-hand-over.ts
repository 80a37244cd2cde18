/** Work orders passed on: one, several, all of whoever leaves; and several answered at once. */
import type { Parsed, Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { eachRow } from "#kit/db/each-row.ts";
import { q } from "#kit/db/sql.ts";
import { badInput, refuseUnless } from "#kit/http/refuse.ts";
import { owned } from "#kit/noun/owned.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { workerMay } from "../../account/index.ts";
import { workerNames } from "../peer/names.sql.ts";
import { expectOpen, held, heldFor, moved } from "./work-order-held.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { replyTo } from "./work-order.acts.ts";
import type { StoredDetail } from "./work-order.sql.ts";
import { tellWorker } from "./work-order-told.ts";

type Api = typeof workOrderApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Batch = Output<Api["work_order_hand_over_batch"]>;

async function checkReceiver(ctx: Ctx, id: number): Promise<void> {
  if (!(await workerMay(ctx.db, id, may.peer_work_order))) throw badInput({ path: "handler_id", message: "接收人须在职，且有工单权限" });
}
async function pass(ctx: Ctx, w: StoredDetail, to: number, reason: string): Promise<void> {
  const his = "该工单已由接收人处理";
  refuseUnless(w.handler_id !== to, "guard_failed", his, { issues: [{ path: "handler_id", message: his }] });
  const names = await workerNames(ctx.db, [w.handler_id, to]);
  const change = { field: "handler_id", label: "处理人", before: names.get(w.handler_id ?? 0) ?? null, after: names.get(to) ?? null };
  await moved(ctx, w, "hand_over", { to: w.work_order_status, set: { handler_id: to }, reason, changes: [change] });
  await tellWorker(ctx, to, w, "工单转交给您");
}

export async function handOver({ handler_id, reason, ...seen }: In<"work_order_hand_over">, ctx: Ctx): Promise<{ ok: true }> {
  await checkReceiver(ctx, handler_id);
  await pass(ctx, await heldFor(ctx, seen, "hand_over"), handler_id, reason);
  return { ok: true };
}

/** Each for itself, held in the order of their numbers; a refused one leaves nothing behind. */
const each = (ctx: Ctx, ids: readonly number[], work: (w: StoredDetail) => Promise<void>): Promise<Batch> =>
  eachRow(
    ctx.db,
    ids.map((id) => ({ id })),
    async ({ id }) => work(await held(ctx, id)),
  );

export async function handOverBatch({ ids, handler_id, reason }: In<"work_order_hand_over_batch">, ctx: Ctx): Promise<Batch> {
  await checkReceiver(ctx, handler_id);
  return each(ctx, ids, async (w) => {
    expectOpen(w, "hand_over");
    await pass(ctx, w, handler_id, reason);
  });
}

export const replyBatch = ({ ids, text, files }: In<"work_order_reply_batch">, ctx: Ctx): Promise<Batch> =>
  each(ctx, ids, (w) => replyTo(ctx, w, text, files));

export const workOrderHoldings: readonly Holding[] = [
  {
    kind: "work_order",
    label: "工单",
    short: "工单",
    unit: "张",
    needs: [may.peer_work_order],
    note: "未解决的工单改由接手人处理",
    link: (worker) => ({
      route: "peer-work-order-list",
      query: { view: "all", handler_id: String(worker), work_order_status: "pending,processing,waiting_peer" },
    }),
    ...owned(workOrderNoun, "handler_id", q`h.handler_id is not null and h.work_order_status in ('pending', 'processing', 'waiting_peer')`),
  },
];
