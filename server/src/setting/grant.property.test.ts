import { beforeAll, beforeEach, expect, test } from "vitest";
import { allCodes, permissionOf, screenCodeOf } from "@visadesk/contract/permissions.ts";
import { runCall } from "#kit/run.ts";
import { q, row, rows } from "#kit/sql.ts";
import type { DataScope, Principal } from "#kit/context.ts";
import { endingOf, testDesk, type Desk } from "../testing/calls.ts";
import { workerFacts } from "../account/index.ts";

/** Few codes, so that random roles overlap. */
const CODES = [100100, 100301, 100301002, 100302, 100801, 101001, 101002].filter((c) => allCodes.includes(c));
const SCOPES: readonly DataScope[] = ["own", "team", "all"];
const HISTORIES = 2_000;
const STEPS = 8;

/** Small seeded generator (mulberry32): a failing history can be run again. */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

const principalOf = async (id: number): Promise<Principal | null> => {
  const w = await workerFacts(desk.db, id);
  return w && w.status === 1
    ? {
        worker_id: id,
        account: w.account,
        nickname: w.nickname,
        role_id: w.role_id,
        role_name: "",
        role_version: 1,
        codes: new Set(w.codes),
        data_scope: w.data_scope,
        team_id: w.team_id,
        scope_ids: null,
        session_id: 0,
        platform: 25,
        login_at: desk.clock.now().toISOString(),
        locked: false,
        must_change: false,
        must_totp: false,
      }
    : null;
};

/** Codes that the crew can reach: what any of them, enabled or not, holds or could be given. */
async function reach(crew: readonly number[]): Promise<Set<number>> {
  const held = await rows<{ code: number }>(
    desk.db,
    q`select distinct c as code from workers w join roles r on r.id = w.role_id, unnest(case when r.is_builtin then ${[...allCodes]}::int4[] else r.module_group end) c
      where w.id = any(${[...crew]}::int8[])`,
  );
  return new Set(held.map((h) => h.code));
}

async function makeWorld(pick: (n: number) => number, history: number): Promise<{ crew: number[]; roles: number[]; teams: number[] }> {
  const codes = (): number[] => {
    const some = CODES.filter(() => pick(2) === 0);
    return some.filter((c) => {
      const s = screenCodeOf(c);
      return s === null || some.includes(s);
    });
  };
  const roles = (
    await desk.db
      .insertInto("roles")
      .values(
        Array.from({ length: 4 }, (_, i) => ({
          name: `r${history}_${i}`,
          module_group: i < 2 ? [...new Set([...codes(), 101001, 101002])] : codes(),
          data_scope: pick(3) ? ("all" as const) : (SCOPES[pick(3)] ?? "own"),
        })),
      )
      .returning("id")
      .execute()
  ).map((r) => r.id);
  const teams = (
    await desk.db
      .insertInto("teams")
      .values([{ name: `t${history}_0` }, { name: `t${history}_1` }])
      .returning("id")
      .execute()
  ).map((t) => t.id);
  const crew = (
    await desk.db
      .insertInto("workers")
      .values(
        Array.from({ length: 4 }, (_, i) => ({
          account: `crew${history}_${i}`,
          nickname: `c${i}`,
          passwd: "x",
          role_id: roles[i] ?? null,
          team_id: teams[pick(2)] ?? null,
        })),
      )
      .returning("id")
      .execute()
  ).map((w) => w.id);
  await desk.db
    .updateTable("teams")
    .set({ leader_id: crew[0] ?? null })
    .where("id", "=", teams[0] ?? 0)
    .execute();
  return { crew, roles, teams };
}

