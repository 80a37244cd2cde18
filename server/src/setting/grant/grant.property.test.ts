import { beforeAll, beforeEach, expect, test } from "vitest";
import { allCodes, permissionOf } from "@visadesk/contract/permissions.ts";
import { runCall } from "#kit/call/run.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { Principal } from "#kit/call/context.ts";
import { endingOf, testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { act, CODES, makeWorld, random, type Strangers, type World } from "../../testing/make/rights.ts";
import { workerFacts } from "../../account/index.ts";

/** 5,000 histories take two minutes and run in `npm run soak`; the suite takes the first 1,000 of them. */
const ROUNDS = process.env["SOAK"] ? 25 : 5;
const HISTORIES = 200;
const NAMES = [
  "role_add",
  "role_copy",
  "role_update",
  "role_remove",
  "team_update",
  "grant_change_approve",
  "grant_change_reject",
  "oss_account_add",
  "oss_account_update",
  "worker_passwd_reset",
  "worker_enable",
  "worker_disable",
  "worker_disable_now",
];

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
        covers: [],
        session_id: 0,
        platform: 25,
        login_at: desk.clock.now().toISOString(),
        proved_at: desk.clock.now().toISOString(),
        locked: false,
        must_change: false,
        must_totp: false,
      }
    : null;
};

/** The codes of each of these people, enabled or not. */
async function codesOf(people: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const held = await rows<{ id: number; codes: number[] }>(
    desk.db,
    q`select w.id, coalesce(case when r.is_builtin then ${[...allCodes]}::int4[] else r.module_group end, '{}') as codes
      from workers w left join roles r on r.id = w.role_id where w.id = any(${[...people]}::int8[])`,
  );
  return new Map(held.map((h) => [h.id, h.codes]));
}

/** Who makes the calls of a history, whom they can act as, and what each of the crew may hold at most. */
interface Watch {
  /** The callers, and every account whose password they have handed out. */
  readonly hands: Set<number>;
  readonly reach: ReadonlySet<number>;
  readonly before: ReadonlyMap<number, readonly number[]>;
}
async function watchOver(world: World, callers: readonly number[], others: readonly number[]): Promise<Watch> {
  const before = await codesOf([...world.crew, ...others]);
  return { hands: new Set(callers), reach: new Set(callers.flatMap((c) => before.get(c) ?? [])), before };
}

/**
 * What somebody holds beyond his due. The callers, those they manage (who begin with no more than they) and accounts they
 * took over stay within what the callers held; nobody else gains what the callers did not hold.
 */
async function enlarged({ hands, reach, before }: Watch, people: readonly number[]): Promise<string[]> {
  return [...(await codesOf(people))].flatMap(([id, codes]) => {
    const own = hands.has(id) ? [] : (before.get(id) ?? []);
    return codes.filter((c) => !reach.has(c) && !own.includes(c)).map((c) => `${id} has ${c}`);
  });
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
  const table = name.startsWith("role") ? "roles" : name.startsWith("team") ? "teams" : "workers";
  const found = await desk.db.selectFrom(table).select("version").where("id", "=", Number(body["id"])).executeTakeFirst();
  return { ...body, version: found?.version ?? 1 };
}

async function made(by: Principal, name: string, body: Record<string, unknown>): Promise<{ id?: number } | null> {
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
  const answer = await runCall({ ...desk.parts, principalOf: () => Promise.resolve({ principal: by }) }, call).catch(
    (e: unknown) => void endingOf(e),
  );
  return answer ? (answer.body as { id?: number }) : null;
}

/** What came of the calls, for the world of the next ones. */
function follow(world: World, watch: Watch, name: string, body: Record<string, unknown>, id: number | undefined): void {
  if ((name === "role_add" || name === "role_copy") && id) world.roles.push(id);
  if (name === "oss_account_add" && id) {
    world.crew.push(id);
    watch.hands.add(id);
  }
  if (name === "worker_passwd_reset") watch.hands.add(Number(body["id"]));
}

/** Calls that went through, by name. */
const done = new Map<string, number>();

/** One history: its callers are one worker, whose grants an honest colleague confirms, or two who help each other. */
async function run(history: number, strangers: Strangers, honest: Principal): Promise<void> {
  const pick = random(history + 1);
  const world = await makeWorld(desk.db, pick, history);
  const [boss = 0, other = 0] = world.crew;
  const isPair = pick(2) === 0;
  const watch = await watchOver(world, isPair ? [boss, other] : [boss], strangers.workers);
  for (let step = 3 + pick(5); step > 0; step--) {
    const callers = [...watch.hands];
    const by = await principalOf((pick(3) ? boss : callers[pick(callers.length)]) ?? 0);
    if (!by) continue;
    const [name, body] = act(pick, by.codes, world, strangers);
    const answer = await made(!isPair && name === "grant_change_approve" ? honest : by, name, body);
    if (!answer) continue;
    done.set(name, (done.get(name) ?? 0) + 1);
    follow(world, watch, name, body, answer.id);
    expect(await enlarged(watch, [...world.crew, ...strangers.workers]), `history ${history}, ${step} before the end, ${name}`).toEqual([]);
  }
  // The next history finds a house of its own: no administrators of this one are told or counted.
  await rows(desk.db, q`update workers set role_id = null, status = 0 where id = any(${world.crew}::int8[])`);
  await rows(desk.db, q`update grant_changes set grant_status = 'expired' where grant_status = 'pending'`);
}

// In rounds, each on an empty house: what earlier histories leave behind makes every call slower.
test.each(Array.from({ length: ROUNDS }, (_, i) => i))(
  `setting 1: random histories of calls never enlarge what the callers reach (%i of ${ROUNDS} × ${HISTORIES})`,
  { timeout: 300_000 },
  async (round) => {
    const staff = await desk.db
      .selectFrom("workers")
      .select(["id", "account"])
      .where("account", "in", ["admin", "finance", "expert"])
      .execute();
    const known = await desk.db.selectFrom("roles").select("id").where("name", "in", ["超级管理员", "财务", "仅首页"]).execute();
    const strangers = { workers: staff.map((w) => w.id), roles: known.map((r) => r.id) };
    const honest = await principalOf(staff.find((w) => w.account === "admin")?.id ?? 0);
    if (!honest) throw new Error("nobody to confirm grants");
    for (let history = 0; history < HISTORIES; history++) await run(round * HISTORIES + history, strangers, honest);
  },
);

test("setting 1: every kind of call went through often enough to say something", () => {
  expect(CODES.every((c) => permissionOf(c))).toBe(true);
  const least = Math.min(...NAMES.map((name) => done.get(name) ?? 0));
  expect(least, JSON.stringify([...done])).toBeGreaterThan((ROUNDS * HISTORIES) / 500);
  expect(done.get("grant_change_approve")).toBeGreaterThan((ROUNDS * HISTORIES) / 20);
});
