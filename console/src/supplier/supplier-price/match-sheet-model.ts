/** A supplier's quotation as rows by his codes. Pure; money stays as it was typed and is judged by the server, row by row. */
import { keysOf } from "#kit/words.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";

export type SheetRow = Input<typeof supplierPriceApi.supplier_price_import>["rows"][number];
type Name = keyof SheetRow;

export const SHEET_HEADS: Readonly<Record<Name, string>> = {
  supplier_code: "供应商编码",
  adult: "成人价",
  child: "儿童价",
  urgent: "加急",
  embassy_fee: "使馆费",
};
const NAMES = keysOf(SHEET_HEADS);
/** Other heads that quotations have for the same. */
const ALIASES: Readonly<Record<string, Name>> = {
  编码: "supplier_code",
  产品编码: "supplier_code",
  成人: "adult",
  成人结算价: "adult",
  结算价: "adult",
  儿童: "child",
  儿童结算价: "child",
  加急费: "urgent",
  签证费: "embassy_fee",
};
const headOf = (cell: string): Name | undefined => {
  const word = cell.replace(/[（(].*$/, "").replace(/\s|\*/g, "");
  return NAMES.find((n) => SHEET_HEADS[n] === word) ?? ALIASES[word];
};

/** Rows under a head that names its columns, in any order; without one the columns stand as the example has them. */
export function sheetRows(cells: readonly (readonly string[])[]): { rows: SheetRow[] } | { fault: string } {
  const [first = []] = cells;
  const heads = first.map(headOf);
  const hasHead = heads.some((h) => h !== undefined);
  if (hasHead && (!heads.includes("supplier_code") || !heads.includes("adult"))) return { fault: "表头要有“供应商编码”和“成人价”两列" };
  const order: readonly (Name | undefined)[] = hasHead ? heads : NAMES;
  const body = hasHead ? cells.slice(1) : cells;
  if (body.length === 0) return { fault: "报价单没有数据" };
  const at = (row: readonly string[], name: Name): string => row[order.indexOf(name)] ?? "";
  return {
    rows: body.map((row) => ({
      supplier_code: at(row, "supplier_code"),
      adult: at(row, "adult"),
      child: at(row, "child"),
      urgent: at(row, "urgent"),
      embassy_fee: at(row, "embassy_fee"),
    })),
  };
}
