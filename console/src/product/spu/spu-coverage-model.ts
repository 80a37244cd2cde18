/** Where a province lies on the map of tiles, and what its tile says. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { COVER_STATES } from "@visadesk/contract/product/spu-coverage.ts";
import type { spuApi } from "@visadesk/contract/product/spu.ts";

export type Coverage = Output<typeof spuApi.spu_coverage_get>;
export type Province = Coverage["provinces"][number];
export type CoverageSku = Coverage["skus"][number];

/** Rows from north to south, columns from west to east; codes by their first two digits. */
const MAP = [
  "-- -- -- -- -- -- -- -- 23",
  "65 -- -- -- -- 15 -- -- 22",
  "-- -- 62 64 14 13 11 12 21",
  "54 63 -- 61 -- 41 37 -- --",
  "-- -- 51 50 42 34 32 31 --",
  "-- -- 53 52 43 36 33 -- --",
  "-- -- -- 45 44 35 -- 71 --",
  "-- -- -- 46 82 81 -- -- --",
];
const PLACES = new Map(
  MAP.flatMap((line, row) => line.split(" ").map((code, column) => [code, { row: row + 1, column: column + 1 }] as const)),
);
export const placeOf = (code: string): { row: number; column: number } => PLACES.get(code.slice(0, 2)) ?? { row: MAP.length, column: 1 };

/** 广西壮族自治区 → 广西. */
export const shortName = (name: string): string => name.replace(/(壮族|回族|维吾尔)?(自治区|特别行政区|省|市)$/u, "");

/** 2 个商品, 缺 1 市, 无人受理. */
export function tileWord(p: Province): string {
  const takers = p.cells.filter((c) => c.by_household).length;
  switch (p.state) {
    case "hole":
      return COVER_STATES.hole.label;
    case "part":
      return `缺 ${p.missing_cities.length} 市`;
    case "double":
      return "重复";
    case "apart":
      return COVER_STATES.apart.label;
    default:
      return `${takers} 个商品`;
  }
}
