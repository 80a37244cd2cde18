/** Contacts, papers and accounts of a supplier that waits for its review. */
import type { Ctx } from "#kit/call/context.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { supplierNoun } from "./supplier.noun.ts";
import type { StoredDetail } from "./supplier.sql.ts";

/** Whoever reviews passes what he saw: a part that changes meanwhile makes his view an old one. */
export async function partChanged(ctx: Ctx, s: Pick<StoredDetail, "id" | "supplier_status">): Promise<void> {
  if (s.supplier_status === "pending") await saveRows(ctx, supplierNoun, { where: q`id = ${s.id}`, set: { updated_at: ctx.now } });
}
