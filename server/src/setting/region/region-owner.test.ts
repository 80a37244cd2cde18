import { REGION_NEEDS } from "@visadesk/contract/setting/region-owner.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { exportedOf } from "#kit/export/exported.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import { cityCodes, provinceCodes } from "../../base-data/index.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { coverOf, ownerAt, placesText, related } from "./region-owner.rules.ts";
import { ownersFor, seedRegions } from "../index.ts";

let desk: Desk;
let admin: Awaited<ReturnType<Desk["signIn"]>>;
let staff: ReadonlyMap<string, number>;
beforeAll(async () => {
  desk = await testDesk({ max: 10 });
});
/** The desk's clock stands on 2026-11-20, 09:00. */
beforeEach(async () => {
  await desk.reset();
  admin = await desk.signIn("admin");
  staff = new Map((await desk.db.selectFrom("workers").select(["id", "account"]).execute()).map((w) => [w.account, w.id]));
});

const worker = (account: string): number => staff.get(account) ?? 0;
type Fields = Omit<InputOf<"region_owner_add">, "idempotency_key">;
const fields = (more: Partial<Fields> = {}): Fields => ({
  kind: "cs",
  name: "江苏",
  worker_id: worker("service_1"),
  area_codes: ["320000"],
  from_date: "2026-11-20",
  ...more,
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
const add = (more: Partial<Fields> = {}) => admin("region_owner_add", { ...fields(more), ...key() });
const cs = async (city: string, day: string) => (await ownersFor(desk.db, "320000", city, day)).cs;
/** Code, sentence and fields of a call that must be refused. */
async function refused(call: Promise<unknown>): Promise<{ code: string | number; msg: string; paths: string[] }> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (e: unknown) => e,
  );
  const issues = (e: { body: unknown }) => ((e.body as { issues?: { path: string }[] } | null)?.issues ?? []).map((i) => i.path);
  if (error instanceof Refusal) return { code: error.code, msg: error.message, paths: issues(error) };
  if (error instanceof HttpError) return { code: error.status, msg: error.msg ?? "", paths: issues(error) };
  throw error;
}

test("an owner of either kind must be able to see or process orders, and only such people are offered", async () => {
  const told = { paths: ["worker_id"], msg: "何思远 没有“订单查看”或“订单处理”权限，不能负责区域，请选择其他人" };
  for (const kind of ["cs", "bd"] as const) expect(await refused(add({ kind, worker_id: worker("content") }))).toMatchObject(told);
  const mine = await add();
  const { id, version } = mine;
  const { kind: _kind, ...form } = fields({ worker_id: worker("content"), from_date: "2026-11-25" });
  expect(await refused(admin("region_owner_update", { id, version, ...form, ...key() }))).toMatchObject(told);
  const offered = (await admin("worker_pick", { codes: [...REGION_NEEDS] })).list.map((w) => w.account);
  expect([offered.includes("service_1"), offered.includes("expert"), offered.includes("content")]).toEqual([true, true, false]);
});

