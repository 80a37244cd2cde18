/** Who bears an insurance or a protection: an insurer at work, or the one that it was. */
import type { Ctx } from "#kit/call/context.ts";
import { badInput } from "#kit/http/refuse.ts";
import { insurerOf, type Insurer } from "./insurance-product.sql.ts";

export async function assertInsurer(ctx: Pick<Ctx, "db">, id: number, before: number | null): Promise<Insurer> {
  const insurer = await insurerOf(ctx.db, id);
  if (!insurer) throw badInput({ path: "supplier_id", message: "请选择保司" });
  if (insurer.supplier_status !== "active" && before !== id)
    throw badInput({ path: "supplier_id", message: `保司「${insurer.short_name}」未启用，请换一家` });
  return insurer;
}
