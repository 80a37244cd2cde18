/** Small random worlds of people, roles and teams, and random calls upon them: for what must hold whatever the calls. */
import { allCodes, screenCodeOf } from "@visadesk/contract/permissions.ts";
import type { DataScope } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { TEST_NOW } from "../business.ts";
import { emptyHanded } from "./staff.ts";

type Pick = (n: number) => number;
/** Few codes, so that random roles overlap. */
export const CODES = [100100, 100301, 100301002, 100302, 100801, 101001, 101002].filter((c) => allCodes.includes(c));
const SCOPES: readonly DataScope[] = ["own", "team", "all"];

/** Small seeded generator (mulberry32): a failing history can be run again. */
export function random(seed: number): Pick {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

export interface World {
  crew: number[];
  roles: number[];
  teams: number[];
}
export interface Strangers {
  workers: number[];
  roles: number[];
}

/** Four people of four roles in two teams, one of them led by the first. */
export async function makeWorld(db: Db, pick: Pick, history: number): Promise<World> {
  const times = { created_at: TEST_NOW, updated_at: TEST_NOW };
  const codes = (): number[] => {
    const some = CODES.filter(() => pick(2) === 0);
    return some.filter((c) => {
      const s = screenCodeOf(c);
      return s === null || some.includes(s);
    });
  };
  const roles = (
    await db
      .insertInto("roles")
      .values(
        Array.from({ length: 4 }, (_, i) => ({
          name: `r${history}_${i}`,
          module_group: i < 2 ? [...new Set([...codes(), 101001, 101002])] : codes(),
          data_scope: pick(3) ? ("all" as const) : (SCOPES[pick(3)] ?? "own"),
          ...times,
        })),
      )
      .returning("id")
      .execute()
  ).map((r) => r.id);
  const teams = (
    await db
      .insertInto("teams")
      .values([0, 1].map((i) => ({ name: `t${history}_${i}`, ...times })))
      .returning("id")
      .execute()
  ).map((t) => t.id);
  const crew = (
    await db
      .insertInto("workers")
      .values(
        Array.from({ length: 4 }, (_, i) => ({
          account: `crew${history}_${i}`,
          nickname: `c${i}`,
          passwd: "x",
          passwd_at: TEST_NOW,
          role_id: roles[i] ?? null,
          team_id: teams[pick(2)] ?? null,
          status: i === 3 && pick(2) ? (0 as const) : (1 as const),
          ...times,
        })),
      )
      .returning("id")
      .execute()
  ).map((w) => w.id);
  await db
    .updateTable("teams")
    .set({ leader_id: crew[0] ?? null })
    .where("id", "=", teams[0] ?? 0)
    .execute();
  return { crew, roles, teams };
}

/** A random call that touches rights, aimed at known and unknown targets alike. */
export function act(pick: Pick, mine: ReadonlySet<number>, world: World, strangers: Strangers): [string, Record<string, unknown>] {
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
  switch (pick(15)) {
    case 0:
      return ["role_add", form];
    case 1:
      return ["role_copy", { id: role, ...form }];
    case 2:
    case 3:
      return ["role_update", { id: role, version: -1, module_group: whole, reason, ...(pick(3) === 0 && { data_scope: one(SCOPES) }) }];
    case 4:
      return ["oss_account_update", { id: person, role_id: role, reason, ...(pick(3) === 0 && { team_id: one(world.teams) }) }];
    case 5:
    case 6:
    case 7:
    case 8:
      return [
        pick(3) ? "grant_change_approve" : pick(2) ? "grant_change_reject" : "grant_change_withdraw",
        { id: -1, version: -1, idempotency_key },
      ];
    default:
      return staffAct(pick, world, { role, person, reason, idempotency_key });
  }
}

interface Aim {
  role: number | undefined;
  person: number | undefined;
  reason: string;
  idempotency_key: string;
}
/** Calls upon people, their accounts and teams. */
function staffAct(pick: Pick, world: World, { role, person, reason, idempotency_key }: Aim): [string, Record<string, unknown>] {
  const one = <T>(list: readonly T[]): T | undefined => list[pick(list.length)];
  switch (pick(6)) {
    case 0:
      return ["worker_enable", { id: person, version: -1, idempotency_key }];
    case 1:
      return pick(2)
        ? ["worker_disable_now", { id: person, version: -1, reason: "测试", idempotency_key }]
        : ["worker_disable", { id: person, version: -1, reason: "测试", ...emptyHanded() }];
    case 2:
      return [
        "oss_account_add",
        {
          account: `a${crypto.randomUUID().slice(0, 13).replaceAll("-", "")}`,
          nickname: "新人",
          role_id: role,
          reason,
          team_id: one(world.teams),
          idempotency_key,
        },
      ];
    case 3:
      return ["worker_passwd_reset", { id: person }];
    case 4:
      return ["role_remove", { id: pick(2) ? world.roles.at(-1) : role }];
    default:
      return [
        "team_update",
        { id: one(world.teams), version: -1, ...(pick(2) ? { leader_id: person } : { member_ids: world.crew.filter(() => pick(3) > 0) }) },
      ];
  }
}
