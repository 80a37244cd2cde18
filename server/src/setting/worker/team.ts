/** 团队: a tree of at most three levels; who leads and who belongs decides whose records are seen. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { teamApi } from "@visadesk/contract/setting/team.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { forgetSessions, managedTeams, workerNoun } from "../../account/index.ts";
import { authority, type Authority } from "../grant/authority.ts";
import { freeToday } from "../duty/duty.ts";
import { parentFault, statusWord } from "./team.rules.ts";
import { bumpTeams, lockedTeam, teamNodes, teamViews, unknownCountry, type TeamRow } from "./team.sql.ts";
import { managed } from "./worker.managed.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { teamNoun } from "./team.noun.ts";

type Api = typeof teamApi;
type TeamFields = Pick<TeamRow, "name" | "parent_id" | "leader_id" | "country_ids" | "member_ids">;
const DONE = { ok: true } as const;
const LABELS: Readonly<Record<keyof TeamFields, string>> = {
  name: "团队名称",
  parent_id: "上级",
  leader_id: "组长",
  country_ids: "国家",
  member_ids: "成员",
};
const FIELDS: readonly (keyof TeamFields)[] = ["name", "parent_id", "leader_id", "country_ids", "member_ids"];
const NOT_MINE = "请选择您负责的团队";

interface Manager extends Authority {
  /** Teams he manages; null = all. */
  readonly teams: readonly number[] | null;
}

/** Takes the lock of all grants, so that names, levels and members are judged one change at a time. */
async function manager(ctx: Ctx): Promise<Manager> {
  const me = await authority(ctx, may.worker);
  return { ...me, teams: await managedTeams(ctx.db, { ...ctx.me, data_scope: me.data_scope }) };
}

/** A team I manage, locked; any other is like none. */
async function mine(ctx: Ctx, me: Manager, id: number): Promise<TeamRow> {
  const team = await lockedTeam(ctx.db, id);
  return found(me.teams === null || me.teams.includes(id) ? team : null, "团队不存在");
}

async function assertName(ctx: Ctx, name: string): Promise<void> {
  const other = await ctx.db.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirst();
  if (other) refuse("duplicate", "团队名称已存在");
}

async function assertParent(ctx: Ctx, me: Manager, id: number | null, parent: number | null): Promise<void> {
  refuseUnless(me.teams === null || (parent !== null && me.teams.includes(parent)), "out_of_scope", NOT_MINE);
  const teams = await teamNodes(ctx.db);
  if (parent !== null && teams.find((t) => t.id === parent)?.status !== 1)
    throw badInput({ path: "parent_id", message: "上级不存在或已停用，请重新选择" });
  const fault = parentFault(teams, id, parent);
  if (fault) throw badInput({ path: "parent_id", message: fault });
}

