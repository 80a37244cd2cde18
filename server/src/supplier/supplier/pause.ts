/** Nothing new to a supplier for a while: everybody it works for is decided first, then it rests; and back again. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { pauseFault } from "@visadesk/contract/supplier/pause.rules.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import type { Doors, RerouteRow } from "../doors.ts";
import { promise } from "../supplier-assignment/assign.ts";
import { openIds, suppliedSkus } from "../supplier-assignment/supplier-assignment.sql.ts";
import { tellingSupply } from "../supplier-product/supply.ts";
import { heldFor, moved, seenFor } from "./supplier.moves.ts";
import { holdBeside } from "./supplier.sql.ts";

type Pause = typeof supplierApi.supplier_pause;

function refuseUndecided(open: readonly number[], decided: ReadonlySet<number>): void {
  const left = open.filter((id) => !decided.has(id)).length;
  if (left > 0) refuse("guard_failed", `还有 ${left} 位申请人未安排去向`);
}

async function pause(
  { decisions, reason, pause_until = null, id, version }: Parsed<Pause>,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Pause>> {
  const seen = { id, version };
  const today = shanghaiDate(ctx.now);
  const fault = pauseFault(pause_until, today);
  if (fault !== null) throw badInput({ path: "pause_until", message: fault });
  if (decisions.some((d) => d.promised_on && d.promised_on < today)) throw badInput({ path: "decisions", message: "承诺日期不能早于今天" });
  await seenFor(ctx, seen, "pause");
  const open = await openIds(ctx.db, id);
  refuseUndecided(open, new Set(decisions.map((d) => d.applicant_id)));
  const mine = decisions.filter((d) => open.includes(d.applicant_id));
  const leaving = mine.flatMap(({ applicant_id, supplier_product_id: to }): RerouteRow[] =>
    to === null ? [] : [{ applicant_id, supplier_product_id: to }],
  );
  // Orders first, then this supplier with those that take its people: two that send people to each other go one after the other.
  await doors.order.peopleHeld(
    ctx,
    mine.map((d) => d.applicant_id),
  );
  await holdBeside(
    ctx,
    id,
    leaving.map((l) => l.supplier_product_id),
  );
  const moves = leaving.length > 0 ? await doors.order.supplierSet(ctx, leaving, reason) : [];
  const staying = mine.filter((d) => d.supplier_product_id === null);
  const results = [...moves, ...staying.map((d) => ({ id: d.applicant_id, ok: true, msg: "" }))];
  if (moves.some((r) => !r.ok)) return { results, supplier_status: "active" };
  // Whoever came to it since the people were counted has to be decided too.
  const s = await heldFor(ctx, seen, "pause");
  refuseUndecided(await openIds(ctx.db, id), new Set(staying.map((d) => d.applicant_id)));
  for (const d of staying) await promise(ctx, { ...d, supplier_id: id });
  await tellingSupply(ctx, doors.product, await suppliedSkus(ctx.db, id), `供应商「${s.short_name}」暂停合作`, () =>
    moved(ctx, s, "pause", { pause_until, pause_reason: reason }, reason),
  );
  return { results, supplier_status: "paused" };
}

async function resume(input: Parsed<typeof supplierApi.supplier_resume>, ctx: Ctx, doors: Doors): Promise<{ ok: true }> {
  const s = await heldFor(ctx, input, "resume");
  await tellingSupply(ctx, doors.product, await suppliedSkus(ctx.db, s.id), `供应商「${s.short_name}」恢复合作`, () =>
    moved(ctx, s, "resume", { pause_until: null, pause_reason: null }),
  );
  return { ok: true };
}

export const pauseMoves = (doors: Doors) =>
  ({
    supplier_pause: (input, ctx) => pause(input, ctx, doors),
    supplier_resume: (input, ctx) => resume(input, ctx, doors),
  }) satisfies Partial<Handlers<typeof supplierApi>>;
