import type { Area } from "@visadesk/contract/product/snapshot.ts";
import type { Tx } from "#kit/db/db.ts";
import { seedRows } from "#kit/db/seeds.ts";

interface MissionSeed {
  country_id: string;
  embassy_type: number;
  name: string;
  city: string;
  lat: number | null;
  lon: number | null;
  phone: string;
  email: string;
  website: string;
  remark: string;
}
interface DistrictSeed {
  country_id: string;
  embassy_type: number;
  name: string;
  city: string;
  district_name: string;
  channel: string;
  domicile_limit: boolean;
  area: [string, string[], string[]][];
}
interface CentreSeed {
  country_id: string;
  name: string;
  operator: string;
  city: string;
  parents: string[];
  province_code: string;
  city_code: string;
  county_code: string;
  detail: string;
}

/** Countries a product exists for. */
export const soldCountries = (): Set<string> => new Set(seedRows<{ country_id: string }>("products.json").map((p) => p.country_id));

const enabled = (on: boolean): 0 | 1 => (on ? 1 : 0);
const toArea = (rows: DistrictSeed["area"]): Area[] =>
  rows.map(([province_code, only_cities, except_cities]) => ({ province_code, only_cities, except_cities }));

/** Missions of 2022 with their districts; all unverified. Posts that only a district names are added. */
export async function seedMissions(tx: Tx, now: Date): Promise<void> {
  const sold = soldCountries();
  const districts = new Map(seedRows<DistrictSeed>("districts.json").map((d) => [d.name, d]));
  const missions = seedRows<MissionSeed>("missions.json");
  const named = new Set(missions.map((m) => m.name));
  const districtOf = (d: DistrictSeed | undefined) => ({
    district_name: d?.district_name ?? "",
    channel: d?.channel ?? "",
    domicile_limit: d?.domicile_limit ?? false,
    district_area: JSON.stringify(d ? toArea(d.area) : []),
  });
  const shortOf = (city: string, country: string): string => `${city || country}领馆`.slice(0, 10);
  const values = [
    ...missions.map((m) => ({
      ...m,
      ...districtOf(districts.get(m.name)),
      short_name: shortOf(m.city, m.country_id),
      status: enabled(sold.has(m.country_id) && !m.remark),
      source: "wikidata 2022-11",
    })),
    ...[...districts.values()]
      .filter((d) => !named.has(d.name))
      .map((d) => ({
        country_id: d.country_id,
        embassy_type: d.embassy_type,
        name: d.name,
        city: d.city,
        lat: null,
        lon: null,
        phone: "",
        email: "",
        website: "",
        remark: "",
        ...districtOf(d),
        short_name: d.embassy_type === 5 ? "线上" : shortOf(d.city, d.country_id),
        status: enabled(true),
        source: "districts",
      })),
  ];
  await tx
    .insertInto("embassies")
    .values(values.map((v) => ({ ...v, created_at: now, updated_at: now })))
    .onConflict((c) => c.column("name").doNothing())
    .execute();
  await seedCentres(tx, now);
}

async function seedCentres(tx: Tx, now: Date): Promise<void> {
  const ids = new Map((await tx.selectFrom("embassies").select(["id", "name"]).execute()).map((e) => [e.name, e.id]));
  const values = seedRows<CentreSeed>("visa-centres.json").map((c) => ({
    embassy_type: 4,
    country_id: c.country_id,
    name: c.name,
    short_name: `${c.city}中心`,
    operator: c.operator,
    city: c.city,
    parent_ids: c.parents.map((p) => ids.get(p)).filter((id) => id !== undefined),
    address: JSON.stringify({ province_code: c.province_code, city_code: c.city_code, county_code: c.county_code, detail: c.detail }),
    open_from: "08:30",
    open_to: "16:00",
    source: "demo",
    transport: "演示地址，无实际交通指引",
    carry_limits: "请勿携带大件行李与食品",
    notice_note: "请提前15分钟到达，携带护照与预约单",
  }));
  await tx
    .insertInto("embassies")
    .values(values.map((v) => ({ ...v, created_at: now, updated_at: now })))
    .onConflict((c) => c.column("name").doNothing())
    .execute();
}