/** Enabled; a manager of some teams appoints himself or somebody of them. */
async function assertLeader(ctx: Ctx, me: Manager, leader: number): Promise<void> {
  const worker = await ctx.db.selectFrom("workers").select(["status", "team_id"]).where("id", "=", leader).executeTakeFirst();
  if (worker?.status !== 1) throw badInput({ path: "leader_id", message: "组长须为启用的员工，请重新选择" });
  refuseUnless(
    me.teams === null || leader === me.worker_id || (worker.team_id !== null && me.teams.includes(worker.team_id)),
    "out_of_scope",
    "请选择您负责的团队的成员",
  );
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Every rule over what changes; `before` is null for a new team. */
async function assertFields(ctx: Ctx, me: Manager, before: TeamRow | null, next: TeamFields): Promise<void> {
  if (next.name !== before?.name) await assertName(ctx, next.name);
  if (!before || next.parent_id !== before.parent_id) await assertParent(ctx, me, before?.id ?? null, next.parent_id);
  if (next.leader_id === null && next.parent_id === null) throw badInput({ path: "leader_id", message: "请选择组长" });
  if (next.leader_id !== null && next.leader_id !== before?.leader_id) await assertLeader(ctx, me, next.leader_id);
  const unknown = differs(next.country_ids, before?.country_ids) ? await unknownCountry(ctx.db, next.country_ids) : null;
  if (unknown !== null) throw badInput({ path: "country_ids", message: `国家 ${unknown} 不存在，请重新选择` });
}

const without = (list: readonly number[], taken: readonly number[]): number[] =>
  list.filter((id) => !taken.includes(id)).sort((a, b) => a - b);

/** Moves people into and out of a team by the rules of editing each of them. */
async function saveMembers(
  ctx: Ctx,
  me: Manager,
  team: Pick<TeamRow, "id" | "status">,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const joining = without(after, before);
  const leaving = without(before, after);
  refuseUnless(joining.length === 0 || team.status === 1, "guard_failed", "团队已停用，请先启用再加成员");
  refuseUnless(leaving.length === 0 || me.teams === null, "out_of_scope", "移出成员后他不属于任何团队，请由数据范围为全部的管理员操作");
  for (const id of [...joining, ...leaving]) {
    refuseUnless(id !== me.worker_id, "not_allowed", "不能修改自己的团队");
    const person = await managed(ctx, me, id);
    const to = joining.includes(id) ? team.id : null;
    await saveRow(ctx, workerNoun, { id, version: person.version, set: { team_id: to, updated_at: ctx.now }, told: true });
    if (to !== null) await bumpTeams(ctx, [person.team_id]);
    ctx.note({
      noun: "worker",
      noun_id: id,
      noun_no: person.account,
      changes: [{ field: "team_id", label: "团队", before: person.team_id, after: to }],
    });
  }
}

function noteTeam(ctx: Ctx, id: number, before: TeamFields | null, after: TeamFields): void {
  const changes: FieldChange[] = FIELDS.filter((f) => differs(before?.[f] ?? null, after[f])).map((f) => ({
    field: f,
    label: LABELS[f],
    before: before?.[f] ?? null,
    after: after[f],
  }));
  ctx.note({ noun: "team", noun_id: id, noun_no: after.name, changes });
  ctx.afterCommit(forgetSessions);
}

const sorted = <T extends number | string>(list: readonly T[]): T[] => [...new Set(list)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
const columns = (f: TeamFields) => ({ name: f.name, parent_id: f.parent_id, leader_id: f.leader_id, country_ids: f.country_ids });

async function teamAdd(input: Parsed<Api["team_add"]>, ctx: Ctx): Promise<{ id: number }> {
  const me = await manager(ctx);
  const next: TeamFields = {
    name: input.name,
    parent_id: input.parent_id,
    leader_id: input.leader_id,
    country_ids: sorted(input.country_ids),
    member_ids: sorted(input.member_ids),
  };
  await assertFields(ctx, me, null, next);
  const { id } = await ctx.db
    .insertInto("teams")
    .values({ ...columns(next), created_by: me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  noteTeam(ctx, id, null, next);
  await saveMembers(ctx, me, { id, status: 1 }, [], next.member_ids);
  return { id };
}

async function teamUpdate(input: Parsed<Api["team_update"]>, ctx: Ctx): Promise<{ ok: true }> {
  const me = await manager(ctx);
  const team = await mine(ctx, me, input.id);
  await lockRow(ctx, teamNoun, { id: team.id, version: input.version, current: team });
  const next: TeamFields = {
    name: input.name ?? team.name,
    parent_id: input.parent_id === undefined ? team.parent_id : input.parent_id,
    leader_id: input.leader_id === undefined ? team.leader_id : input.leader_id,
    country_ids: input.country_ids ? sorted(input.country_ids) : team.country_ids,
    member_ids: input.member_ids ? sorted(input.member_ids) : team.member_ids,
  };
  await assertFields(ctx, me, team, next);
  const set = { ...columns(next), updated_at: ctx.now };
  await saveRow(ctx, teamNoun, { id: team.id, version: input.version, set, told: true });
  noteTeam(ctx, team.id, team, next);
  await saveMembers(ctx, me, team, team.member_ids, next.member_ids);
  return DONE;
}

async function setStatus(ctx: Ctx, team: TeamRow, version: number, status: 0 | 1): Promise<{ ok: true }> {
  await lockRow(ctx, teamNoun, { id: team.id, version, current: team });
  refuseUnless(team.status !== status, "state_changed");
  await saveRow(ctx, teamNoun, { id: team.id, version, set: { status, updated_at: ctx.now }, told: true });
  ctx.note({
    noun: "team",
    noun_id: team.id,
    noun_no: team.name,
    changes: [{ field: "status", label: "状态", before: statusWord(team.status), after: statusWord(status) }],
  });
  ctx.afterCommit(forgetSessions);
  return DONE;
}

async function teamDisable(input: Parsed<Api["team_disable"]>, ctx: Ctx): Promise<{ ok: true }> {
  const team = await mine(ctx, await manager(ctx), input.id);
  const members = await ctx.db.selectFrom("workers").select("id").where("team_id", "=", team.id).where("status", "=", 1).execute();
  refuseUnless(members.length === 0, "in_use", `团队还有 ${members.length} 名成员`);
  const below = (await teamNodes(ctx.db)).filter((t) => t.parent_id === team.id && t.status === 1);
  refuseUnless(below.length === 0, "in_use", `团队还有 ${below.length} 个下级团队`);
  return setStatus(ctx, team, input.version, 0);
}

async function teamEnable(input: Parsed<Api["team_enable"]>, ctx: Ctx): Promise<{ ok: true }> {
  const team = await mine(ctx, await manager(ctx), input.id);
  const parent = (await teamNodes(ctx.db)).find((t) => t.id === team.parent_id);
  refuseUnless(!parent || parent.status === 1, "guard_failed", "上级团队已停用，请先启用上级或更换上级");
  return setStatus(ctx, team, input.version, 1);
}

export const teamServer = serve(teamApi, {
  team_query: async (_input, ctx) => {
    const teams = ctx.has(may.worker) ? await managedTeams(ctx.db, ctx.me) : [];
    const list = await teamViews(ctx.db, teams, ctx.now);
    const free = await freeToday(ctx.db, ctx.now);
    const is_mine = (id: number): boolean => teams === null || teams.includes(id);
    return { list: list.map((t) => ({ ...t, free_today: is_mine(t.id) ? (free.get(t.id) ?? 0) : null, is_mine: is_mine(t.id) })) };
  },
  team_add: teamAdd,
  team_update: teamUpdate,
  team_enable: teamEnable,
  team_disable: teamDisable,
});