/** A random call that touches rights, aimed at known and unknown targets alike. */
function act(
  pick: (n: number) => number,
  mine: ReadonlySet<number>,
  world: { crew: number[]; roles: number[]; teams: number[] },
  strangers: { workers: number[]; roles: number[] },
): [string, Record<string, unknown>] {
  const one = <T>(list: readonly T[]): T | undefined => list[pick(list.length)];
  const role = pick(6) === 0 ? one(strangers.roles) : one(world.roles);
  const person = pick(6) === 0 ? one(strangers.workers) : one(world.crew);
  // Mostly within the caller's own codes, so that many calls succeed; now and then beyond them.
  const bold = pick(4) === 0;
  const module_group = CODES.filter((c) => (bold || mine.has(c)) && pick(3) > 0).concat(bold && pick(3) === 0 ? [100802] : []);
  const whole = module_group.filter((c) => {
    const s = screenCodeOf(c);
    return s === null || module_group.includes(s);
  });
  const idempotency_key = crypto.randomUUID();
  const reason = "随机测试的授权";
  const form = {
    name: `n${idempotency_key.slice(0, 12)}`,
    note: "",
    module_group: whole,
    data_scope: one(SCOPES),
    reason,
    idempotency_key,
  };
  switch (pick(10)) {
    case 0:
      return ["role_add", form];
    case 1:
      return ["role_copy", { id: role, ...form }];
    case 2:
    case 3:
      return ["role_update", { id: role, version: -1, module_group: whole, reason, ...(pick(3) === 0 && { data_scope: one(SCOPES) }) }];
    case 4:
      return ["oss_account_update", { id: person, role_id: role, reason }];
    case 5:
    case 6:
    case 7:
      return [
        pick(5) ? "grant_change_approve" : pick(2) ? "grant_change_reject" : "grant_change_withdraw",
        { id: -1, version: -1, idempotency_key },
      ];
    case 8:
      return ["worker_enable", { id: person, version: -1, idempotency_key }];
    default:
      return ["worker_disable_now", { id: person, version: -1, reason: "测试", idempotency_key }];
  }
}

async function versioned(body: Record<string, unknown>, name: string): Promise<Record<string, unknown>> {
  if (body["version"] !== -1) return body;
  if (name.startsWith("grant_change")) {
    const waiting = await row<{ id: number; version: number }>(
      desk.db,
      q`select id, version from grant_changes where grant_status = 'pending' order by id desc limit 1`,
    );
    return { ...body, id: waiting?.id ?? 1, version: waiting?.version ?? 1, ...(name.endsWith("reject") && { reject_text: "随机驳回" }) };
  }
  const table = name.startsWith("role") ? "roles" : "workers";
  const found = await desk.db.selectFrom(table).select("version").where("id", "=", Number(body["id"])).executeTakeFirst();
  return { ...body, version: found?.version ?? 1 };
}

test(
  `setting 1: ${HISTORIES} random histories of role and worker calls never enlarge what a crew can reach`,
  { timeout: 900_000 },
  async () => {
    expect(CODES.every((c) => permissionOf(c))).toBe(true);
    const strangers = {
      workers: (await desk.db.selectFrom("workers").select("id").where("account", "in", ["admin", "finance", "expert"]).execute()).map(
        (w) => w.id,
      ),
      roles: (await desk.db.selectFrom("roles").select("id").where("name", "in", ["超级管理员", "财务", "仅首页"]).execute()).map(
        (r) => r.id,
      ),
    };
    let changed = 0;
    let approved = 0;
    for (let history = 0; history < HISTORIES; history++) {
      const pick = random(history + 1);
      const world = await makeWorld(pick, history);
      const before = await reach(world.crew);
      const [boss, other] = world.crew;
      for (let step = 0; step < STEPS; step++) {
        const principal = await principalOf((pick(3) ? boss : other) ?? 0);
        if (!principal) continue;
        const [name, body] = act(pick, principal.codes, world, strangers);
        const call = {
          name,
          body: await versioned(body, name),
          request_id: crypto.randomUUID(),
          platform: 25 as const,
          token: "",
          headers: {},
          ip: "10.0.0.1",
          agent: "",
        };
        const made = await runCall({ ...desk.parts, principalOf: () => Promise.resolve({ principal }) }, call).catch(
          (e: unknown) => void endingOf(e),
        );
        if (!made) continue;
        changed++;
        if (name === "grant_change_approve") approved++;
        const id = (made.body as { id?: number }).id;
        if ((name === "role_add" || name === "role_copy") && id) world.roles.push(id);
        const after = await reach(world.crew);
        expect(
          [...after].filter((c) => !before.has(c)),
          `history ${history}, step ${step}, ${name}`,
        ).toEqual([]);
      }
      // The next history finds a house of its own: no administrators of this one are told or counted.
      await rows(desk.db, q`update workers set role_id = null, status = 0 where id = any(${world.crew}::int8[])`);
      await rows(desk.db, q`update grant_changes set grant_status = 'expired' where grant_status = 'pending'`);
    }
    expect(changed).toBeGreaterThan(HISTORIES);
    expect(approved).toBeGreaterThan(HISTORIES / 20);
  },
);