describe("setting 11: who owns a place on a day", () => {
  beforeEach(async () => {
    desk.clock.set("2026-01-01T01:00:00.000Z");
    admin = await desk.signIn("admin");
    await add({ from_date: "2026-01-01" });
    await add({ name: "苏州", worker_id: worker("service_2"), area_codes: ["320500"], from_date: "2026-07-01" });
  });

  test("a city's row beats its province's from its first day on", async () => {
    expect(await cs("320500", "2026-06-30")).toBe(worker("service_1"));
    expect(await cs("320500", "2026-07-01")).toBe(worker("service_2"));
    expect(await cs("320100", "2026-07-01")).toBe(worker("service_1"));
    expect(await cs("320500", "2025-12-31")).toBeNull();
    expect((await ownersFor(desk.db, "320000", "320500", "2026-07-01")).bd).toBeNull();
    expect(await ownersFor(desk.db, null, null, "2026-07-01")).toEqual({ bd: null, cs: null });
  });

  test("a second row for the place is refused and names its owner; the other kind may have it", async () => {
    const late = { name: "苏州二", area_codes: ["320500", "330000"], from_date: "2026-08-01" };
    expect(await refused(add(late))).toMatchObject({ code: "overlap", msg: "「苏州市」2026-07-01起已由 丁夏 负责" });
    await add({ ...late, kind: "bd" });
    await add({ name: "苏州前半年", area_codes: ["320500"], to_date: "2026-06-30", from_date: "2026-02-01" });
    expect(await cs("320500", "2026-06-30")).toBe(worker("service_1"));
  });

  test("two rows for one place saved at once: one wins", async () => {
    const rows = ["浙江甲", "浙江乙", "浙江丙"].map((name) => add({ name, area_codes: ["330000"], from_date: "2026-03-01" }));
    const ended = await Promise.allSettled(rows);
    expect(ended.filter((e) => e.status === "fulfilled")).toHaveLength(1);
    for (const e of ended) if (e.status === "rejected") expect((e.reason as Refusal).code).toBe("overlap");
  });

  test("the database itself holds one owner per place and day", async () => {
    const at = { created_at: desk.clock.now(), updated_at: desk.clock.now() };
    const row = {
      kind: "cs" as const,
      name: "绕过",
      worker_id: worker("service_1"),
      area_codes: ["320500"],
      from_date: "2026-09-01",
      ...at,
    };
    await expect(desk.db.insertInto("region_owners").values(row).execute()).rejects.toMatchObject({ code: "23P01" });
  });
});

