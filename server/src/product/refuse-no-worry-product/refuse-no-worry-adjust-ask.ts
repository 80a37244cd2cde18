/** Asking for other amounts of a refusal protection. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { priceAdjustmentOpen } from "../price-adjustment/price-adjustment.ts";
import { adjustCells, typedFaults } from "./refuse-no-worry-product.rules.ts";
import { amountRow } from "./refuse-no-worry-product.sql.ts";

const KIND = "refuse_no_worry_product";
const NO_PRODUCT = "拒签无忧产品不存在";

type Opened = Parameters<typeof priceAdjustmentOpen>[1];
interface Asked {
  reason_kind: Opened["reason_kind"];
  reason: string;
  effective_at: Date | null;
}
/** One request of staff for amounts of a protection; answers its number. */
export async function openRequest(
  ctx: Ctx,
  product: { id: number; name: string },
  asked: Asked,
  cells: Opened["items"][number]["cells"],
): Promise<string> {
  refuseUnless(cells.length > 0, "guard_failed", "新旧价格相同");
  const { results } = await priceAdjustmentOpen(ctx, {
    target_kind: KIND,
    reason_kind: asked.reason_kind,
    reason: asked.reason,
    source: "staff",
    effective_at: asked.effective_at,
    items: [{ target_id: product.id, cells }],
  });
  const [result] = results;
  if (!result?.adjust_no) refuse(result?.code ?? "guard_failed", result?.msg);
  ctx.note({
    noun: KIND,
    noun_id: product.id,
    noun_no: product.name,
    reason: asked.reason,
    changes: [{ field: "price_adjustment", label: "提交调价单", before: null, after: result.adjust_no }],
  });
  return result.adjust_no;
}

/** Opens a request for other amounts; what it rests on are those of the time from which it shall hold. */
export async function adjustProtection(
  input: Parsed<typeof refuseNoWorryProductApi.refuse_no_worry_product_adjust>,
  ctx: Ctx,
): Promise<{ adjust_no: string }> {
  const effective_at = input.effective_at === null ? null : new Date(input.effective_at);
  if (effective_at && effective_at <= ctx.now) throw badInput({ path: "effective_at", message: "生效时间须晚于现在" });
  const product = found(await amountRow(ctx.db, input.id, effective_at ?? ctx.now), NO_PRODUCT);
  refuseUnless(product.first_listed_at !== null, "guard_failed", "还没有上架过，请直接编辑售价");
  const issues = typedFaults(product.pricing, input);
  if (issues.length > 0) throw badInput(...issues);
  const cells = adjustCells(product, input);
  return { adjust_no: await openRequest(ctx, product, { ...input, effective_at }, cells) };
}
