/** Demo insurance of the demo insurers: plans with plausible rates, one of them a draft that still has a hole. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { InsuranceRegion, MedicalCurrency } from "@visadesk/contract/product/price/insurance.rules.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { SEED_FROM, seedRows } from "#kit/db/seeds.ts";

interface PlanSeed {
  key: string;
  name: string;
  currency: MedicalCurrency;
  cover: number;
  sum: number;
  cost_percent: number;
  /** From, to, percent of the adult's premium. */
  ages: [number, number, number][];
  /** From, to, premium of an adult. */
  days: [number, number, number][];
}
interface InsuranceSeed {
  code: string;
  name: string;
  supplier_no: string;
  region: InsuranceRegion;
  country_ids: string[];
  min_lead_hours: number;
  surrender: "before_start" | "none";
  status: "draft" | "on_sale" | "off_sale";
  sku_codes: string[];
  plans: PlanSeed[];
}

const clause = path.resolve(import.meta.dirname, "../../../seeds/insurance-clause.pdf");
const bytes = readFileSync(clause);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const KEY = `public/${sha256.slice(0, 2)}/${sha256}.pdf`;

/** Puts the clause that the demo products show into the file store. */
export const storeDemoClause = (files: Pick<FileStore, "put">): Promise<void> => files.put(KEY, clause, "application/pdf");

const planOf = ({ key, name, currency, cover, sum, ages, days }: PlanSeed) => ({
  key,
  name,
  medical_currency: currency,
  medical_cover: cover,
  sum_insured: sum,
  day_from: Math.min(...days.map(([from]) => from)),
  day_to: Math.max(...days.map(([, to]) => to)),
  age_from: Math.min(...ages.map(([from]) => from)),
  age_to: Math.max(...ages.map(([, to]) => to)),
});

const ratesOf = (plan: PlanSeed) =>
  plan.days.flatMap(([day_from, day_to, adult]) =>
    plan.ages.map(([age_from, age_to, percent]) => {
      const premium = Math.floor((adult * percent) / 100);
      return { plan_key: plan.key, day_from, day_to, age_from, age_to, premium, cost: Math.floor((premium * plan.cost_percent) / 100) };
    }),
  );

async function seedOne(tx: Tx, seed: InsuranceSeed, supplier_id: number, at: Date): Promise<void> {
  const isDraft = seed.status === "draft";
  const made = await tx
    .insertInto("insurance_products")
    .values({
      code: seed.code,
      name: seed.name,
      supplier_id,
      region: seed.region,
      country_ids: seed.country_ids,
      plans: JSON.stringify(seed.plans.map(planOf)),
      min_lead_hours: seed.min_lead_hours,
      surrender: seed.surrender,
      clause_file: isDraft ? null : KEY,
      product_status: seed.status,
      first_listed_at: isDraft ? null : SEED_FROM,
      off_reason: seed.status === "off_sale" ? "保司系统升级，暂停出单" : null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((c) => c.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return;
  const effective_from = isDraft ? null : SEED_FROM;
  await tx
    .insertInto("insurance_rates")
    .values(seed.plans.flatMap(ratesOf).map((r) => ({ ...r, product_id: made.id, effective_from })))
    .execute();
  if (seed.sku_codes.length === 0) return;
  await tx
    .updateTable("skus")
    .set({ insurance_product_ids: [made.id] })
    .where("visa_product_unit_code", "in", seed.sku_codes)
    .execute();
}

/** Loads the demo insurance that is missing; needs the demo products and suppliers. */
export async function seedInsurance(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto("files")
      .values({
        key: KEY,
        is_private: false,
        sha256,
        size: bytes.length,
        content_type: "application/pdf",
        created_at: now,
      })
      .onConflict((c) => c.doNothing())
      .execute();
    const suppliers = await tx.selectFrom("suppliers").select(["id", "supplier_no"]).where("kind", "=", "insurer").execute();
    const ids = new Map(suppliers.map((s) => [s.supplier_no, s.id]));
    for (const seed of seedRows<InsuranceSeed>("insurance-products.json")) {
      const supplier_id = ids.get(seed.supplier_no);
      if (supplier_id !== undefined) await seedOne(tx, seed, supplier_id, now);
    }
  });
}
