import { hasFlag } from "country-flag-icons";
import { beforeAll, expect, test } from "vitest";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { shapeOf, z } from "@visadesk/contract/kit/field.ts";
import { testDatabase, type TestDatabase } from "../../testing/database.ts";
import { mainlandProvinces, cityCodes } from "../district/address.ts";
import { accepts, districtHoles } from "../district/district.rules.ts";
import { coverOf } from "../record/reference.sql.ts";
import { seedReference } from "./seed.ts";

const now = new Date("2026-09-01T02:00:00Z");
let open: TestDatabase;
beforeAll(async () => {
  open = await testDatabase();
  await seedReference(open.db, now);
});

const count = async (
  table:
    | "countries"
    | "embassies"
    | "documents"
    | "reject_reasons"
    | "refund_policies"
    | "refund_policy_versions"
    | "official_fees"
    | "calendar_days"
    | "application_versions"
    | "mail_centres",
) =>
  Number(
    (
      await open.db
        .selectFrom(table)
        .select((e) => e.fn.countAll<string>().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );
const embassy = async (name: string) => open.db.selectFrom("embassies").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
const coverOfPost = async (name: string) => {
  const cover = await coverOf(open.db, (await embassy(name)).id);
  if (!cover) throw new Error(name);
  return cover;
};

test("loads everything once, however often it runs", async () => {
  const tables = [
    "countries",
    "embassies",
    "documents",
    "reject_reasons",
    "refund_policies",
    "refund_policy_versions",
    "official_fees",
    "calendar_days",
    "application_versions",
    "mail_centres",
  ] as const;
  const before = await Promise.all(tables.map(count));
  await Promise.all([seedReference(open.db, now), seedReference(open.db, now)]);
  expect(await Promise.all(tables.map(count))).toEqual(before);
  expect(before.slice(0, 3)).toEqual([250, 215 + 8 + 9, 42 + 14 + 5]);
  const kinds = await open.db
    .selectFrom("documents")
    .select(["kind", (e) => e.fn.countAll<string>().as("n")])
    .groupBy("kind")
    .orderBy("kind")
    .execute();
  expect(kinds.map((k) => Number(k.n))).toEqual([30, 7, 5, 14, 5]);
});

test("keeps what staff have changed", async () => {
  await open.db.updateTable("countries").set({ visa_free_days: 7 }).where("id", "=", "JP").execute();
  await seedReference(open.db, now);
  expect(
    (await open.db.selectFrom("countries").select("visa_free_days").where("id", "=", "JP").executeTakeFirstOrThrow()).visa_free_days,
  ).toBe(7);
});

test("regions of China are labelled as such; every mission waits for verification", async () => {
  const regions = await open.db
    .selectFrom("countries")
    .select(["id", "name_zh", "is_region", "flag_emoji"])
    .where("id", "in", ["HK", "MO", "TW"])
    .orderBy("id")
    .execute();
  expect(regions.every((r) => r.is_region && r.name_zh.startsWith("中国"))).toBe(true);
  expect(regions.find((r) => r.id === "TW")?.flag_emoji).toBe("");
  const capitals = await open.db.selectFrom("countries").select(["id", "capital"]).where("capital", "<>", "").execute();
  expect([capitals.length, capitals.filter((c) => !/^\p{Script=Han}+$/u.test(c.capital))]).toEqual([243, []]);
  expect(await open.db.selectFrom("embassies").select("id").where("verified_at", "is not", null).execute()).toEqual([]);
  const centres = await open.db.selectFrom("embassies").select(["name", "address"]).where("embassy_type", "=", 4).execute();
  expect(centres.length).toBeGreaterThan(0);
  for (const c of centres) expect(`${c.name} ${JSON.stringify(c.address)}`).toMatch(/演示.*演示/);
});

test("base-data 5: districts by household, residence and relation", async () => {
  const home = (province_code: string, city_code: string) => ({ province_code, city_code });
  const person = {
    household: home("210000", "210200"),
    residence: home("210000", "210200"),
    relation: "self" as const,
    main_accepted: false,
  };
  expect(accepts(await coverOfPost("日本驻沈阳总领事馆大连领事办公室"), person)).toMatchObject({ ok: true, by: "household" });
  expect(accepts(await coverOfPost("日本驻沈阳总领事馆"), person)).toEqual({
    ok: false,
    reason: "不在受理领区：沈阳领区不受理辽宁省大连市",
  });
  const shanghai = await coverOfPost("日本驻上海总领事馆");
  const moved = { ...person, household: home("410000", "410100"), residence: home("310000", "310100") };
  expect(accepts(shanghai, moved)).toEqual({ ok: true, by: "residence", residence_paper: true });
  const henan = { ...moved, residence: home("410000", "410100"), main_accepted: true };
  expect(accepts(shanghai, { ...henan, relation: "spouse" })).toMatchObject({ ok: true, by: "relative" });
  expect(accepts(shanghai, { ...henan, relation: "other" }).ok).toBe(false);
  expect(accepts(await coverOfPost("美国驻华大使馆"), henan)).toMatchObject({ by: "unlimited" });
});

test("base-data 6: districts of JP, KR and IN cover 31 provinces once; 其余省份 is the explicit rest", async () => {
  expect(mainlandProvinces.length).toBe(31);
  for (const country of ["JP", "KR", "IN", "DE", "IT"]) {
    const posts = await open.db
      .selectFrom("embassies")
      .select("name")
      .where("country_id", "=", country)
      .where("domicile_limit", "=", true)
      .execute();
    const covers = await Promise.all(posts.map((p) => coverOfPost(p.name)));
    expect({ country, ...districtHoles(covers, mainlandProvinces, cityCodes) }).toEqual({ country, missing: [], double: [] });
  }
});

test("a visa centre takes what its missions take", async () => {
  expect(await coverOfPost("意大利签证申请中心（演示·上海）")).toMatchObject({ domicile_limit: true, district_name: "上海领区" });
});

test("each country with a flag has its picture", async () => {
  const flagged = await open.db.selectFrom("countries").select(["id", "flag_emoji"]).where("flag_emoji", "<>", "").execute();
  expect(flagged.length).toBeGreaterThan(200);
  expect(flagged.filter(({ id }) => !hasFlag(id))).toEqual([]);
});

test("every seeded telephone number is one that its form takes", async () => {
  const kept = await open.db.selectFrom("countries").select(["id", "emergency_phone", "cn_mission_phone"]).execute();
  const { emergency_phone, cn_mission_phone } = shapeOf(countryApi.country_update.input);
  const posts = await open.db.selectFrom("embassies").select(["name", "phone"]).execute();
  const { phone } = shapeOf(embassyApi.embassy_update.input);
  const takes = (type: z.core.$ZodType | undefined, value: string): boolean => type !== undefined && z.safeParse(type, value).success;
  expect(kept.filter((c) => !takes(emergency_phone, c.emergency_phone) || !takes(cn_mission_phone, c.cn_mission_phone))).toEqual([]);
  expect(posts.filter((e) => !takes(phone, e.phone))).toEqual([]);
  for (const [type, word] of [
    [phone, "1"],
    [cn_mission_phone, "1"],
    [emergency_phone, "报警"],
  ] as const)
    expect(takes(type, word)).toBe(false);
});
