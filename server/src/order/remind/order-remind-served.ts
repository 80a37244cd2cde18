/** Endpoints of reminders. */
import type { orderRemindApi } from "@visadesk/contract/order/order-remind.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { expectOngoing, remindRaise } from "../desk/order-remind.ts";
import { NOT_FOUND } from "../flow/change.ts";
import type { OrderStatus } from "../flow/facts.ts";
import { orderScope } from "../list/scope.ts";
import { handle, ignore, send, sendBatch, snooze, transfer, transferBatch } from "./order-remind.acts.ts";
import { listedRemind, remindCounts, remindList, shownReminds, type ListedRemind } from "./order-remind-read.sql.ts";

type Api = typeof orderRemindApi;

async function add(input: Parsed<Api["order_remind_add"]>, ctx: Ctx): Promise<Output<Api["order_remind_add"]>> {
  const { order_id, applicant_id = null, kind, content, source, level = "normal" } = input;
  const order = found(
    await row<{ order_no: string; order_status: OrderStatus }>(
      ctx.db,
      q`select o.order_no, o.order_status from orders o where ${and([q`o.id = ${order_id}`, orderScope(ctx, "o")])} for update`,
    ),
    NOT_FOUND,
  );
  expectOngoing(order.order_status);
  const his = await row(ctx.db, q`select id from applicants where id = ${applicant_id}::int8 and order_id = ${order_id}`);
  if (applicant_id !== null && !his) throw badInput({ path: "applicant_id", message: "申请人不在该订单中" });
  const { id } = await remindRaise(ctx, { order_id, applicant_id, kind, level, content, source });
  ctx.note({ noun: "order_remind", noun_id: id, noun_no: order.order_no, ...(applicant_id !== null && { subject_ids: [applicant_id] }) });
  const [shown] = await shownReminds(ctx, [found(await listedRemind(ctx, id))]);
  return found(shown);
}

export const remindServed = {
  order_remind_query: async (input, ctx) => {
    const page = await pageOf<ListedRemind>(ctx.db, input, remindList(input, ctx));
    return { ...page, list: await shownReminds(ctx, page.list) };
  },
  order_remind_stat_get: (input, ctx) => remindCounts(input, ctx),
  order_remind_add: add,
  order_remind_handle: handle,
  order_remind_send: send,
  order_remind_send_batch: sendBatch,
  order_remind_snooze: snooze,
  order_remind_transfer: transfer,
  order_remind_transfer_batch: transferBatch,
  order_remind_ignore: ignore,
} satisfies Handlers<Api>;
