/** The one search box: groups of every area, five hits each with a capped total, never beyond the caller's scope. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Flow } from "@visadesk/contract/kit/flow.ts";
import { peerApplicationFlow, peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { PARCEL_STAGES, PARCEL_TONES } from "@visadesk/contract/supplier/supplier.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { Often } from "#kit/http/often.ts";
import { findCountries } from "../base-data/index.ts";
import { keywordText, searchOrders } from "../order/index.ts";
import { findPapers } from "../finance/index.ts";
import { findWorkers } from "../setting/index.ts";
import { findApplications, findPeers, findWorkOrders } from "../peer/index.ts";
import { findParcels, findSuppliers } from "../supplier/index.ts";
import { findSkus } from "./workbench.sql.ts";

type Group = Output<typeof workbenchApi.search_query>["groups"][number];
const SHOWN = 5;
const TOTAL_SHOWN = 99;
const searches = new Often(60, 60_000, "搜索过于频繁，请稍后再试");

const groupOf = <T>(
  key: string,
  label: string,
  found: readonly T[],
  hit: (row: T) => Group["list"][number],
  more: Group["more"],
): Group => ({
  key,
  label,
  total: Math.min(found.length, TOTAL_SHOWN),
  total_capped: found.length > TOTAL_SHOWN,
  list: found.slice(0, SHOWN).map(hit),
  more: found.length > SHOWN ? more : null,
});

const toneOf = (flow: Flow, status: string): { tag: string; tone: string } => {
  const state = flow.states[status];
  return { tag: state?.label ?? status, tone: state?.tone ?? "grey" };
};
async function suppliers(ctx: Ctx, keyword: string): Promise<Group> {
  const found = await findSuppliers(ctx, keyword, TOTAL_SHOWN + 1);
  return groupOf(
    "supplier",
    "供应商",
    found,
    (s) => ({
      key: `supplier:${s.id}`,
      title: s.short_name,
      no: s.supplier_no,
      ...toneOf(supplierFlow, s.supplier_status),
      matched: s.matched,
      route: "supplier-view",
      params: { id: String(s.id) },
    }),
    { route: "supplier-list", keyword },
  );
}
async function peers(ctx: Ctx, keyword: string): Promise<Group> {
  const found = await findPeers(ctx, keyword, TOTAL_SHOWN + 1);
  return groupOf(
    "peer",
    "同行",
    found,
    (p) => ({
      key: `peer:${p.id}`,
      title: p.short_name,
      no: p.peer_no,
      ...toneOf(peerFlow, p.peer_status),
      matched: p.matched,
      route: "peer-view",
      params: { id: String(p.id) },
    }),
    { route: "peer-list", keyword },
  );
}
/** Whoever looks for a company means it in any state, not what waits alone. */
const ALL_APPLICATIONS = { tab: "application", application_status: Object.keys(peerApplicationFlow.states).join() };
const ALL_WORK_ORDERS = { view: "all", work_order_status: Object.keys(workOrderFlow.states).join() };
async function applications(ctx: Ctx, keyword: string): Promise<Group> {
  const found = await findApplications(ctx, keyword, TOTAL_SHOWN + 1);
  return groupOf(
    "peer_application",
    "入驻申请",
    found,
    (a) => ({
      key: `peer_application:${a.id}`,
      title: a.name,
      no: a.application_no,
      ...toneOf(peerApplicationFlow, a.application_status),
      matched: a.matched,
      route: "peer-applicant-view",
      params: { id: String(a.id) },
    }),
    { route: "peer-list", keyword, query: ALL_APPLICATIONS },
  );
}
async function workOrders(ctx: Ctx, keyword: string): Promise<Group> {
  const found = await findWorkOrders(ctx, keyword, TOTAL_SHOWN + 1);
  return groupOf(
    "work_order",
    "工单",
    found,
    (w) => ({
      key: `work_order:${w.id}`,
      title: `${w.peer_name}：${w.title}`,
      no: w.work_order_no,
      ...toneOf(workOrderFlow, w.work_order_status),
      matched: w.matched,
      route: "peer-work-order-list",
      params: {},
      query: { view: "all", work_order: w.work_order_no },
    }),
    { route: "peer-work-order-list", keyword, query: ALL_WORK_ORDERS },
  );
}
async function parcels(ctx: Ctx, keyword: string): Promise<Group> {
  const found = await findParcels(ctx, keyword, TOTAL_SHOWN + 1);
  return groupOf(
    "supplier_parcel",
    "供应商物流",
    found,
    (p) => ({
      key: `supplier_parcel:${p.id}`,
      title: [p.supplier_name, p.waybill_no].filter(Boolean).join(" · "),
      no: p.parcel_no,
      tag: PARCEL_STAGES[p.stage],
      tone: PARCEL_TONES[p.stage],
      matched: p.by_waybill ? "运单号" : "交接单号",
      route: "supplier-logistics-list",
      params: {},
      query: { parcel: p.parcel_no },
    }),
    { route: "supplier-logistics-list", keyword },
  );
}
async function skus(ctx: Ctx, keyword: string): Promise<Group[]> {
  if (!ctx.has(may.sku)) return [];
  const found = await findSkus(ctx.db, keyword, TOTAL_SHOWN + 1);
  const matched = /\p{Script=Han}/u.test(keyword) ? "名称" : /\d/.test(keyword) ? "商品编号" : "拼音";
  return [
    groupOf(
      "sku",
      "商品",
      found,
      (s) => ({
        key: `sku:${s.id}`,
        title: s.name,
        no: s.sku_no,
        ...toneOf(skuFlow, s.sku_status),
        matched,
        route: "product-detail",
        params: { id: String(s.id) },
      }),
      { route: "product-list", keyword },
    ),
  ];
}
/** Pages of a country, each with the code that opens it. */
const COUNTRY_PAGES = [
  ["product-list", "商品", may.sku],
  ["product-spu-list", "SPU", may.spu],
  ["country-view", "国家/地区详情", may.country],
  ["embassy-and-cousulate-list", "使领馆与签证中心", may.embassy],
  ["appointment-list", "最近可约日期", may.appointment],
] as const;
/** What is sold for a country and what is known of it: every page of the first that was meant, else the first page of each. */
async function countries(ctx: Ctx, keyword: string): Promise<Group[]> {
  const pages = COUNTRY_PAGES.filter(([, , code]) => ctx.has(code));
  if (pages.length === 0) return [];
  const found = await findCountries(ctx.db, keyword);
  const hits = found.flatMap((c, i) => (i === 0 ? pages : pages.slice(0, 1)).map((page) => ({ c, page })));
  return [
    groupOf(
      "country",
      "国家/地区",
      hits,
      ({ c, page: [route, label] }) => ({
        key: `country:${c.id}:${route}`,
        title: `${c.name_zh} · ${label}`,
        no: c.id,
        tag: null,
        tone: null,
        matched: /\p{Script=Han}/u.test(keyword) ? "名称" : c.id === keyword.toUpperCase() ? "代码" : "拼音",
        route,
        ...(route === "country-view" ? { params: { id: c.id } } : { params: {}, query: { country_id: c.id } }),
      }),
      null,
    ),
  ];
}
async function workers(ctx: Ctx, keyword: string): Promise<Group[]> {
  if (!ctx.has(may.worker)) return [];
  const found = await findWorkers(ctx, keywordText(keyword), TOTAL_SHOWN + 1);
  return [
    groupOf(
      "worker",
      "员工",
      found,
      (w) => ({
        key: `worker:${w.id}`,
        title: w.nickname || w.account,
        no: w.account,
        tag: w.status === 1 ? null : "停用",
        tone: w.status === 1 ? null : "grey",
        matched: w.nickname.includes(keyword) ? "姓名" : "账号",
        route: "worker-list",
        params: {},
      }),
      { route: "worker-list", keyword },
    ),
  ];
}

