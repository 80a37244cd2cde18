/** Reference data from server/seeds. Adds what is missing and leaves what staff have changed. */
import type { Insertable } from "kysely";
import { richOf } from "@visadesk/contract/kit/rich-text.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import type { Tables } from "#kit/db/tables.gen.ts";
import { SEED_FROM, seedRows } from "#kit/db/seeds.ts";
import { fillTravelFacts, seedLock } from "./seed.sql.ts";
import { seedMissions, soldCountries } from "./seed-missions.ts";
import { seedPapers } from "./seed-papers.ts";

interface CountrySeed {
  id: string;
  code3: string;
  code_num: string;
  name_zh: string;
  name_en: string;
  pinyin: string;
  initial: string;
  continent: string;
  flag_emoji: string;
  capital: string;
  time_zone: string;
  currencies: string[];
  phone_codes: string[];
  languages: string[];
  is_region: boolean;
  is_schengen: boolean;
}
interface PolicySeed {
  country_id: string;
  visa_policy: "free" | "arrival" | "evisa" | "eta" | "required" | "self";
  visa_free_days: number | null;
}
interface TravelSeed {
  country_id: string;
  plug: string;
  emergency_phone: string;
}
interface FeeSeed {
  country_ids: string[];
  name: string;
  fee_kind: "embassy" | "centre";
  currency: string;
  adult: number;
  child: number | null;
  effective_from: string;
}
interface RefundSeed {
  name: string;
  forms: string[];
  clause: string;
  grid: unknown[];
}

const HOT = new Set(["JP", "KR", "US", "GB", "FR", "IT", "DE", "AU", "VN", "HK"]);
/** Loads the reference tables; safe to run at every start and from several processes. */
export async function seedReference(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await seedLock(tx);
    await seedCountries(tx, now);
    await seedCalendar(tx);
    await seedMissions(tx, now);
    await seedReasons(tx, now);
    await seedPapers(tx, now);
    await seedRefundPolicies(tx, now);
    await seedOfficialFees(tx, now);
    await seedMailCentre(tx, now);
  });
}

async function seedCountries(tx: Tx, now: Date): Promise<void> {
  const policies = new Map(seedRows<PolicySeed>("visa-policies.json").map((p) => [p.country_id, p]));
  const travel = new Map(seedRows<TravelSeed>("travel-facts.json").map((t) => [t.country_id, t]));
  const sold = soldCountries();
  const values = seedRows<CountrySeed>("gen/countries.json").map((c): Insertable<Tables["countries"]> => {
    const policy = policies.get(c.id);
    return {
      ...c,
      visa_policy: policy?.visa_policy ?? "unknown",
      visa_free_days: policy?.visa_free_days ?? null,
      plug: travel.get(c.id)?.plug ?? "",
      emergency_phone: travel.get(c.id)?.emergency_phone ?? "",
      is_hot: HOT.has(c.id),
      status: sold.has(c.id) ? 1 : 0,
      source: "seed",
      created_at: now,
      updated_at: now,
    };
  });
  await tx
    .insertInto("countries")
    .values(values)
    .onConflict((c) => c.column("id").doNothing())
    .execute();
  await fillTravelFacts(tx, values);
}

async function seedCalendar(tx: Tx): Promise<void> {
  const days = seedRows<[string, "off" | "work", string]>("gen/calendar-cn.json").map(([date, day_kind, name]) => ({
    calendar: "CN",
    date,
    day_kind,
    name,
    source: "seed",
    // Before any write of a person: the calendar in memory is renewed by the last one.
    updated_at: SEED_FROM,
  }));
  await tx
    .insertInto("calendar_days")
    .values(days)
    .onConflict((c) => c.columns(["calendar", "date"]).doNothing())
    .execute();
}

async function seedReasons(tx: Tx, now: Date): Promise<void> {
  const reasons = seedRows<{ code: string; text: string; advice: string; kinds: number[] }>("reject-reasons.json").map((r, sort) => ({
    ...r,
    sort,
    created_at: now,
    updated_at: now,
  }));
  await tx
    .insertInto("reject_reasons")
    .values(reasons)
    .onConflict((c) => c.column("code").doNothing())
    .execute();
}

async function seedRefundPolicies(tx: Tx, now: Date): Promise<void> {
  for (const { name, forms, clause, grid } of seedRows<RefundSeed>("refund-policies.json")) {
    const policy = await tx
      .insertInto("refund_policies")
      .values({ name, forms, created_at: now, updated_at: now })
      .onConflict((c) => c.column("name").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!policy) continue;
    await tx
      .insertInto("refund_policy_versions")
      .values({
        policy_id: policy.id,
        version_no: 1,
        state: "published",
        effective_from: SEED_FROM,
        clause: richOf(clause),
        grid: JSON.stringify(grid),
        created_at: now,
      })
      .execute();
  }
}

async function seedOfficialFees(tx: Tx, now: Date): Promise<void> {
  const known = new Set((await tx.selectFrom("official_fees").select("name").execute()).map((f) => f.name));
  const fees = seedRows<FeeSeed>("official-fees.json")
    .filter((f) => !known.has(f.name))
    .map((f) => ({ ...f, effective_from: `${f.effective_from}T00:00:00+08:00`, created_at: now, updated_at: now }));
  if (fees.length > 0) await tx.insertInto("official_fees").values(fees).execute();
}

async function seedMailCentre(tx: Tx, now: Date): Promise<void> {
  const address = JSON.stringify({
    province_code: "310000",
    city_code: "310100",
    county_code: "310101",
    detail: "演示路100号演示资料中心1楼",
  });
  await tx
    .insertInto("mail_centres")
    .values({
      name: "上海资料中心（演示）",
      contact: "资料收件组",
      mobile: "13800000000",
      address,
      hours: "工作日 09:00–18:00",
      note: "演示地址，请勿寄送",
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column("name").doNothing())
    .execute();
}
