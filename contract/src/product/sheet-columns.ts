/** Columns that sheets of products have beside the fields of their rows. */
import type { SheetColumn } from "../kit/endpoint.ts";
import { money, text, z } from "../kit/field.ts";
import { LEVEL_NAMES } from "./sku/sku.words.ts";

/** A share of one as a sheet says it: 0.948 → 94.8%. */
export const rateColumn = <K extends string>(label: string, name: K): SheetColumn<Readonly<Record<K, number | null>>> => ({
  type: text(label),
  of: [name],
  value: (row) => {
    const share = row[name];
    return share === null ? "" : `${(share * 100).toFixed(1)}%`;
  },
});

interface Levels {
  levels: readonly { level: string; adult: number }[];
}
const levelPrice = (level: string): SheetColumn<Levels> => ({
  type: z.nullable(money(`${level}等级价`)),
  of: ["levels"],
  value: (s) => s.levels.find((l) => l.level === level)?.adult ?? null,
});
export const skuSheet = {
  ...Object.fromEntries(LEVEL_NAMES.map((level) => [`level_${level}`, levelPrice(level)])),
  issue_percent: rateColumn("出签率", "issue_rate"),
  issue_percent_low: rateColumn("出签率下限", "issue_low"),
  issue_percent_high: rateColumn("出签率上限", "issue_high"),
};
