/** Matches asked for by acts: those of a selection, and the whole order of products. */
import { ask } from "#kit/act/ask.ts";
import { confirm } from "#kit/app/feedback.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { PAGE_SIZE_MAX } from "@visadesk/contract/kit/constants.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import type { Match } from "./match-model.ts";

/** Every row of a filter, page by page. */
async function allOf(filter: Input<typeof api.supplier_product_query>): Promise<Match[]> {
  const all: Match[] = [];
  for (let page = 1; ; page++) {
    const { list } = await ask(api.supplier_product_query, { ...filter, page, page_size: PAGE_SIZE_MAX, count: false });
    all.push(...list);
    if (list.length < PAGE_SIZE_MAX) return all;
  }
}
/** The enabled matches of products. */
export const enabledOf = (skuIds: readonly number[]): Promise<Match[]> =>
  allOf({ sku_id: [...skuIds], match_state: ["matched", "no_price"] });

export const matchIds = (ids: readonly number[]): number[] => ids.filter((id) => id > 0);
/** Products of picked rows, those without a match as well: their rows are numbered by them. */
export async function skusOf(ids: readonly number[]): Promise<{ value: number; label: string }[]> {
  const gaps = ids.filter((id) => id < 0).map((id) => -id);
  const [matched, open] = [
    matchIds(ids).length > 0 ? await allOf({ ids: matchIds(ids) }) : [],
    gaps.length > 0 ? await allOf({ tab: "unmatched", sku_id: gaps }) : [],
  ];
  return [...new Map([...matched, ...open].map((m) => [m.sku_id, { value: m.sku_id, label: m.sku_name }])).values()];
}
export const matchesOf = (ids: readonly number[]): Promise<Match[]> => allOf({ ids: matchIds(ids) });

/** Before a waiting cost is taken back. */
export const askWithdraw = (adjust_no: string | null): Promise<boolean> =>
  confirm({ title: `撤回调价单 ${adjust_no ?? ""}？`, content: "撤回后可以重新提交。", ok: "撤回", danger: true });
