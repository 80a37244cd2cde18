/** 覆盖图: the provinces against the SKU of an SPU. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { spuApi } from "@visadesk/contract/product/spu.ts";
import type { Ctx } from "#kit/call/context.ts";
import { only } from "#kit/files/objects.ts";
import { found } from "#kit/http/refuse.ts";
import { areaName, cityCodes, mainlandProvinces, plainCity, provinceCodes } from "../../base-data/index.ts";
import { skuRows } from "../sku/sku-list.sql.ts";
import { coverOfSku } from "../snapshot/snapshot.ts";
import { coverageOf, isUnlimited, type Places, type Taker } from "./spu-coverage.rules.ts";
import { coverAreas, spuByCode } from "./spu.sql.ts";

type Api = typeof spuApi;
const mainland = new Set(mainlandProvinces);
const places: Places = {
  provinces: provinceCodes,
  citiesOf: cityCodes,
  nameOf: areaName,
  cityName: (province, city) => plainCity(areaName(city)) || areaName(province),
  isMainland: (province) => mainland.has(province),
};

export async function spuCoverage(
  { visa_product_unit_code, with_drafts }: Parsed<Api["spu_coverage_get"]>,
  ctx: Ctx,
): Promise<Output<Api["spu_coverage_get"]>> {
  found(await spuByCode(ctx.db, visa_product_unit_code, ctx.now), "SPU不存在");
  const all = await skuRows(ctx.db, { visa_product_unit_code }, ctx.now);
  const skus = all.filter((s) => with_drafts === true || s.sku_status === "on_sale");
  const areas = await coverAreas(ctx.db, visa_product_unit_code);
  const takers: Taker[] = [];
  for (const { id, service_level, embassy_id, cover_mode } of skus)
    takers.push({
      sku_id: id,
      service_level,
      cover: await coverOfSku(ctx.db, { embassy_id, cover_mode, cover_area: areas.get(id) ?? [] }),
    });
  return {
    skus: skus.map((s, i) => ({
      ...only(s, ["id", "sku_no", "name", "service_level", "sku_status", "sale_blocks", "retail_adult", "work_days_min", "work_days_max"]),
      district_name: s.district_name ?? "",
      is_unlimited: takers.some((t, at) => at === i && isUnlimited(t.cover)),
      residence_counts: takers[i]?.cover.residence_counts ?? false,
    })),
    ...coverageOf(takers, places),
  };
}
