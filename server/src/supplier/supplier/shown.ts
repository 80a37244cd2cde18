/** Suppliers as their readers see them: names, flags, figures and the state of their papers beside the stored row. */
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { validityOf } from "../supplier-document/supplier-document.rules.ts";
import { figuresOf, type Figures } from "./figures.sql.ts";
import { countryNames, workerNames } from "./names.sql.ts";
import type { StoredRow, SupplierRow } from "./supplier.sql.ts";

const NONE: Figures = {
  open_count: 0,
  originals_held: 0,
  passports_held: 0,
  unsettled: 0,
  submitted_90: 0,
  work_days: null,
  issue_rate: null,
  results_90: 0,
};

type Shown = Pick<SupplierRow, "serves_text" | "flags" | "owner_name" | "paper_validity" | keyof Figures>;
export async function shownSuppliers<R extends StoredRow>(ctx: Pick<Ctx, "db" | "now">, list: readonly R[]): Promise<(R & Shown)[]> {
  const [countries, owners, figures] = await Promise.all([
    countryNames(
      ctx.db,
      list.flatMap((s) => s.serves.map((x) => x.country_id)),
    ),
    workerNames(
      ctx.db,
      list.map((s) => s.owner_id),
    ),
    figuresOf(
      ctx.db,
      list.map((s) => s.id),
      ctx.now,
    ),
  ]);
  const today = dayOf(ctx.now);
  return list.map((s) => {
    const served = s.serves.map((x) => ({ id: x.country_id, ...countries.get(x.country_id) }));
    return {
      ...s,
      serves_text: served.map((c) => c.name_zh ?? c.id).join("、"),
      flags: served.flatMap((c) => c.flag_emoji ?? []),
      owner_name: owners.get(s.owner_id ?? 0) ?? null,
      paper_validity: s.paper_until === null ? null : validityOf(s.paper_until, today),
      ...NONE,
      ...figures.get(s.id),
    };
  });
}
