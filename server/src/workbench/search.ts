/** The one search box: groups of every area, five hits each with a capped total, never beyond the caller's scope. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { skuFlow } from "@visadesk/contract/product/sku.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/context.ts";
import { Often } from "#kit/often.ts";
import { keywordText, searchOrders } from "../order/index.ts";
import { findWorkers } from "../setting/index.ts";
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

const skuTone = (status: string): { tag: string; tone: string } => {
  const state = Object.entries(skuFlow.states).find(([key]) => key === status)?.[1];
  return { tag: state?.label ?? status, tone: state?.tone ?? "grey" };
};
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
        ...skuTone(s.sku_status),
        matched,
        route: "product-detail",
        params: { id: String(s.id) },
      }),
      { route: "product-list", keyword },
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

/** Groups in their fixed order: 订单 · 申请人 · 快递 · 商品 · 员工. Empty groups fall away. */
export async function search(ctx: Ctx, input: { q: string; groups?: string[] | undefined }): Promise<{ groups: Group[] }> {
  searches.take(ctx);
  const keyword = keywordText(input.q);
  const wants = (key: string): boolean => !input.groups || input.groups.includes(key);
  if (!keyword) return { groups: [] };
  const [orders, products, staff] = await Promise.all([
    searchOrders(ctx, keyword, input.groups),
    wants("sku") ? skus(ctx, keyword) : [],
    wants("worker") ? workers(ctx, keyword) : [],
  ]);
  return { groups: [...orders, ...products, ...staff].filter((g) => g.list.length > 0) };
}
