import { beforeAll, beforeEach, expect, test } from "vitest";
import { roleApi, UNUSED_DAYS } from "@visadesk/contract/setting/role.ts";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Principal } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { makeCtx } from "#kit/call/run.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { readUses, watchedCodes, watchReads } from "./permission-use.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

const key = () => ({ idempotency_key: crypto.randomUUID() });
const night = () => readUses(makeCtx(desk.parts, desk.db, {}, null, desk.clock.now()));
const days = (n: number): void => desk.clock.advance(n * 86_400_000);
/** A personnel role, which works with 101001 only. */
async function personnel(): Promise<number> {
  const { id } = await desk.db
    .insertInto("roles")
    .values({
      name: "人事",
      module_group: [may.worker, may.role, may.banner],
      data_scope: "all",
      created_at: desk.clock.now(),
      updated_at: desk.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await desk.db.updateTable("workers").set({ role_id: id }).where("account", "=", "viewer").execute();
  return id;
}
const asleep = async (id: number) => (await (await desk.signIn("admin"))("role_unused_query", { id })).list;
const codesAsleep = async (id: number): Promise<number[]> => (await asleep(id)).map((u) => u.code);
const principalOf = (role_id: number, codes: number[]): Principal => ({
  worker_id: 1,
  account: "viewer",
  nickname: "",
  role_id,
  role_name: "",
  role_version: 1,
  codes: new Set(codes),
  data_scope: "all",
  team_id: null,
  scope_ids: null,
  covers: [],
  session_id: 0,
  platform: 25,
  login_at: "",
  proved_at: "",
  locked: false,
  must_change: false,
  must_totp: false,
});

test("a code sleeps once nobody of the role used it for 90 days; the log wakes it, a code nothing asks for is not judged", async () => {
  const id = await personnel();
  await night();
  days(UNUSED_DAYS);
  expect(await asleep(id)).toEqual([]);
  const viewer = await desk.signIn("viewer");
  await viewer("oss_account_add", { account: "someone1", nickname: "新人", ...key() });
  days(1);
  await night();
  const first = await asleep(id);
  expect(first).toEqual([{ code: may.role, used_on: null, since: "2026-11-20" }]);
  expect(watchedCodes).not.toContain(may.banner);
  expect((await (await desk.signIn("admin"))("role_get", { id })).unused_count).toBe(1);
  days(UNUSED_DAYS);
  expect(await asleep(id)).toEqual([
    { code: may.role, used_on: null, since: "2026-11-20" },
    { code: may.worker, used_on: "2027-02-18", since: "2026-11-20" },
  ]);
});

test("a code given back is watched anew, refused calls count for nothing", async () => {
  const id = await personnel();
  await night();
  days(UNUSED_DAYS + 1);
  await (await desk.signIn("expert")).ends("role_query", {});
  expect(await codesAsleep(id)).toEqual([may.worker, may.role]);
  await desk.db
    .updateTable("roles")
    .set({ module_group: [may.worker] })
    .where("id", "=", id)
    .execute();
  await night();
  await desk.db
    .updateTable("roles")
    .set({ module_group: [may.worker, may.role] })
    .where("id", "=", id)
    .execute();
  await night();
  expect(await codesAsleep(id)).toEqual([may.worker]);
});

test("plain reads, which leave no log row, are noted once a day and role", async () => {
  const id = await personnel();
  await night();
  const read = watchReads(desk.db, desk.clock);
  const rows = () =>
    desk.db.selectFrom("permission_uses").select(["code", "used_on"]).where("role_id", "=", id).where("used_on", "is not", null).execute();
  const who = principalOf(id, [may.worker, may.role]);
  read(who, roleApi.role_query);
  await expect.poll(rows).toEqual([{ code: may.role, used_on: "2026-11-20" }]);
  // Either of the two opens it: both count, the one noted today is not written again.
  read(who, roleApi.role_pick);
  await expect.poll(async () => (await rows()).map((r) => r.code).toSorted((a, b) => a - b)).toEqual([may.worker, may.role]);
  days(3);
  read(who, roleApi.role_query);
  await expect.poll(rows).toContainEqual({ code: may.role, used_on: dayOf(desk.clock.now()) });
  read(principalOf(999_999, [may.role]), roleApi.role_query);
  expect(await desk.db.selectFrom("permission_uses").select("code").where("role_id", "=", 999_999).execute()).toEqual([]);
  expect(allEndpoints.filter((e) => e.kind === "list" && e.may === may.role).map((e) => e.name)).toContain("role_query");
});

test("taking sleeping codes away is an ordinary edit and can be undone for a week", async () => {
  const id = await personnel();
  await night();
  days(UNUSED_DAYS + 1);
  const admin = await desk.signIn("admin");
  const { list, workers } = await admin("role_unused_query", { id });
  expect([list.map((u) => u.code), workers.map((w) => w.nickname)]).toEqual([[may.worker, may.role], ["郑安"]]);
  const role = await admin("role_get", { id });
  const smaller = role.module_group.filter((c) => !list.some((u) => u.code === c));
  const cut = await admin("role_update", { id, version: role.version, module_group: smaller });
  expect(cut).toMatchObject({ module_group: [may.banner], removed_codes: [may.worker, may.role], unused_count: 0 });
  days(6);
  const later = await desk.signIn("admin");
  expect((await later("role_get", { id })).removed_codes).toEqual([may.worker, may.role]);
});
