/** What is read of orders: list, tab counts and figures, one order, its timeline, differences. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { HOLDERS, ORDER_TABS } from "@visadesk/contract/order/words.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { AnyNoun } from "#kit/noun/noun.ts";
import { orderNouns } from "../order.nouns.ts";
import { addressText } from "../../base-data/index.ts";
import { workOrdersOf } from "../../peer/index.ts";
import { picksOfOrder, saidRows } from "../../setting/index.ts";
import { NEXT_MOVE } from "../applicant/applicant.rules.ts";
import type { ApplicantStatus, Facts } from "../flow/facts.ts";
import { orderDetail, orderLogs, seesOrder, type OrderDetailRow } from "./order-detail.sql.ts";
import { orderPlan } from "../order/order-plan.ts";
import { withMatched } from "./matched.sql.ts";
import { seesSettlePrice } from "./scope.ts";
import { orderMoveStates } from "../flow/order.rules.ts";
import { orderColumns, orderJoins, orderPeople, wantsOf } from "./order-columns.sql.ts";
import { planOf, orderFigures, ordersMatching, orderSorts, ordersOwned, tabCounts } from "./order.sql.ts";
import { ordersShown, type OrderListed } from "../applicant/shown.ts";
import { snapshotView } from "../desk/snapshot-view.ts";

export const NO_ORDER = "订单不存在或无权查看";
const LOG_PAGE = 50;

/** Next step of a person, for the row's button; held people have none. */
export function nextMove(p: { applicant_status: ApplicantStatus; held_at: string | null; handed_back_at: string | null }): string | null {
  if (p.held_at) return null;
  if ((p.applicant_status === "issued" || p.applicant_status === "refused") && !p.handed_back_at) return "result_send";
  return NEXT_MOVE[p.applicant_status] ?? null;
}

function factsOf(ctx: Ctx, detail: OrderDetailRow, body: Facts["snapshot"]): Facts {
  const { facts } = detail;
  return {
    order: facts.order,
    people: facts.people,
    parcels: [],
    fees: [],
    blocking: [],
    accepts: null,
    evaluated: detail.evaluate !== null,
    snapshot: body,
    now: ctx.now,
    today: shanghaiDate(ctx.now),
  };
}

async function getOrder({ id }: { id: number }, ctx: Ctx): Promise<Output<typeof orderApi.order_get>> {
  const detail = found(await orderDetail(ctx, id), NO_ORDER);
  const { snapshot, snapshot_diff, body } = await snapshotView(ctx, detail.snapshot_id, detail);
  const people = detail.people.map((p) => ({ ...p, next_move: nextMove(p), settle_price: seesSettlePrice(ctx) ? p.settle_price : null }));
  return {
    ...detail,
    people,
    work_orders: detail.peer_id === null ? [] : await workOrdersOf(ctx.db, id),
    snapshot,
    snapshot_diff,
    district_name: body.cover.district_name || null,
    return_address_text: detail.return_address ? addressText(detail.return_address) : null,
    moves: orderMoveStates(factsOf(ctx, detail, body)),
  };
}

const flows = new Map(orderNouns.map((n: AnyNoun) => [n.name, n.flow]));
const holders: Readonly<Record<string, string>> = HOLDERS;
/** Originals go from hand to hand, everything else from state to state. */
const stateLabel = (noun: string, state: string | null): string | null =>
  state === null ? null : ((noun === "custody" ? holders[state] : flows.get(noun)?.states[state]?.label) ?? state);

/** What the reader may see and somebody can name. */
const isTold = (ctx: Ctx, c: FieldChange): boolean =>
  c.label !== c.field &&
  (c.field !== "settle_price" || seesSettlePrice(ctx)) &&
  !(/_ids?$/.test(c.field) && [c.before, c.after].some((v) => typeof v === "number"));

export const orderReads = {
  order_query: async (input, ctx) => {
    const wants = wantsOf(input.fields);
    const people = wants("applicants") || wants("flags");
    const page = await pageOf<OrderListed>(ctx.db, input, {
      from: q`orders o`,
      where: ordersMatching(ctx, input),
      id: "o.id",
      select: people ? q`${orderColumns(ctx, wants)}, ${orderPeople}` : orderColumns(ctx, wants),
      joins: orderJoins(ctx, wants),
      sorts: orderSorts,
      sort: "due_at",
      ...planOf(ctx, input, (ids) => ordersOwned(ctx, input, ids)),
    });
    const list = await ordersShown(ctx, page.list, wants);
    return { ...page, list: await withMatched(ctx.db, "o", wants("matched") ? input.keyword : undefined, list) };
  },
  order_total_get: async (input, ctx) => {
    const { tab: _, ...rest } = input;
    const unfiltered = Object.values(rest).every((v) => v === undefined) && ctx.me.scope_ids === null;
    const [tabs, figures] = await Promise.all([
      tabCounts(ctx, q`orders o`, "o.tab", Object.keys(ORDER_TABS), ordersMatching(ctx, rest), unfiltered),
      orderFigures(ctx, ordersMatching(ctx, input)),
    ]);
    return { tabs, figures };
  },
  order_get: getOrder,
  order_plan_get: orderPlan,
  order_pick_get: async ({ id }, ctx) => {
    found((await seesOrder(ctx, id)) || null, NO_ORDER);
    return { picks: await picksOfOrder(ctx.db, id) };
  },
  order_log_query: async (input, ctx) => {
    found((await seesOrder(ctx, input.order_id)) || null, NO_ORDER);
    const logs = await orderLogs(ctx, input, LOG_PAGE);
    const said = await saidRows(ctx.db, logs.slice(0, LOG_PAGE));
    const list = said.map((l) => ({
      ...l,
      changes: l.changes.filter((c) => isTold(ctx, c)),
      from_label: stateLabel(l.noun, l.from_state),
      to_label: stateLabel(l.noun, l.to_state),
    }));
    return { list, has_more: logs.length > LOG_PAGE };
  },
} satisfies Partial<Handlers<typeof orderApi & typeof orderListApi>>;

type Diff = Output<typeof orderDiffApi.order_diff_query>["list"][number];
export const orderDiffReads = {
  order_diff_query: async (input, ctx) => {
    found((await seesOrder(ctx, input.order_id)) || null, NO_ORDER);
    const list = await rows<Diff>(
      ctx.db,
      q`
      select d.id, d.diff_no, d.applicant_id, d.fee_kind, d.amount, d.reason, d.payer, d.is_blocking, d.due_at, d.diff_status, d.paid_at, nullif(w.nickname, '') as created_by_name, d.created_by, d.version, d.created_at
      from order_diffs d left join workers w on w.id = d.created_by where d.order_id = ${input.order_id} order by d.id desc`,
    );
    return { list };
  },
} satisfies Partial<Handlers<typeof orderDiffApi>>;
