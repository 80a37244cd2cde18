/** 待办队列 embassy_pay: fees to be passed, by who may pass them, and fees to be paid or that failed. */
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import { EMBASSY_ITEMS } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import type { EMBASSY_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { scopeFilter } from "../../order/index.ts";

export const embassyDesk: Desk = {
  noun: "embassy_payment",
  flow: embassyPaymentFlow,
  queues: [
    {
      key: "embassy_pay",
      may: may.embassy_payment,
      rows: () => q`e.embassy_payment_status in ('to_release', 'to_pay', 'failed')`,
      clears: ["release", "paid", "void"],
      list: { route: "manual-embassy-payment-list", params: {}, query: { queue: "embassy_pay" } },
    },
  ],
  from: q`embassy_payments e join orders o on o.id = e.order_id join applicants a on a.id = e.applicant_id`,
  columns: {
    id: "e.id",
    order_id: "e.order_id",
    applicant_id: "e.applicant_id",
    customer: "a.name_cn",
    state: "e.embassy_payment_status",
    entered_at: "coalesce(e.released_at, e.created_at)",
    due_at: nextWorkDayEnd("coalesce(e.released_at, e.created_at)"),
    is_urgent: "o.is_urgent",
    initiator: "e.created_by",
    // Whoever made it does not pass it, whoever passed it does not pay it.
    makers: ["case when e.embassy_payment_status = 'to_release' then e.created_by else e.released_by end"],
  },
  scope: (ctx, scope) =>
    and([scopeFilter(ctx, "o", scope), !allows(may.embassy_payment_release, ctx.me.codes) && q`e.embassy_payment_status <> 'to_release'`]),
  keyword: (word) =>
    or([q`e.payment_no like ${`${likeText(word.toUpperCase())}%`}`, q`o.order_no like ${`${likeText(word.toUpperCase())}%`}`]),
  named: async (db, ids) => {
    const list = await rows<{ id: number; item: keyof typeof EMBASSY_ITEMS; embassy: string; ref_no: string }>(
      db,
      q`select e.id, e.item, coalesce(m.name, c.name_zh) as embassy, e.payment_no as ref_no from embassy_payments e join countries c on c.id = e.country_id left join embassies m on m.id = e.embassy_id where e.id = any(${[...ids]}::int8[])`,
    );
    return new Map<number, Named>(list.map((e) => [e.id, { title: `${e.embassy} ${EMBASSY_ITEMS[e.item]}`, ref_no: e.ref_no }]));
  },
  opens: ({ ref_no }) => ({ route: "manual-embassy-payment-list", params: {}, query: { keyword: ref_no } }),
};

/** My rows of the queue, as the filter of the list. */
export const embassyQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof EMBASSY_QUEUES): Sql => queueRows(embassyDesk, ctx, key);
