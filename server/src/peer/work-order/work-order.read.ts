/** Work orders as they are read: list, counts, one with its thread, and the forms a peer may fill in. */
import { chooseConfig } from "@visadesk/contract/peer/work-order/work-order.rules.ts";
import { PEER_STATES } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Handlers } from "#kit/call/serve.ts";
import type { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, likeText, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found } from "#kit/http/refuse.ts";
import { workerNames } from "../peer/names.sql.ts";
import { linkable, linkedNo, linkedOf, type Links } from "./work-order-link.ts";
import { liveConfigs, peerFacts } from "./work-order.open.ts";
import { blocksOf } from "../peer/peer-blocks.sql.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";
import { NO_WORK_ORDER, workOrderScope } from "./work-order-scope.sql.ts";
import { shownWorkOrders } from "./work-order.shown.ts";
import {
  countWorkOrders,
  storedWorkOrder,
  workOrderList,
  WORK_ORDERS,
  type StoredDetail,
  type StoredRow,
  type WorkOrderDetail,
} from "./work-order.sql.ts";

type Api = typeof workOrderApi;

const messagesOf = (db: Db, id: number): Promise<WorkOrderDetail["messages"]> =>
  rows(
    db,
    q`
    select m.id, m.kind, m.text, m.files, coalesce(nullif(w.nickname, ''), w.account, a.name, '系统') as by_name, m.at
    from work_order_messages m left join workers w on w.id = m.by_id left join peer_accounts a on a.id = m.account_id
    where m.work_order_id = ${id} order by m.id`,
  );

/** Each once, in the order in which their configurations have them; of work orders in the caller's sight. */
const templatesOf = (ctx: Ctx, ids: readonly number[]): Promise<WorkOrderDetail["templates"]> =>
  rows(
    ctx.db,
    q`
    select x.v ->> 'title' as title, x.v ->> 'text' as text from (
      select c.templates from work_order_configs c where c.id in (select t.config_id from ${WORK_ORDERS} where ${and([q`t.id = any(${[...ids]}::int8[])`, workOrderScope(ctx)])})) c
    cross join lateral jsonb_array_elements(c.templates) with ordinality as x (v, place) group by 1, 2 order by min(x.place), 1`,
  );

const PICKS = 20;
type Picked = Output<Api["work_order_order_pick"]>["list"];
const ordersOf = (db: Db, peer: number, keyword: string): Promise<Picked> =>
  rows(
    db,
    q`
    select o.id, o.order_no, k.name as sku_name, array_to_json(array(
      select json_build_object('id', a.id, 'applicant_no', a.applicant_no, 'name', coalesce(a.name_cn, concat_ws(' ', a.surname_en, a.given_name_en)))
      from applicants a where a.order_id = o.id order by a.seq)) as people
    from orders o join skus k on k.id = o.sku_id
    where o.peer_id = ${peer} and o.order_status <> 'deleted' and o.order_no like ${`%${likeText(keyword.toUpperCase())}%`}
    order by o.created_at desc, o.id desc limit ${PICKS}`,
  );

const orderOf = async (db: Db, w: StoredDetail): Promise<WorkOrderDetail["order"]> =>
  (await row<NonNullable<WorkOrderDetail["order"]>>(
    db,
    q`
    select k.name as sku_name, o.order_status, o.travel_date, o.promised_date, coalesce(nullif(e.nickname, ''), e.account) as expert_name,
      (select count(*)::int from applicants a where a.order_id = o.id and a.applicant_status <> 'cancelled') as people,
      (select coalesce(a.name_cn, concat_ws(' ', a.surname_en, a.given_name_en)) from applicants a where a.id = ${w.applicant_id}::int8) as applicant_name
    from orders o join skus k on k.id = o.sku_id left join workers e on e.id = o.expert_id where o.id = ${w.order_id}`,
  )) ?? null;

async function detail(w: StoredDetail, ctx: Ctx, doors: Links): Promise<WorkOrderDetail> {
  const [[shown], messages, order, names, blocks] = await Promise.all([
    shownWorkOrders(ctx, [w]),
    messagesOf(ctx.db, w.id),
    w.order_id === null ? null : orderOf(ctx.db, w),
    workerNames(ctx.db, [w.created_by, w.bd_owner_id, w.cs_owner_id]),
    blocksOf(ctx.db, [w.peer_id], ctx.now).then((of) => of.get(w.peer_id) ?? []),
  ]);
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  return {
    ...found(shown, NO_WORK_ORDER),
    linked: await linkedOf(ctx, doors, w),
    linked_no: w.linked_id === null ? null : await linkedNo(ctx, doors, w.link, w.linked_id, w.peer_id),
    created_by_name: name(w.created_by),
    messages,
    order,
    peer: {
      peer_no: w.peer_no,
      bd_owner_name: name(w.bd_owner_id),
      cs_owner_name: name(w.cs_owner_id),
      state_text: PEER_STATES[w.peer_status === "active" && blocks.some((b) => b.block === "order") ? "frozen" : w.peer_status],
      open_work_orders: w.open_work_orders,
    },
  };
}

export const workOrderReads = (doors: Links) =>
  ({
    work_order_query: async (input, ctx) => {
      const page = await pageOf<StoredRow>(ctx.db, input, await workOrderList(input, ctx));
      return { ...page, list: await shownWorkOrders(ctx, page.list) };
    },
    work_order_stat_get: (input, ctx) => countWorkOrders(input, ctx),
    work_order_get: async (key, ctx) => {
      if (key.id === undefined && key.work_order_no === undefined) throw badInput({ path: "id", message: "请选择工单" });
      return detail(found(await storedWorkOrder(ctx, key), NO_WORK_ORDER), ctx, doors);
    },
    work_order_link_query: async (key, ctx) => ({
      list: await linkable(ctx, doors, found(await storedWorkOrder(ctx, key), NO_WORK_ORDER)),
    }),
    work_order_template_get: async ({ ids }, ctx) => ({ list: await templatesOf(ctx, ids) }),
    work_order_order_pick: async ({ peer_id, keyword }, ctx) => {
      await peerFacts(ctx.db, peer_id, peerScope(ctx, "pr"));
      return { list: await ordersOf(ctx.db, peer_id, keyword ?? "") };
    },
    work_order_form_get: async ({ peer_id }, ctx) => {
      const peer = await peerFacts(ctx.db, peer_id, peerScope(ctx, "pr"));
      const live = (await liveConfigs(ctx.db)).filter((c) => c.category !== "system");
      const codes = [...new Set(live.map((c) => c.code))];
      return {
        list: codes.flatMap((code) => {
          const c = chooseConfig(live, code, peer);
          return c ? [{ ...c, config_id: c.id }] : [];
        }),
      };
    },
  }) satisfies Partial<Handlers<Api>>;
