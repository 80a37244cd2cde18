/** Whoever changes a supplier, or what hangs on it, before it is passed is one of its makers. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { StoredDetail } from "./supplier.sql.ts";

const IN_FORCE: readonly string[] = ["active", "paused"];

/** Remembers the caller as one who changed a supplier that is held; forgotten once somebody else has passed it. */
export async function markChanger(ctx: Ctx, s: Pick<StoredDetail, "id" | "supplier_status">): Promise<void> {
  const me = ctx.me.worker_id;
  if (IN_FORCE.includes(s.supplier_status)) return;
  await rows(
    ctx.db,
    q`update suppliers set changed_by = changed_by || ${me}::int8 where id = ${s.id} and not ${me}::int8 = any(changed_by)`,
  );
}
