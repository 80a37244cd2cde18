/** Endpoints of work orders, and what the area offers of them to others. */
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { PeerOffers } from "../doors.ts";
import { answer, ask, reopen, reply, resolve, take, withdraw } from "./work-order.acts.ts";
import { handOver, handOverBatch, replyBatch } from "./work-order-hand-over.ts";
import { link, type Links } from "./work-order-link.ts";
import { addWorkOrder } from "./work-order.open.ts";
import { workOrderReads } from "./work-order.read.ts";
import { workOrderShown } from "./work-order.shown.ts";

export const workOrderServer = (doors: Links) =>
  serve(workOrderApi, {
    ...workOrderReads(doors),
    work_order_add: async ({ config_id, text, files, order_id = null, applicant_id = null, peer_id, title, answers }, ctx: Ctx) => {
      const said = text || files?.length ? { kind: "from_peer" as const, text: text ?? "", files } : undefined;
      const asked = { peer_id, title, answers, order_id, applicant_id, account_id: null, source: "staff" as const };
      return workOrderShown(ctx, await addWorkOrder(ctx, doors.order, config_id, asked, said));
    },
    work_order_take: take,
    work_order_reply: reply,
    work_order_reply_batch: replyBatch,
    work_order_ask: ask,
    work_order_answer: answer,
    work_order_hand_over: handOver,
    work_order_hand_over_batch: handOverBatch,
    work_order_link: (input, ctx) => link(input, ctx, doors),
    work_order_resolve: resolve,
    work_order_reopen: reopen,
    work_order_withdraw: withdraw,
  });

/** Of an order, newest first, for its page. */
export const workOrdersOf: PeerOffers["workOrdersOf"] = (db, orderId) =>
  rows(
    db,
    q`select id, work_order_no, title, work_order_status, due_at from work_orders where order_id = ${orderId} order by created_at desc, id desc`,
  );
