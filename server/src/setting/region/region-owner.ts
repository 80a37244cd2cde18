/** 区域负责人: what has begun is never rewritten; a change ends the row the day before and opens its successor. */
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { REGION_KINDS, REGION_NEEDS, regionOwnerApi } from "@visadesk/contract/setting/region-owner.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { workerFacts } from "../../account/index.ts";
import { addDays, areaName, cityCodes, provinceCodes } from "../../base-data/index.ts";
import {
  cityName,
  coverOf,
  daysFaults,
  endChange,
  hasBegun,
  hasEnded,
  isPlace,
  ownerAt,
  placesText,
  related,
  successionOf,
  type Cover,
  type Places,
} from "./region-owner.rules.ts";
import {
  isNamed,
  lockKind,
  placesOn,
  regionList,
  regionView,
  takenBy,
  type PlaceRow,
  type RegionKind,
  type RegionRow,
} from "./region-owner.sql.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { regionOwnerNoun } from "./region-owner.noun.ts";

type Api = typeof regionOwnerApi;
type View = Output<Api["region_owner_get"]>;
type Claim = Pick<RegionRow, "kind" | "name" | "worker_id" | "area_codes" | "from_date" | "to_date" | "note">;

const places: Places = { provinces: provinceCodes, citiesOf: cityCodes };
const placeName = (code: string): string => (provinceCodes.includes(code) ? areaName(code) : cityName(code, areaName));
const viewOf = (row: RegionRow): View => ({ ...row, area_text: placesText(row.area_codes, areaName, places) });
const viewed = async (ctx: Ctx, id: number): Promise<View> => viewOf(found(await regionView(ctx.db, id, shanghaiDate(ctx.now))));

const claimOf = (kind: RegionKind, input: Omit<Parsed<Api["region_owner_add"]>, "kind" | "idempotency_key">): Claim => ({
  kind,
  name: input.name,
  worker_id: input.worker_id,
  area_codes: [...new Set(input.area_codes)].sort(),
  from_date: input.from_date,
  to_date: input.to_date ?? null,
  note: input.note ?? "",
});

/** Rules of a claim that look at itself, the staff and the address library. */
async function checkClaim(ctx: Ctx, claim: Claim): Promise<void> {
  const issues = daysFaults(claim, shanghaiDate(ctx.now));
  const unknown = claim.area_codes.find((c) => !isPlace(c, places));
  if (unknown !== undefined) issues.push({ path: "area_codes", message: `负责区域 ${unknown} 不在地址库中` });
  const worker = await workerFacts(ctx.db, claim.worker_id);
  if (worker?.status !== 1) issues.push({ path: "worker_id", message: "负责人已停用，请选择在职员工" });
  else if (!REGION_NEEDS.some((code) => worker.codes.includes(code)))
    issues.push({
      path: "worker_id",
      message: `${worker.nickname || worker.account} 没有“${REGION_NEEDS.map(permissionLabel).join("”或“")}”权限，不能负责区域，请选择其他人`,
    });
  if (issues.length > 0) throw badInput(...issues);
}

/** Under the lock on the kind: nobody else has the name or one of the places on one of the days. */
async function assertFree(ctx: Ctx, claim: Claim, except: number | null): Promise<void> {
  if (await isNamed(ctx.db, claim, except)) refuse("duplicate", "区域名称已存在");
  const taken = await takenBy(ctx.db, claim, except);
  if (taken) refuse("overlap", `「${placeName(taken.area_code)}」${taken.from_date}起已由 ${taken.worker_name} 负责`);
}

