/** The papers and the price grid while they are being written: every change makes a new list, nothing here draws. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { cleanAmount, parseYuan } from "@visadesk/contract/kit/format.ts";
import type { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import type { Identity } from "@visadesk/contract/product/snapshot.ts";
import { blankRow, sameRow, type PriceBand } from "@visadesk/contract/product/sku/sku-price.rules.ts";

export type SkuEdit = Output<typeof skuEditApi.sku_edit_get>;
export type Paper = SkuEdit["papers"][number];
export type Price = SkuEdit["prices"][number];
export type Tier = SkuEdit["urgent_tiers"][number];
export type PaperDocument = SkuEdit["documents"][number];
export type RowKey = Pick<Price, "price_kind" | "ref_id">;

const isPaper = (a: Paper, b: Pick<Paper, "identity" | "document_id">): boolean =>
  a.identity === b.identity && a.document_id === b.document_id;

export const putPaper = (all: readonly Paper[], at: Paper, change: Partial<Paper>): Paper[] =>
  all.map((p) => (isPaper(p, at) ? { ...p, ...change } : p));
export const dropPaper = (all: readonly Paper[], at: Paper): Paper[] => all.filter((p) => !isPaper(p, at));

export const newPaper = (identity: Identity, document_id: number, owner: Paper["owner"]): Paper => ({
  identity,
  document_id,
  owner,
  when: "always",
  group_key: "",
  need_n: 1,
  copies: null,
  note: "",
});
/** Papers the identity does not ask for yet. */
export const addPapers = (all: readonly Paper[], more: readonly Paper[]): Paper[] => [
  ...all,
  ...more.filter((m) => !all.some((p) => isPaper(p, m))),
];

/** Puts a paper where another of its identity stands. */
export function movePaper(all: readonly Paper[], from: Paper, to: Paper): Paper[] {
  if (isPaper(from, to)) return [...all];
  const isDown = all.indexOf(from) < all.indexOf(to);
  const rest = all.filter((p) => p !== from);
  const at = rest.indexOf(to) + (isDown ? 1 : 0);
  return [...rest.slice(0, at), from, ...rest.slice(at)];
}
/** One step among its neighbours; the same list where there is none. */
export function stepPaper(all: readonly Paper[], paper: Paper, among: readonly Paper[], by: 1 | -1): Paper[] {
  const to = among[among.indexOf(paper) + by];
  return to ? movePaper(all, paper, to) : [...all];
}

/** What one identity asks for, asked of others as well; those it has already stay as they are. */
export const copyPapers = (all: readonly Paper[], from: Identity, to: readonly Identity[]): Paper[] =>
  addPapers(
    all,
    to.flatMap((identity) => all.filter((p) => p.identity === from).map((p) => ({ ...p, identity }))),
  );

/** A disabled paper gives its place to another one; where that is asked for already, the row just leaves. */
export function replacePaper(all: readonly Paper[], from: number, to: number): Paper[] {
  return all.flatMap((p) => {
    if (p.document_id !== from) return [p];
    return all.some((o) => isPaper(o, { identity: p.identity, document_id: to })) ? [] : [{ ...p, document_id: to }];
  });
}

/** All rows of a group ask for the same number; a group of its own name is one. */
export const setGroup = (all: readonly Paper[], at: Paper, group_key: string, need_n: number): Paper[] =>
  all.map((p) => {
    if (isPaper(p, at)) return { ...p, group_key, need_n: group_key === "" ? 1 : need_n };
    return group_key !== "" && p.identity === at.identity && p.group_key === group_key ? { ...p, need_n } : p;
  });
export const groupsOf = (all: readonly Paper[], identity: Identity): string[] => [
  ...new Set(all.filter((p) => p.identity === identity && p.group_key !== "").map((p) => p.group_key)),
];

export const priceOf = (prices: readonly Price[], key: RowKey): Price | undefined => prices.find((r) => sameRow(r, key));
/** Changes a row, or makes it; null takes it away. */
export function putPrice(prices: readonly Price[], key: RowKey, change: Partial<Price> | null): Price[] {
  const row = priceOf(prices, key);
  if (change === null) return prices.filter((r) => r !== row);
  return row
    ? prices.map((r) => (r === row ? { ...r, ...change } : r))
    : [...prices, { ...blankRow(key.price_kind, key.ref_id), ...change }];
}
/** One amount typed. An adult's amount makes the row, and without it there is none. */
export const typeAmount = (prices: readonly Price[], key: RowKey, band: PriceBand, cents: number | null): Price[] =>
  band === "child"
    ? priceOf(prices, key) || cents !== null
      ? putPrice(prices, key, { child: cents })
      : [...prices]
    : putPrice(prices, key, cents === null ? null : { adult: cents });

const AMOUNT = /^¥?\s*[\d,]+(\.\d{1,2})?$/;
export interface Pasted {
  prices: Price[];
  /** 第{r}行第{c}列不是金额 */
  faults: string[];
}
/** A block of cells from a sheet, put from a cell on to the right and down; an empty cell leaves what is there. */
export function pasteAmounts(prices: readonly Price[], text: string, keys: readonly RowKey[], bands: readonly PriceBand[]): Pasted {
  const faults: string[] = [];
  let next = [...prices];
  const lines = text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");
  lines.forEach((line, r) => {
    line.split("\t").forEach((cell, c) => {
      const [key, band] = [keys[r], bands[c]];
      if (!key || !band || cell.trim() === "") return;
      const cents = AMOUNT.test(cell.trim()) ? parseYuan(cleanAmount(cell)) : null;
      if (cents === null) faults.push(`第${r + 1}行第${c + 1}列不是金额`);
      else next = typeAmount(next, key, band, cents);
    });
  });
  return { prices: next, faults };
}

/** The first code nobody has, nor had. */
export function freeTier(tiers: readonly Tier[], prices: readonly Price[]): string {
  const taken = new Set([...tiers.map((t) => t.tier_code), ...prices.filter((r) => r.price_kind === "urgent").map((r) => r.ref_id)]);
  for (let n = 1; ; n++) if (!taken.has(`U${n}`)) return `U${n}`;
}
