/** Demo suppliers and their matches with the demo products; costs are for demonstration. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { SEED_FROM, seedRows } from "#kit/db/seeds.ts";
import { q, rows } from "#kit/db/sql.ts";
import { MUST_HAVE } from "@visadesk/contract/supplier/supplier.words.ts";

interface SupplierSeed {
  supplier_no: string;
  name: string;
  short_name: string;
  kind: "submit_agency" | "evisa_platform" | "translation" | "insurer";
  credit_code: string;
  countries: string[];
  settle_trigger: "submitted" | "issued" | "completed";
  on_refusal: "full" | "service_half" | "embassy_only" | "none";
  settle_cycle: "per_order" | "week" | "half_month" | "month";
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

/** Matches every demo SKU with the suppliers of its country, in the order of the list. Needs the demo products. */
export async function seedSuppliers(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const seeds = seedRows<SupplierSeed>("suppliers.json");
    const values = seeds.map(({ countries, ...s }) => ({
      ...s,
      serves: JSON.stringify(countries.map((country_id) => ({ country_id, embassy_ids: [] }))),
      credit_days: s.settle_cycle === "per_order" ? 0 : 15,
      created_at: now,
      updated_at: now,
    }));
    await tx
      .insertInto("suppliers")
      .values(values)
      .onConflict((c) => c.column("supplier_no").doNothing())
      .execute();
    await seedPapers(tx, now);
    const ids = new Map((await tx.selectFrom("suppliers").select(["id", "supplier_no"]).execute()).map((s) => [s.supplier_no, s.id]));
    const skus = await tx.selectFrom("skus").select(["id", "sku_no", "visa_product_unit_code", "country_id"]).orderBy("id").execute();
    const costs = costsBySkuNo();
    for (const sku of skus) {
      const cost = costs.get(sku.sku_no);
      if (!cost) continue;
      for (const [i, supplier] of seeds.filter((s) => serves(s, sku.country_id, sku.visa_product_unit_code)).entries()) {
        const supplier_id = ids.get(supplier.supplier_no);
        if (supplier_id !== undefined) await seedMatch(tx, { sku_id: sku.id, supplier_id, priority: i + 1, cost, now });
      }
    }
  });
}

/** Every supplier has the papers that its kind must have. */
const seedPapers = (tx: Tx, now: Date): Promise<unknown> =>
  rows(
    tx,
    q`
    insert into supplier_documents (supplier_id, kind, valid_from, files, created_at)
    select s.id, k.kind, ${SEED_FROM.slice(0, 10)}::date, array['private/00/' || md5(s.supplier_no || k.kind) || '.pdf'], ${now}
    from suppliers s cross join lateral jsonb_array_elements_text(${JSON.stringify(MUST_HAVE)}::jsonb -> s.kind) as k(kind)
    where not exists (select from supplier_documents d where d.supplier_id = s.id and d.kind = k.kind)`,
  );

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
  now: Date;
}
async function seedMatch(tx: Tx, { sku_id, supplier_id, priority, cost, now }: MatchSeed): Promise<void> {
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
  // A cost that is at least the official fee contains it.
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
      embassy_fee: included ? cost.official : 0,
      effective_at: SEED_FROM,
      review: "approved",
      reason: "首次报价",
      created_at: now,
    })
    .execute();
}
