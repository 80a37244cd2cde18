/** One sealed number of what hangs on a supplier: counted, told to the log as a look, opened. */
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import { revealAllowed } from "../../setting/index.ts";
import { storedDetail } from "./supplier.sql.ts";

export interface Look {
  supplier_id: number;
  field: string;
  /** Which number was looked at, without it. */
  label: string;
  reason: string | undefined;
  /** Said where the supplier is out of sight. */
  missing: string;
}
export async function revealed<T>(ctx: Ctx, { supplier_id, field, label, reason, missing }: Look, open: () => T): Promise<T> {
  const supplier = found(await storedDetail(ctx, supplier_id), missing);
  await revealAllowed(ctx);
  ctx.note({
    kind: "reveal",
    noun: "supplier",
    noun_id: supplier.id,
    noun_no: supplier.short_name,
    reason: reason ?? null,
    changes: [{ field, label, before: null, after: null }],
  });
  return open();
}
