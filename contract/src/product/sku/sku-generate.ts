/** 生成SKU: drafts of an SPU, one per mission and service level, as many as are ticked. */
import { api, write } from "../../kit/endpoint.ts";
import { choices, id, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { TIER_KINDS } from "./sku.ts";
import { spuCode } from "../spu.ts";

export const GENERATE_MAX = 60;

const row = z.strictObject({
  /** Null: taken from everywhere, no mission of its own. */
  embassy_id: z.nullable(id("送签使领馆", "embassy")),
  service_level: text("服务档", { max: 10 }),
  name: text("商品名称", { max: 50 }),
});

export const skuGenerateApi = api({
  /** Rows whose mission and level exist already are skipped and listed. */
  sku_generate: write(
    "生成SKU",
    [may.spu, may.sku],
    {
      visa_product_unit_code: spuCode(),
      rows: z
        .array(row)
        .min(1, { error: "请选择要生成的商品" })
        .max(GENERATE_MAX, { error: `一次最多生成${GENERATE_MAX}个商品` })
        .meta({ label: "商品", kind: "list" }),
      tier_kinds: choices("加急", TIER_KINDS, 3),
      /** SKU of the same SPU whose papers, prices and policy the drafts take over. */
      from_sku_id: z.nullable(id("复制自", "sku")),
    },
    z.object({
      made: z.array(z.object({ id: id(), sku_no: text("商品编号"), name: text("商品名称") })),
      skipped: z.array(z.object({ name: text("商品名称"), sku_no: text("商品编号") })),
    }),
    { key: true },
  ),
});