describe("setting 12: what has begun is never rewritten", () => {
  test("an edit that names neither end nor note leaves both as they are", async () => {
    const stored = await add({ from_date: "2026-12-01", to_date: "2026-12-31", note: "年底代管" });
    const { kind: _kind, ...rest } = fields({ from_date: "2026-12-01", name: "改了名" });
    const { to_date: _to, note: _note, ...needed } = { to_date: null, note: "", ...rest };
    const now = await admin("region_owner_update", { id: stored.id, version: stored.version, ...needed, ...key() });
    expect(now).toMatchObject({ name: "改了名", to_date: "2026-12-31", note: "年底代管" });
  });

  test("an edit ends the row the day before and opens its successor", async () => {
    desk.clock.set("2026-10-01T01:00:00.000Z");
    admin = await desk.signIn("admin");
    const old = await add({ from_date: "2026-10-01" });
    desk.clock.set("2026-11-20T01:00:00.000Z");
    admin = await desk.signIn("admin");
    const { kind: _kind, ...rest } = fields({ worker_id: worker("service_2"), area_codes: ["320000", "340000"] });
    const next = await admin("region_owner_update", { id: old.id, version: old.version, ...rest, ...key() });
    expect(next.id).not.toBe(old.id);
    expect(await admin("region_owner_get", { id: old.id })).toMatchObject({
      to_date: "2026-11-19",
      worker_id: worker("service_1"),
      area_codes: ["320000"],
      region_state: "ended",
    });
    expect(next).toMatchObject({ from_date: "2026-11-20", to_date: null, region_state: "active", area_text: "江苏省、安徽省" });
    expect(await cs("320500", "2026-11-19")).toBe(worker("service_1"));
    expect(await cs("320500", "2026-11-20")).toBe(worker("service_2"));
    expect(await admin.ends("region_owner_update", { id: old.id, version: old.version, ...rest, ...key() })).toBe(409);
    expect(await admin.ends("region_owner_update", { id: old.id, version: old.version + 1, ...rest, ...key() })).toBe("locked");
    const logged = async (id: number) =>
      (await admin("operation_log_query", { noun: "region_owner", noun_id: String(id), at: { from: "2026-11-19T16:00:00.000Z" } })).list;
    expect(await logged(old.id)).toMatchObject([
      { endpoint: "region_owner_update", changes: [{ field: "to_date", before: null, after: "2026-11-19" }] },
    ]);
    expect(await logged(next.id)).toMatchObject([{ endpoint: "region_owner_update", reason: `接替2026-10-01起的记录（编号${old.id}）` }]);
  });

  test("a refused successor leaves the old row as it was", async () => {
    desk.clock.set("2026-10-01T01:00:00.000Z");
    admin = await desk.signIn("admin");
    const old = await add({ from_date: "2026-10-01" });
    await add({ name: "浙江", area_codes: ["330000"], worker_id: worker("service_3"), from_date: "2026-10-01" });
    const { kind: _kind, ...rest } = fields({ area_codes: ["320000", "330000"], from_date: "2026-11-20" });
    expect(await refused(admin("region_owner_update", { id: old.id, version: old.version, ...rest, ...key() }))).toMatchObject({
      code: "overlap",
      msg: "「浙江省」2026-10-01起已由 薛宁 负责",
    });
    expect(await admin("region_owner_get", { id: old.id })).toMatchObject({ to_date: null, version: old.version });
  });

  test("a row that waits for its day is changed in place; one begun today waits for tomorrow", async () => {
    const waiting = await add({ name: "福建", area_codes: ["350000"], from_date: "2026-12-01" });
    const { kind: _kind, ...rest } = fields({ name: "福建", area_codes: ["350000"], from_date: "2026-12-10" });
    const moved = await admin("region_owner_update", { id: waiting.id, version: waiting.version, ...rest, ...key() });
    expect(moved).toMatchObject({ id: waiting.id, from_date: "2026-12-10", region_state: "pending" });
    const today = await add();
    const { kind: _other, ...same } = fields({ worker_id: worker("service_2") });
    expect(await refused(admin("region_owner_update", { id: today.id, version: today.version, ...same, ...key() }))).toMatchObject({
      code: "bad_input",
      paths: ["from_date"],
    });
    const next = await admin("region_owner_update", { id: today.id, version: today.version, ...same, from_date: "2026-11-21", ...key() });
    expect((await admin("region_owner_get", { id: today.id })).to_date).toBe("2026-11-20");
    expect(next.region_state).toBe("pending");
  });

  test("an end is today or later, and frees the place from the day after", async () => {
    const row = await add();
    expect(await admin.ends("region_owner_end", { id: row.id, version: row.version, to_date: "2026-11-19", ...key() })).toBe("bad_input");
    const ended = await admin("region_owner_end", { id: row.id, version: row.version, to_date: "2026-11-30", ...key() });
    expect(ended).toMatchObject({ to_date: "2026-11-30", region_state: "active", version: row.version + 1 });
    expect(await admin.ends("region_owner_add", { ...fields({ name: "江苏二", from_date: "2026-11-30" }), ...key() })).toBe("overlap");
    await add({ name: "江苏二", from_date: "2026-12-01", worker_id: worker("service_2") });
    // Its days may not be stretched over the new owner's.
    expect(await admin.ends("region_owner_end", { id: row.id, version: ended.version, to_date: "2026-12-05", ...key() })).toBe("overlap");
  });
});

describe("setting 24: wrong input names its field", () => {
  test.each<[string, Partial<Fields>, string, string]>([
    ["yesterday", { from_date: "2026-11-19" }, "from_date", "生效日期不能早于今天"],
    ["an end before the start", { to_date: "2026-11-19" }, "to_date", "结束日期不能早于生效日期"],
    ["a code outside the library", { area_codes: ["320000", "999999"] }, "area_codes", "负责区域 999999 不在地址库中"],
    ["a county", { area_codes: ["320505"] }, "area_codes", "负责区域 320505 不在地址库中"],
  ])("%s", async (_what, wrong, path, msg) => {
    expect(await refused(add(wrong))).toEqual({ code: "bad_input", msg, paths: [path] });
  });

  test("no place, no name, no owner, a disabled owner, a name in use", async () => {
    for (const [wrong, path] of [
      [{ area_codes: [] }, "area_codes"],
      [{ name: "" }, "name"],
      [{ worker_id: undefined }, "worker_id"],
      [{ from_date: "" }, "from_date"],
    ] as const) {
      expect(await refused(admin("region_owner_add", { ...fields(), ...key(), ...wrong } as never))).toMatchObject({
        code: 400,
        paths: [path],
      });
    }
    await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "service_1").execute();
    expect(await refused(add())).toMatchObject({ code: "bad_input", paths: ["worker_id"], msg: "负责人已停用，请选择在职员工" });
    await add({ worker_id: worker("service_2") });
    expect(await refused(add({ worker_id: worker("service_2"), area_codes: ["330000"] }))).toMatchObject({
      code: "duplicate",
      msg: "区域名称已存在",
    });
    await add({ kind: "bd", worker_id: worker("service_2") });
  });
});

