/** Columns that sheets of products have beside the fields of their rows. */
import type { SheetColumn } from "../kit/endpoint.ts";
import { money, z } from "../kit/field.ts";
import { LEVEL_NAMES } from "./sku/sku.words.ts";

interface Levels {
  levels: readonly { level: string; adult: number }[];
}
const levelPrice = (level: string): SheetColumn<Levels> => ({
  type: z.nullable(money(`${level}等级价`)),
  of: ["levels"],
  value: (s) => s.levels.find((l) => l.level === level)?.adult ?? null,
});
export const skuSheet = Object.fromEntries(LEVEL_NAMES.map((level) => [`level_${level}`, levelPrice(level)]));
