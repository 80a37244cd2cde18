/** Demo suppliers and their matches with the demo products; costs are for demonstration. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { SEED_FROM, seedRows } from "#kit/db/seeds.ts";
import { dayOf } from "#kit/range.ts";
import { namePaper, placeOf, seedContacts, seedDocuments, seedPayees, type DemoPeople, type DemoSupplier } from "./demo-parts.ts";
import { searchOf } from "./search.ts";

interface SupplierSeed extends Omit<DemoSupplier, "id"> {
  short_name: string;
  countries: string[];
  settle_trigger: "submitted" | "issued" | "completed";
  on_refusal: "full" | "service_half" | "embassy_only" | "none";
  settle_cycle: "per_order" | "day" | "week" | "half_month" | "month";
}
interface CostSeed {
  visa_product_unit_code: string;
  district: string;
  cost: number;
  official: number;
  child: number | null;
  urgent: [string, number] | null;
  work_days_min: number;
  work_days_max: number;
}

/** A second supplier for the same SKU is a little dearer. */
const LATER_EXTRA = 1_000;

/** The first ones of the list have all that is sold. */
const MATCHED = 8;
const DAY_MS = 86_400_000;
const PAUSED_DAYS = 20;

const idOf = async (tx: Tx, account: string): Promise<number | null> =>
  (await tx.selectFrom("workers").select("id").where("account", "=", account).executeTakeFirst())?.id ?? null;

/** Terms and state of a demo supplier; those at work were passed long ago. */
function rowOf({ countries, state, ...s }: SupplierSeed, n: number, now: Date, people: DemoPeople) {
  const begun = state !== "pending" && state !== "rejected";
  return {
    ...s,
    serves: JSON.stringify(countries.map((country_id) => ({ country_id, embassy_ids: [] }))),
    address: JSON.stringify(placeOf(n)),
    owner_id: n % 4 === 3 ? people.checker : people.maker,
    credit_days: s.settle_cycle === "per_order" ? 0 : 15,
    invoice_kind: s.kind === "visa_centre" || s.kind === "mission_channel" ? ("none" as const) : ("special" as const),
    tax_rate_bp: s.kind === "visa_centre" || s.kind === "mission_channel" ? 0 : 600,
    supplier_status: state,
    first_active_at: begun ? SEED_FROM : null,
    review_note: state === "rejected" ? "资料不全：合同未盖章，请补齐后重新提交" : null,
    pause_until: state === "paused" ? dayOf(now, PAUSED_DAYS) : null,
    pause_reason: state === "paused" ? "结算价正在重新谈判" : null,
    search_text: searchOf({ ...s, former_names: [] }),
    created_by: people.maker,
    created_at: begun ? SEED_FROM : new Date(now.getTime() - 2 * DAY_MS),
    updated_at: new Date(now.getTime() - n * DAY_MS),
  };
}

/** What hangs on the ones that were not there yet. */
async function seedRecords(tx: Tx, seeds: readonly SupplierSeed[], now: Date): Promise<void> {
  const people = { maker: await idOf(tx, "product"), checker: await idOf(tx, "admin") };
  await namePaper(tx, now);
  const made = await tx
    .insertInto("suppliers")
    .values(seeds.map((s, n) => rowOf(s, n, now, people)))
    .onConflict((c) => c.column("supplier_no").doNothing())
    .returning(["id", "supplier_no"])
    .execute();
  const ids = new Map(made.map((s) => [s.supplier_no, s.id]));
  for (const [n, seed] of seeds.entries()) {
    const id = ids.get(seed.supplier_no);
    if (id === undefined) continue;
    await seedContacts(tx, { ...seed, id }, n, now, people);
    await seedDocuments(tx, { ...seed, id }, n, now, people);
    await seedPayees(tx, { ...seed, id }, n, now, people);
  }
}

/** Demo suppliers of all kinds; the first ones are matched with every demo SKU of their countries, in the order of the list. Needs the demo products. */
export async function seedSuppliers(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const all = seedRows<SupplierSeed>("suppliers.json");
    await seedRecords(tx, all, now);
    const seeds = all.slice(0, MATCHED);
    const ids = new Map((await tx.selectFrom("suppliers").select(["id", "supplier_no"]).execute()).map((s) => [s.supplier_no, s.id]));
    const skus = await tx.selectFrom("skus").select(["id", "sku_no", "visa_product_unit_code", "country_id"]).orderBy("id").execute();
    // The mission's fee alone: a visa centre's is our cost as the rest of the price is.
    const fees = new Map(
      (await tx.selectFrom("sku_prices").select(["sku_id", "adult"]).where("price_kind", "=", "embassy_fee").execute()).map((f) => [
        f.sku_id,
        f.adult,
      ]),
    );
    const costs = costsBySkuNo();
    for (const sku of skus) {
      const cost = costs.get(sku.sku_no);
      if (!cost) continue;
      for (const [i, supplier] of seeds.filter((s) => serves(s, sku.country_id, sku.visa_product_unit_code)).entries()) {
        const supplier_id = ids.get(supplier.supplier_no);
        if (supplier_id !== undefined)
          await seedMatch(tx, { sku_id: sku.id, supplier_id, priority: i + 1, cost, embassy: fees.get(sku.id) ?? 0, now });
      }
    }
  });
}

/** EVUS is an online registration: the visa agencies of the US do not do it, the online platform does nothing else there. */
const serves = (s: SupplierSeed, country: string, code: string): boolean =>
  s.countries.includes(country) && (country !== "US" || (s.kind === "evisa_platform") === (code === "US-EVUS"));

function costsBySkuNo(): Map<string, CostSeed> {
  const counts = new Map<string, number>();
  return new Map(
    seedRows<CostSeed>("products.json").map((p) => {
      const n = (counts.get(p.visa_product_unit_code) ?? 0) + 1;
      counts.set(p.visa_product_unit_code, n);
      return [`${p.visa_product_unit_code}-${String(n).padStart(2, "0")}`, p];
    }),
  );
}

interface MatchSeed {
  sku_id: number;
  supplier_id: number;
  priority: number;
  cost: CostSeed;
  embassy: number;
  now: Date;
}
async function seedMatch(tx: Tx, { sku_id, supplier_id, priority, cost, embassy, now }: MatchSeed): Promise<void> {
  const match = await tx
    .insertInto("supplier_products")
    .values({
      sku_id,
      supplier_id,
      priority,
      lead_min: cost.work_days_min,
      lead_max: cost.work_days_max,
      supplier_title: cost.visa_product_unit_code,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.columns(["sku_id", "supplier_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!match) return;
  const adult = cost.cost + (priority - 1) * LATER_EXTRA;
  // A cost that is at least the official fees contains them.
  const included = cost.official > 0 && cost.cost >= cost.official;
  await tx
    .insertInto("supplier_prices")
    .values({
      supplier_product_id: match.id,
      adult,
      child: cost.child === null ? null : adult,
      urgent: JSON.stringify(cost.urgent ? { U1: Math.floor(cost.urgent[1] * 0.7) } : {}),
      embassy_included: included,
      centre_included: included,
      embassy_fee: included ? Math.min(embassy, adult) : 0,
      effective_at: SEED_FROM,
      decided_at: SEED_FROM,
      announced_at: SEED_FROM,
      review: "approved",
      reason: "首次报价",
      created_at: now,
    })
    .execute();
}