/** Papers of finance, by their numbers alone: one kind at a time. */
async function papers(ctx: Ctx, keyword: string): Promise<Group[]> {
  const found = await findPapers(ctx, keyword, TOTAL_SHOWN + 1);
  if (!found) return [];
  const hit = ({ noun, id, ...p }: (typeof found.list)[number]): Group["list"][number] => ({ key: `${noun}:${id}`, matched: "单号", ...p });
  return [groupOf("finance", found.label, found.list, hit, null)];
}

/** Groups in their fixed order: 订单 · 申请人 · 快递 · 同行 · 入驻申请 · 工单 · 供应商 · 供应商物流 · 商品 · 国家/地区 · 财务单据 · 员工. Empty groups fall away. */
export async function search(ctx: Ctx, input: { q: string; groups?: string[] | undefined }): Promise<{ groups: Group[] }> {
  searches.take(ctx);
  const keyword = keywordText(input.q);
  const wants = (key: string): boolean => !input.groups || input.groups.includes(key);
  if (!keyword) return { groups: [] };
  const [orders, works, products, places, money, staff] = await Promise.all([
    searchOrders(ctx, keyword, input.groups),
    Promise.all([
      ...(wants("peer") ? [peers(ctx, keyword)] : []),
      ...(wants("peer_application") ? [applications(ctx, keyword)] : []),
      ...(wants("work_order") ? [workOrders(ctx, keyword)] : []),
      ...(wants("supplier") ? [suppliers(ctx, keyword)] : []),
      ...(wants("supplier_parcel") ? [parcels(ctx, keyword)] : []),
    ]),
    wants("sku") ? skus(ctx, keyword) : [],
    wants("country") ? countries(ctx, keyword) : [],
    wants("finance") ? papers(ctx, keyword) : [],
    wants("worker") ? workers(ctx, keyword) : [],
  ]);
  return { groups: [...orders, ...works, ...products, ...places, ...money, ...staff].filter((g) => g.list.length > 0) };
}
