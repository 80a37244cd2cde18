import type { Tx } from "#kit/db/db.ts";
import { SEED_FROM, seedRows } from "#kit/db/seeds.ts";
import { toCents } from "../price/price.rules.ts";
import type { OfficialFee } from "./seed-ids.ts";

export interface ProductSeed {
  visa_product_unit_code: string;
  country_id: string;
  visa_type: number;
  visa_form: "sticker" | "paper" | "evisa" | "register" | "document" | "service";
  spu_name: string;
  district: string;
  entry_count: "single" | "double" | "multiple" | "by_issue" | "none";
  stay_days: number;
  validity: number;
  validity_unit: "day" | "month" | "year" | "passport" | "by_issue" | "none";
  work_days_min: number;
  work_days_max: number;
  adult: number;
  child: number | null;
  /** V1, V2, V3. */
  levels: number[];
  cost: number;
  official: number;
  by_district: boolean;
  need_interview: boolean;
  need_fingerprint: boolean;
  need_return_material: boolean;
  need_effect_date: boolean;
  urgent: [string, number] | null;
}
interface FeeLink {
  visa_product_unit_code: string;
  fee: string;
  centre_fee: string | null;
  /** CNY per unit of the foreign currency; null when the fee is in CNY. */
  rate: string | null;
}

interface PriceSeed {
  sku_id: number;
  seed: ProductSeed;
  fees: ReadonlyMap<string, OfficialFee>;
  now: Date;
}
/** Retail, level, official and urgent prices of a new SKU. A level takes the same off the child price as off the adult's. */
export async function seedPrices(tx: Tx, { sku_id, seed, fees, now }: PriceSeed): Promise<void> {
  const base = { sku_id, effective_from: SEED_FROM, created_at: now };
  const rows = [
    { ...base, price_kind: "retail" as const, ref_id: "", adult: seed.adult, child: seed.child },
    ...seed.levels.map((adult, i) => ({
      ...base,
      price_kind: "level" as const,
      ref_id: `V${i + 1}`,
      adult,
      child: seed.child === null ? null : seed.child - (seed.adult - adult),
    })),
    ...(seed.urgent ? [{ ...base, price_kind: "urgent" as const, ref_id: "U1", adult: seed.urgent[1], child: null }] : []),
  ];
  await tx.insertInto("sku_prices").values(rows).execute();
  await tx
    .insertInto("sku_prices")
    .values(feeRows(seed, fees).map((r) => ({ ...base, ...r })))
    .execute();
}

interface FeeRow {
  price_kind: "embassy_fee" | "centre_fee";
  adult: number;
  child: number | null;
  currency: string;
  foreign_adult: number | null;
  foreign_child: number | null;
  rate: string | null;
  official_fee_id: number | null;
}

/** Official fees as rows; a fee in a foreign currency is frozen at the rate. */
function feeRows(seed: ProductSeed, fees: ReadonlyMap<string, OfficialFee>): FeeRow[] {
  const link = seedRows<FeeLink>("product-fees.json").find((l) => l.visa_product_unit_code === seed.visa_product_unit_code);
  const own: FeeRow = {
    price_kind: "embassy_fee",
    adult: seed.official,
    child: null,
    currency: "CNY",
    foreign_adult: null,
    foreign_child: null,
    rate: null,
    official_fee_id: null,
  };
  if (!link) return [own];
  const rowOf = (price_kind: FeeRow["price_kind"], name: string): FeeRow => {
    const fee = fees.get(name);
    if (!fee) throw new Error(`no official fee ${name}`);
    const { rate } = link;
    const cents = (minor: number | null): number | null => (minor === null || rate === null ? minor : toCents(minor, rate));
    return {
      price_kind,
      adult: cents(fee.adult) ?? 0,
      child: seed.child === null ? null : cents(fee.child),
      currency: fee.currency,
      rate,
      official_fee_id: fee.id,
      foreign_adult: rate === null ? null : fee.adult,
      foreign_child: rate === null || seed.child === null ? null : fee.child,
    };
  };
  return [rowOf("embassy_fee", link.fee), ...(link.centre_fee ? [rowOf("centre_fee", link.centre_fee)] : [])];
}