test("the demo covers all 34 provinces; ending a row shows its gap, a disabled owner is marked", async () => {
  await seedRegions(desk.db, staff, desk.clock.now());
  const before = await admin("region_cover_get", { date: "2026-11-20" });
  expect(before).toMatchObject({ bd_gaps: 0, cs_gaps: 0 });
  expect(before.list).toHaveLength(34);
  expect(before.list.find((p) => p.province_code === "320000")?.cs.cities).toMatchObject([
    { area_code: "320500", area_name: "苏州市", worker_name: "孙悦" },
  ]);
  const { list } = await admin("region_owner_query", { kind: "cs", area_code: "320500" });
  expect(list.map((r) => r.name).sort()).toEqual(["华东", "苏州"]);
  const northeast = (await admin("region_owner_query", { kind: "cs", keyword: "东北" })).list[0];
  await admin("region_owner_end", { id: northeast?.id ?? 0, version: 1, to_date: "2026-11-20", ...key() });
  await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "business_1").execute();
  const after = await admin("region_cover_get", { date: "2026-11-21" });
  expect(after).toMatchObject({ bd_gaps: 0, cs_gaps: 3 });
  expect(after.list.filter((p) => p.cs.is_gap).map((p) => p.province_name)).toEqual(["辽宁省", "吉林省", "黑龙江省"]);
  expect(after.list.find((p) => p.province_code === "210000")?.bd.owner?.worker_enabled).toBe(false);
  desk.clock.set("2026-11-21T01:00:00.000Z");
  const tomorrow = await desk.signIn("admin");
  expect((await tomorrow("region_owner_query", { region_state: ["ended"] })).list.map((r) => r.name)).toEqual(["东北"]);
});

test("the table of a day is exported line by line; a province with cities of their own may still get a row", async () => {
  await add({ name: "苏州", worker_id: worker("service_2"), area_codes: ["320500"] });
  const lines = async () => (await admin("region_cover_query", { date: "2026-11-20", page_size: 100 })).list;
  const before = await lines();
  expect(before).toHaveLength(provinceCodes.length);
  const jiangsu = before.find((l) => l.province_code === "320000");
  expect(jiangsu).toMatchObject({ province_name: "江苏省", bd_text: "无人负责", bd_cities: "", cs_text: "其余城市无人负责" });
  expect(jiangsu?.cs_cities).toMatch(/^苏州市 ./);
  await add();
  expect((await lines()).find((l) => l.province_code === "320000")?.cs_text).toMatch(/ 江苏$/);
  expect(exportedOf(desk.parts.serving["region_cover_query"])?.columns).toContain("bd_text");
});

test("rules: a province is covered by itself or by all of its cities", () => {
  const places = { provinces: provinceCodes, citiesOf: cityCodes };
  const rows = [{ area_code: "110100" }, { area_code: "320500" }];
  expect(coverOf(rows, "110000", cityCodes("110000"))).toMatchObject({ owner: null, is_gap: false });
  expect(coverOf(rows, "320000", cityCodes("320000"))).toMatchObject({ owner: null, cities: [{ area_code: "320500" }], is_gap: true });
  expect(ownerAt(rows, "320000", "320100")).toBeNull();
  expect(related("320500", places)).toEqual(["320500", "320000"]);
  expect(related("710000", places)).toHaveLength(8);
  const names: Record<string, string> = { "110000": "北京市", "110100": "市辖区", "320500": "苏州市", "330000": "浙江省" };
  expect(placesText(["330000", "110100", "320500"], (c) => names[c] ?? "", places)).toBe("浙江省；单列 北京市市辖区、苏州市");
});
