/** Asking for other premiums and costs of an insurance product. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockProduct } from "./insurance-product.sql.ts";
import { priceAdjustmentOpen } from "../price-adjustment/price-adjustment.ts";

const KIND = "insurance_product";

export async function adjustInsurance(
  input: Parsed<typeof insuranceProductApi.insurance_product_adjust>,
  ctx: Ctx,
): Promise<{ adjust_no: string }> {
  const product = found(await lockProduct(ctx.db, input.id), "保险产品不存在");
  refuseUnless(product.first_listed_at !== null, "guard_failed", "还没有上架过，请直接编辑费率");
  refuseUnless(
    ctx.has(may.cost_view) || input.cells.every((c) => c.price_kind !== "cost"),
    "not_allowed",
    "没有查看成本的权限，不能调整成本",
  );
  const wished = input.effective_at ? new Date(input.effective_at) : null;
  const { results } = await priceAdjustmentOpen(ctx, {
    target_kind: KIND,
    reason_kind: input.reason_kind,
    reason: input.reason,
    source: "staff",
    effective_at: wished && wished > ctx.now ? wished : null,
    items: [{ target_id: product.id, cells: input.cells.map((c) => ({ ...c, band: "adult" as const })) }],
  });
  const [result] = results;
  if (!result?.adjust_no) refuse(result?.code ?? "guard_failed", result?.msg);
  ctx.note({
    noun: KIND,
    noun_id: product.id,
    noun_no: product.code,
    reason: input.reason,
    changes: [{ field: "price_adjustment", label: "提交调价单", before: null, after: result.adjust_no }],
  });
  return { adjust_no: result.adjust_no };
}
