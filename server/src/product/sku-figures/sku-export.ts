/** The sheet 资料 beside an export of products: one row per paper and identity. */
import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { DOCUMENT_WHENS } from "@visadesk/contract/product/sku/sku-edit.ts";
import { DOCUMENT_OWNERS, IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import type { ExportSheet } from "#kit/export/exported.ts";
import type { Cell, Column } from "#kit/export/sheet.ts";
import { papersOfSkus, type SkuPaper } from "./sku-export.sql.ts";

const column = (label: string, width: number): Column => ({ label, width, money: false });
const labelIn = (words: Readonly<Record<string, string>>, key: string | number): string => words[key] ?? String(key);

const cellsOf = (p: SkuPaper): Cell[] => [
  p.sku_no,
  p.sku_name,
  labelIn(IDENTITIES, p.identity),
  labelIn(DOCUMENT_KINDS, p.kind),
  p.name,
  labelIn(DOCUMENT_OWNERS, p.owner),
  labelIn(DOCUMENT_WHENS, p.when),
  p.group_key === "" ? "" : `${p.group_key} 任选${p.need_n}`,
  p.copies,
  p.is_original ? "是" : "否",
  plainOf(p.requirement),
  p.note,
  p.status === 1 ? "启用" : "停用",
];

export const exportSheets: readonly ExportSheet[] = [
  {
    endpoint: "sku_query",
    name: "资料",
    columns: [
      column("商品编号", 20),
      column("商品名称", 30),
      column("适用身份", 14),
      column("资料类型", 12),
      column("资料", 24),
      column("归属", 12),
      column("何时需要", 14),
      column("任选", 18),
      column("份数", 8),
      column("原件", 8),
      column("要求", 40),
      column("备注", 24),
      column("资料状态", 10),
    ],
    rows: async (ctx, ids) => (await papersOfSkus(ctx.db, ids)).map(cellsOf),
  },
];
