/** What the search box finds in the order area: newest first, only what the caller may see, with the field that matched. */
import { allFlows } from "@visadesk/contract/index.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { gather } from "#kit/db/gather.ts";
import { pageOf, type Page } from "#kit/db/page.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { applicantsMatching, applicantSorts } from "../applicant/applicant.sql.ts";
import { ordersMatching, orderSorts } from "./order.sql.ts";
import { matchedBy, metColumns, type Met } from "./matched.sql.ts";
import { keywordOf, keywordText } from "./search.ts";
import { orderScope } from "./scope.ts";

type Group = Output<typeof workbenchApi.search_query>["groups"][number];
type Hit = Group["list"][number];
type Caller = Pick<Ctx, "db" | "me" | "now" | "has">;
const SHOWN = 5;
const TOTAL_SHOWN = 99;
const FIRST = { page: 1, page_size: SHOWN, sort: "created_at" };

interface Found extends Met {
  id: number;
  order_id: number;
  name: string | null;
  sku_name: string;
  state: string;
}

function groupOf<T>(
  key: string,
  label: string,
  page: Pick<Page<T>, "total" | "total_capped" | "list">,
  hit: (row: T) => Hit,
  more: Group["more"],
): Group {
  const total = page.total ?? 0;
  return {
    key,
    label,
    total: Math.min(total, TOTAL_SHOWN),
    total_capped: page.total_capped || total > TOTAL_SHOWN,
    list: page.list.map(hit),
    more: total > SHOWN ? more : null,
  };
}

const stateOf = (flow: string, state: string): { tag: string; tone: string } => {
  const s = allFlows[flow]?.states[state];
  return { tag: s?.label ?? state, tone: s?.tone ?? "grey" };
};
const titleOf = (name: string | null, sku: string): string => [name && mask("name", name), sku].filter(Boolean).join(" · ");

async function orders(ctx: Caller, keyword: string): Promise<Group> {
  const word = keywordOf(keyword);
  const page = await pageOf<Found>(ctx.db, FIRST, {
    from: q`orders o`,
    where: ordersMatching(ctx, { keyword }),
    id: "o.id",
    sorts: orderSorts,
    sort: "created_at",
    read: gather,
    joins: q`join skus s on s.id = o.sku_id`,
    select: q`o.id, o.id as order_id, o.contact_name as name, s.name as sku_name, o.order_status as state, ${metColumns("o", keyword)}`,
  });
  const route = ctx.has(may.order_view)
    ? { detail: "admin-order-detail", list: "admin-order-list" }
    : { detail: "order-detail", list: "order-list" };
  return groupOf(
    "order",
    "订单",
    page,
    (f) => ({
      key: `order:${f.id}`,
      title: titleOf(f.name, f.sku_name),
      no: f.order_no,
      ...stateOf("orderFlow", f.state),
      matched: matchedBy("o", word, f),
      route: route.detail,
      params: { orderId: String(f.id) },
    }),
    { route: route.list, keyword },
  );
}

async function applicants(ctx: Caller, keyword: string): Promise<Group> {
  const word = keywordOf(keyword);
  const page = await pageOf<Found & { applicant_no: string }>(ctx.db, FIRST, {
    from: q`applicants a`,
    where: applicantsMatching(ctx, { keyword }),
    id: "a.id",
    sorts: applicantSorts,
    sort: "created_at",
    read: gather,
    joins: q`join orders o on o.id = a.order_id join skus s on s.id = a.sku_id`,
    select: q`a.id, a.order_id, a.applicant_no, a.name_cn as name, s.name as sku_name, a.applicant_status as state, ${metColumns("a", keyword)}`,
  });
  const process = ctx.has(may.order_process);
  return groupOf(
    "applicant",
    "申请人",
    page,
    (f) => ({
      key: `applicant:${f.id}`,
      title: titleOf(f.name, f.sku_name),
      no: f.applicant_no,
      ...stateOf("applicantFlow", f.state),
      matched: matchedBy("a", word, f),
      route: process ? "applicant-detail" : "admin-applicant-detail",
      params: { orderId: String(f.order_id), applicantId: String(f.id) },
    }),
    process ? { route: "order-list", keyword } : { route: "admin-order-list", keyword },
  );
}

const WAYBILL_MIN = 8;
/** Parcels by their waybill number, in full or its beginning. */
async function parcels(ctx: Caller, keyword: string): Promise<Group> {
  const no = keywordText(keyword).toUpperCase();
  const list =
    no.length < WAYBILL_MIN || !/^[A-Z0-9]+$/.test(no)
      ? []
      : await rows<{ id: number; order_id: number; order_no: string; waybill_no: string; state: string }>(
          ctx.db,
          q`
    select e.id, o.id as order_id, o.order_no, e.waybill_no, e.express_status as state from expresses e join orders o on o.id = e.order_id
    where ${and([q`e.waybill_no is not null and upper(e.waybill_no) like ${`${no}%`}`, orderScope(ctx, "o")])} order by e.id desc limit ${TOTAL_SHOWN + 1}`,
        );
  return groupOf(
    "express",
    "快递",
    { list: list.slice(0, SHOWN), total: list.length, total_capped: list.length > TOTAL_SHOWN },
    (f) => ({
      key: `express:${f.id}`,
      title: f.waybill_no,
      no: f.order_no,
      ...stateOf("expressFlow", f.state),
      matched: "运单号",
      route: ctx.has(may.order_view) ? "admin-order-detail" : "order-detail",
      params: { orderId: String(f.order_id) },
    }),
    null,
  );
}

const GROUPS: Readonly<Record<string, (ctx: Caller, keyword: string) => Promise<Group>>> = {
  order: orders,
  applicant: applicants,
  express: parcels,
};

/** Groups of the order area for a keyword, all of them or those named; none without a code of the area. */
export async function searchOrders(ctx: Caller, keyword: string, groups?: readonly string[]): Promise<Group[]> {
  const kind = keywordOf(keyword).kind;
  if (!(ctx.has(may.order_view) || ctx.has(may.order_process)) || kind === "empty" || kind === "none") return [];
  return Promise.all(
    Object.entries(GROUPS)
      .filter(([key]) => !groups || groups.includes(key))
      .map(([, find]) => find(ctx, keyword)),
  );
}