async function insertClaim(ctx: Ctx, claim: Claim): Promise<number> {
  const { id } = await ctx.db
    .insertInto("region_owners")
    .values({ ...claim, created_by: ctx.me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function regionOwnerAdd({ kind, ...input }: Parsed<Api["region_owner_add"]>, ctx: Ctx): Promise<View> {
  const claim = claimOf(kind, input);
  await lockKind(ctx.db, kind);
  await checkClaim(ctx, claim);
  await assertFree(ctx, claim, null);
  const id = await insertClaim(ctx, claim);
  ctx.note({ noun: "region_owner", noun_id: id, noun_no: claim.name, changes: changesOf(null, claim) });
  return viewed(ctx, id);
}

/** The stored row under the lock on its kind, as the caller saw it. */
async function locked(ctx: Ctx, id: number, version: number, today: string): Promise<RegionRow> {
  const { kind } = found(await regionView(ctx.db, id, today));
  await lockKind(ctx.db, kind);
  const row = found(await regionView(ctx.db, id, today));
  await lockRow(ctx, regionOwnerNoun, { id, version, current: row });
  refuseUnless(!hasEnded(row, today), "locked", "已结束的区域负责人不能修改，请新增");
  return row;
}

async function regionOwnerUpdate({ id, version, ...input }: Parsed<Api["region_owner_update"]>, ctx: Ctx): Promise<View> {
  const today = shanghaiDate(ctx.now);
  const row = await locked(ctx, id, version, today);
  const claim = claimOf(row.kind, { to_date: row.to_date, note: row.note, ...definedOf(input) });
  await checkClaim(ctx, claim);
  const next = hasBegun(row, today) ? await succeed(ctx, row, claim) : await rewrite(ctx, row, claim);
  const reason = next === row.id ? null : successionOf(row);
  ctx.note({ noun: "region_owner", noun_id: next, noun_no: claim.name, reason, changes: changesOf(row, claim) });
  return viewed(ctx, next);
}

async function succeed(ctx: Ctx, row: RegionRow, claim: Claim): Promise<number> {
  if (claim.from_date <= row.from_date) throw badInput({ path: "from_date", message: "今天开始生效的记录最早从明天起修改" });
  const before = addDays(claim.from_date, -1);
  if (row.to_date === null || row.to_date > before) {
    await saveRow(ctx, regionOwnerNoun, { id: row.id, version: row.version, set: { to_date: before, updated_at: ctx.now }, told: true });
    ctx.note({ noun: "region_owner", noun_id: row.id, noun_no: row.name, changes: [endChange(row, before)] });
  }
  await assertFree(ctx, claim, row.id);
  return insertClaim(ctx, claim);
}

async function rewrite(ctx: Ctx, row: RegionRow, claim: Claim): Promise<number> {
  await assertFree(ctx, claim, row.id);
  await saveRow(ctx, regionOwnerNoun, { id: row.id, version: row.version, set: { ...claim, updated_at: ctx.now }, told: true });
  return row.id;
}

async function regionOwnerEnd(input: Parsed<Api["region_owner_end"]>, ctx: Ctx): Promise<View> {
  const today = shanghaiDate(ctx.now);
  const row = await locked(ctx, input.id, input.version, today);
  if (input.to_date < today) throw badInput({ path: "to_date", message: "结束日期不能早于今天" });
  if (input.to_date < row.from_date) throw badInput({ path: "to_date", message: "结束日期不能早于生效日期" });
  const claim = { ...row, to_date: input.to_date };
  await assertFree(ctx, claim, row.id);
  const set = { to_date: input.to_date, updated_at: ctx.now };
  await saveRow(ctx, regionOwnerNoun, { id: row.id, version: row.version, set, told: true });
  ctx.note({
    noun: "region_owner",
    noun_id: row.id,
    noun_no: row.name,
    changes: [endChange(row, input.to_date)],
  });
  return viewed(ctx, row.id);
}

const LABELS = {
  name: "区域名称",
  worker_id: "负责人",
  area_codes: "负责区域",
  from_date: "生效日期",
  to_date: "结束日期",
  note: "备注",
} as const;
const FIELDS: readonly (keyof typeof LABELS)[] = ["name", "worker_id", "area_codes", "from_date", "to_date", "note"];
const shown = (claim: Claim, field: keyof typeof LABELS): unknown =>
  field === "area_codes" ? placesText(claim.area_codes, areaName, places) : claim[field];

const changesOf = (before: Claim | null, after: Claim): FieldChange[] => [
  ...(before ? [] : [{ field: "kind", label: "类型", before: null, after: REGION_KINDS[after.kind] }]),
  ...FIELDS.map((f) => ({ field: f, label: LABELS[f], before: before && shown(before, f), after: shown(after, f) })).filter(
    (c) => c.before !== c.after && c.after !== "",
  ),
];

async function regionCoverGet({ date }: { date: string }, ctx: Ctx): Promise<Output<Api["region_cover_get"]>> {
  const held = await placesOn(ctx.db, date, null);
  const by = { bd: held.filter((p) => p.kind === "bd"), cs: held.filter((p) => p.kind === "cs") };
  const named = ({ cities, ...rest }: Cover<PlaceRow>) => ({
    ...rest,
    cities: cities.map((c) => ({ ...c, area_name: cityName(c.area_code, areaName) })),
  });
  const list = provinceCodes.map((code) => ({
    province_code: code,
    province_name: areaName(code),
    bd: named(coverOf(by.bd, code, cityCodes(code))),
    cs: named(coverOf(by.cs, code, cityCodes(code))),
  }));
  return { list, bd_gaps: list.filter((p) => p.bd.is_gap).length, cs_gaps: list.filter((p) => p.cs.is_gap).length };
}

type CoverSide = Output<Api["region_cover_get"]>["list"][number]["bd"];
const ownerText = (o: { worker_name: string; worker_enabled: boolean }): string =>
  `${o.worker_name}${o.worker_enabled ? "" : "（已停用）"}`;
const sideText = ({ owner, cities, is_gap }: CoverSide): string =>
  [owner && `${ownerText(owner)} ${owner.name}`, is_gap && (cities.length > 0 ? "其余城市无人负责" : "无人负责")]
    .filter(Boolean)
    .join("，");
const citiesText = ({ cities }: CoverSide): string => cities.map((c) => `${c.area_name} ${ownerText(c)}`).join("、");

/** The table of a day line by line, for its export. */
async function regionCoverQuery(
  { date, page, page_size, order }: Parsed<Api["region_cover_query"]>,
  ctx: Ctx,
): Promise<Output<Api["region_cover_query"]>> {
  const lines = (await regionCoverGet({ date }, ctx)).list.map(({ province_code, province_name, bd, cs }) => ({
    province_code,
    province_name,
    bd_text: sideText(bd),
    bd_cities: citiesText(bd),
    cs_text: sideText(cs),
    cs_cities: citiesText(cs),
  }));
  const sorted = order === "desc" ? lines.toReversed() : lines;
  const list = sorted.slice((page - 1) * page_size, page * page_size);
  return { list, total: lines.length, total_capped: false, page, page_size, cursor: null };
}

/** Owners of a household's place on a day: the city's own row, else the province's, else nobody. */
export async function ownersFor(
  db: Db,
  province: string | null,
  city: string | null,
  date: string,
): Promise<{ bd: number | null; cs: number | null }> {
  if (!province) return { bd: null, cs: null };
  const held = await placesOn(db, date, city ? [province, city] : [province]);
  const of = (kind: RegionKind): number | null =>
    ownerAt(
      held.filter((p) => p.kind === kind),
      province,
      city,
    )?.worker_id ?? null;
  return { bd: of("bd"), cs: of("cs") };
}

/** The same for many places of one day. */
export async function ownersOn(db: Db, date: string): Promise<(kind: RegionKind, province: string, city: string) => number | null> {
  const held = await placesOn(db, date, null);
  const by = { bd: held.filter((p) => p.kind === "bd"), cs: held.filter((p) => p.kind === "cs") };
  return (kind, province, city) => ownerAt(by[kind], province, city)?.worker_id ?? null;
}

export interface RegionDoors {
  /** Peers of the places of these rows, which the area above us counts; none of a row that does not hold now. */
  readonly regionFigures: (
    db: Db,
    ids: readonly number[],
    now: Date,
  ) => Promise<ReadonlyMap<number, { peers: number; new_30: number; differing: number }>>;
}
async function withPeers(ctx: Ctx, { regionFigures }: RegionDoors, list: readonly RegionRow[]) {
  const figures = await regionFigures(
    ctx.db,
    list.map((r) => r.id),
    ctx.now,
  );
  return list.map((r) => {
    const of = figures.get(r.id);
    const none = r.region_state === "active" ? 0 : null;
    return { ...viewOf(r), peer_count: of?.peers ?? none, peer_new: of?.new_30 ?? none, peer_differing: of?.differing ?? none };
  });
}

export const regionOwnerServer = (doors: RegionDoors) =>
  serve(regionOwnerApi, {
    region_owner_query: async (input, ctx) => {
      const page = await pageOf<RegionRow>(
        ctx.db,
        input,
        regionList(input, input.area_code === undefined ? null : related(input.area_code, places), shanghaiDate(ctx.now)),
      );
      return { ...page, list: await withPeers(ctx, doors, page.list) };
    },
    region_owner_get: ({ id }, ctx) => viewed(ctx, id),
    region_owner_add: regionOwnerAdd,
    region_owner_update: regionOwnerUpdate,
    region_owner_end: regionOwnerEnd,
    region_cover_get: regionCoverGet,
    region_cover_query: regionCoverQuery,
  });
