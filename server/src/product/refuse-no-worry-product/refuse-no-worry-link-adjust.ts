/** Asking for a protection's own price on products that offer it. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { refuseNoWorryLinkApi } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { openRequest } from "./refuse-no-worry-adjust-ask.ts";
import { linksById } from "./refuse-no-worry-link.sql.ts";
import { amountRow } from "./refuse-no-worry-product.sql.ts";

/** One request for all of them; it rests on the prices of the time from which it shall hold. */
export async function adjustLinks(
  input: Parsed<typeof refuseNoWorryLinkApi.refuse_no_worry_link_adjust>,
  ctx: Ctx,
): Promise<{ adjust_no: string; changed: number }> {
  const effective_at = input.effective_at === null ? null : new Date(input.effective_at);
  if (effective_at && effective_at <= ctx.now) throw badInput({ path: "effective_at", message: "生效时间须晚于现在" });
  const product = found(await amountRow(ctx.db, input.product_id, ctx.now), "拒签无忧产品不存在");
  refuseUnless(product.first_listed_at !== null, "guard_failed", "还没有上架过，请直接设置单独定价");
  const links = await linksById(ctx.db, product.id, input.ids, effective_at ?? ctx.now);
  refuseUnless(links.length === new Set(input.ids).size, "count_changed", "所选商品已有变化，请刷新后再试", { count: links.length });
  const cells = links
    .filter((l) => l.price_override !== input.price_override)
    .map((l) => ({
      price_kind: "override" as const,
      ref_id: l.sku_no,
      band: "adult" as const,
      old: l.price_override,
      new: input.price_override,
    }));
  return { adjust_no: await openRequest(ctx, product, { ...input, effective_at }, cells), changed: cells.length };
}
