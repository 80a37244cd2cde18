/** 员工: adding, editing, passwords handed out. Everything that ends a session does so at once. */
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { pageOf } from "#kit/db/page.ts";
import { Denied, found, HttpError, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, staged } from "#kit/call/serve.ts";
import {
  accountName,
  changeOwnPasswd,
  forgetSessions,
  givePasswd,
  handOutPasswd,
  hashPasswd,
  isWeakPasswd,
  loginUnlock,
  managedTeams,
  prepareOwnPasswd,
  sealedWorker,
  sessionsEnd,
  tell,
  totpOff,
  type HandedOut,
  type OwnPasswd,
  type WorkerFacts,
  workerNoun,
} from "../../account/index.ts";
import { assertAdminLeft, assertGrant, authority, type Authority } from "../grant/authority.ts";
import { assignReason, judgeAssign, NEWCOMER, proposeAssign, scopeTold, type Assign } from "../grant/grant-assign.ts";
import { heldOf } from "./hand-over.ts";
import { toHandOver } from "./hand-over.sql.ts";
import { dutyToday } from "../duty/duty.ts";
import { isAdmin } from "../role/role.rules.ts";
import { lockedRole, type RoleRow } from "../role/role.sql.ts";
import { config } from "../sys-config/sys-config.ts";
import { bumpTeams } from "./team.sql.ts";
import { managed } from "./worker.managed.ts";
import { workerList, workerPick, type WorkerView } from "./worker.sql.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";

type Api = typeof workerApi;
const DONE = { ok: true } as const;

async function assertRole(ctx: Ctx, me: Authority, roleId: number | null | undefined): Promise<RoleRow | null> {
  if (roleId === null || roleId === undefined) return null;
  const role = found(await lockedRole(ctx.db, roleId), "角色不存在，请重新选择");
  assertGrant(me, { codes: role.module_group, data_scope: role.data_scope, is_super: role.is_builtin });
  return role;
}

async function assertTeam(ctx: Ctx, me: Authority, teamId: number | null | undefined): Promise<void> {
  const teams = await managedTeams(ctx.db, { ...ctx.me, data_scope: me.data_scope });
  if (teamId === null || teamId === undefined)
    return refuseUnless(teams === null || teamId === undefined, "out_of_scope", "请选择您负责的团队");
  const team = await ctx.db.selectFrom("teams").select("status").where("id", "=", teamId).executeTakeFirst();
  refuseUnless(team?.status === 1, "bad_input", "团队不存在或已停用，请重新选择");
  refuseUnless(teams === null || teams.includes(teamId), "out_of_scope", "请选择您负责的团队");
}

interface NewPasswd {
  hash: string;
  once: string | null;
  once_until: Date | null;
  weak: boolean;
}

async function prepareAdd(input: Parsed<Api["oss_account_add"]>, ctx: Ctx): Promise<NewPasswd> {
  if (input.passwd === undefined) return { ...(await handOutPasswd(ctx.now)), weak: false };
  const weak = await isWeakPasswd(input.passwd);
  if (weak && (await config(ctx.db, "password_policy")) === "strict") refuse("weak_passwd");
  return { hash: await hashPasswd(input.passwd), once: null, once_until: null, weak };
}

async function accountAdd(
  input: Parsed<Api["oss_account_add"]>,
  ctx: Ctx,
  p: NewPasswd,
): Promise<{ id: number; once_passwd: string | null; waits: boolean }> {
  const me = await authority(ctx, may.worker);
  const account = accountName(input.account);
  const assign = await judgeAssign(ctx, NEWCOMER, await assertRole(ctx, me, input.role_id));
  const role_id = assign.waits ? null : (input.role_id ?? null);
  await assertTeam(ctx, me, me.data_scope === "all" ? input.team_id : (input.team_id ?? null));
  const made = await ctx.db
    .insertInto("workers")
    .values({
      account,
      nickname: input.nickname,
      ...sealFields(sealedWorker, account, { mobile: input.mobile ?? null }),
      email: input.email ?? null,
      role_id,
      team_id: input.team_id ?? null,
      passwd: p.hash,
      must_change: true,
      once_until: p.once_until,
      is_weak: p.weak,
      passwd_at: ctx.now,
      created_by: me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((c) => c.column("account").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) refuse("duplicate", "账号已存在");
  await bumpTeams(ctx, [input.team_id]);
  ctx.note({
    noun: "worker",
    noun_id: made.id,
    noun_no: account,
    reason: assignReason(assign, input.reason),
    changes: [...told({}, { ...input, role_id }), ...scopeTold(assign)],
  });
  await proposeAssign(ctx, { id: made.id, name: input.nickname }, NEWCOMER, assign, input.reason);
  return { id: made.id, once_passwd: p.once, waits: assign.waits };
}

type Update = Parsed<Api["oss_account_update"]>;
const EDITABLE = ["nickname", "mobile", "email", "role_id", "team_id"] as const;
const LABELS: Readonly<Record<(typeof EDITABLE)[number], string>> = {
  nickname: "昵称",
  mobile: "工作手机",
  email: "邮箱",
  role_id: "角色",
  team_id: "团队",
};
const masked = (field: (typeof EDITABLE)[number], v: string | number | null | undefined): unknown =>
  (field === "mobile" || field === "email") && typeof v === "string" ? mask(field, v) : (v ?? null);
const told = (before: Told, after: Told): FieldChange[] =>
  EDITABLE.filter((f) => after[f] !== undefined && (after[f] ?? null) !== (before[f] ?? null)).map((f) => ({
    field: f,
    label: LABELS[f],
    before: masked(f, before[f]),
    after: masked(f, after[f]),
  }));
type Told = Partial<Readonly<Record<(typeof EDITABLE)[number], string | number | null | undefined>>>;

/** Password mode: exactly {id, account, passwd}. */
async function prepareUpdate(input: Update, ctx: Ctx): Promise<OwnPasswd | null> {
  if (input.passwd === undefined) return null;
  const extra = [...EDITABLE, "version" as const, "reason" as const].find((f) => input[f] !== undefined);
  if (extra)
    throw new HttpError(400, `修改密码时不支持的字段：${extra}`, { issues: [{ path: extra, message: "修改密码时不能同时修改其他内容" }] });
  return prepareOwnPasswd({ id: input.id, account: input.account, passwd: input.passwd }, ctx);
}

async function accountUpdate(input: Update, ctx: Ctx, own: OwnPasswd | null): Promise<{ ok: true; waits?: boolean }> {
  if (own) return changeOwnPasswd(ctx, own);
  if (ctx.me.must_change) refuse("must_change_passwd");
  if (ctx.me.must_totp) refuse("totp_setup_needed");
  if (!ctx.has(may.worker)) throw new Denied(may.worker);
  const me = await authority(ctx, may.worker);
  const target = await managed(ctx, me, input.id);
  refuseUnless(input.account === undefined || accountName(input.account) === target.account, "not_allowed", "账号不能修改");
  const version = input.version ?? target.version;
  await lockRow(ctx, workerNoun, { id: target.id, version, current: target });
  const roleAsked = input.role_id !== undefined && input.role_id !== target.role_id;
  const teamChanged = input.team_id !== undefined && input.team_id !== target.team_id;
  refuseUnless(input.id !== me.worker_id || !(roleAsked || teamChanged), "not_allowed", "不能修改自己的角色");
  const assign = await judgeAssign(ctx, target, roleAsked ? await assertRole(ctx, me, input.role_id) : null);
  const roleChanged = roleAsked && !assign.waits;
  if (teamChanged) await assertTeam(ctx, me, input.team_id);
  await saveWorker(ctx, target, { ...input, role_id: roleChanged ? input.role_id : undefined }, assign);
  await proposeAssign(ctx, { id: target.id, name: target.nickname || target.account }, target, assign, input.reason);
  if (teamChanged) await bumpTeams(ctx, [target.team_id, input.team_id]);
  if (roleChanged && target.status === 1 && isAdmin(target.codes)) await assertAdminLeft(ctx);
  if (roleChanged) await sessionsEnd(ctx, target.id, "role");
  ctx.afterCommit(forgetSessions);
  return { ok: true, ...(assign.waits && { waits: true }) };
}

async function saveWorker(ctx: Ctx, target: WorkerFacts, input: Update, assign: Assign): Promise<void> {
  const stored = await ctx.db
    .selectFrom("workers")
    .select([...EDITABLE, "account", "mobile_sealed"])
    .where("id", "=", target.id)
    .executeTakeFirstOrThrow();
  const before = { ...stored, mobile: openField(sealedWorker, stored, "mobile") };
  const { nickname, mobile, email, role_id, team_id } = {
    ...before,
    ...Object.fromEntries(EDITABLE.filter((f) => input[f] !== undefined).map((f) => [f, input[f]])),
  };
  const set = { nickname, ...sealFields(sealedWorker, target.account, { mobile }), email, role_id, team_id, updated_at: ctx.now };
  await saveRow(ctx, workerNoun, { id: target.id, version: target.version, set, told: true });
  const changes = told(before, input);
  const regrant = changes.some((c) => c.field === "role_id");
  // A role that only waits is told by the change that waits.
  if (changes.length === 0 && assign.waits) return;
  const reason = assignReason(assign, input.reason);
  ctx.note({ ...(regrant && { kind: "grant" as const }), noun: "worker", noun_id: target.id, noun_no: target.account, changes, reason });
}

async function passwdReset({ id }: { id: number }, ctx: Ctx, given: HandedOut): Promise<{ once_passwd: string }> {
  const me = await authority(ctx, may.worker);
  const target = await managed(ctx, me, id);
  refuseUnless(target.id !== me.worker_id, "not_allowed", "不能重置自己的密码，请使用账户设置");
  await givePasswd(ctx, id, given);
  await loginUnlock(ctx, id, target.account);
  await sessionsEnd(ctx, id, "reset");
  await tell(ctx, id, "passwd_reset", `您的密码由${ctx.me.nickname || ctx.me.account}重置，全部登录已退出`);
  ctx.note({ noun: "worker", noun_id: id, noun_no: target.account, reason: "重置密码" });
  return { once_passwd: given.once };
}

async function unlock({ id }: { id: number }, ctx: Ctx): Promise<{ ok: true }> {
  const target = await managed(ctx, await authority(ctx, may.worker), id);
  refuseUnless(await loginUnlock(ctx, id, target.account), "guard_failed", "该账号没有登录失败记录，不需要解锁");
  ctx.note({ noun: "worker", noun_id: id, noun_no: target.account, reason: "解锁" });
  return DONE;
}

async function totpReset({ id }: { id: number }, ctx: Ctx): Promise<{ ok: true }> {
  const me = await authority(ctx, may.worker);
  const target = await managed(ctx, me, id);
  refuseUnless(target.id !== me.worker_id, "not_allowed", "不能重置自己的两步验证，请使用账户设置");
  refuseUnless(await totpOff(ctx, id), "guard_failed", "该员工没有开启两步验证");
  await sessionsEnd(ctx, id, "reset");
  await tell(ctx, id, "totp_reset", `您的两步验证由${ctx.me.nickname || ctx.me.account}重置，请重新开启`);
  ctx.note({ noun: "worker", noun_id: id, noun_no: target.account, reason: "重置两步验证" });
  return DONE;
}

type Query = Parsed<Api["worker_query"]>;
async function workerQuery(input: Query, ctx: Ctx, holdings: readonly Holding[]): Promise<Output<Api["worker_query"]>> {
  const teams = await managedTeams(ctx.db, ctx.me);
  const today = await dutyToday(ctx.db, ctx.now);
  const derived = { toHandOver: toHandOver(holdings, ctx.now), today };
  const page = await pageOf<WorkerView>(ctx.db, input, workerList(input, { teams, me: ctx.me.worker_id }, derived, ctx.now));
  const held = await heldOf(
    ctx.db,
    holdings,
    page.list.map((w) => w.id),
    ctx.now,
  );
  return {
    ...page,
    list: page.list.map((w) => ({
      ...w,
      held: held.get(w.id) ?? [],
      off_today: w.status === 1 ? (today.others.get(w.id) ?? today.usual).why : null,
    })),
  };
}

async function pick({ keyword, codes }: Parsed<Api["worker_pick"]>, ctx: Ctx): Promise<Output<Api["worker_pick"]>> {
  const { usual, others } = await dutyToday(ctx.db, ctx.now);
  const list = await workerPick(ctx.db, keyword, codes);
  return { list: list.map((w) => ({ ...w, on_duty: w.status === 1 && (others.get(w.id) ?? usual).on })) };
}

/** `holdings`: what the areas keep owners of. */
export const workerServer = (holdings: readonly Holding[]) =>
  serve(workerApi, {
    worker_query: (input, ctx) => workerQuery(input, ctx, holdings),
    worker_pick: pick,
    team_pick: async (_input, ctx) => ({
      list: await ctx.db.selectFrom("teams").select(["id", "name", "parent_id"]).where("status", "=", 1).orderBy("id").execute(),
    }),
    oss_account_add: staged(prepareAdd, accountAdd),
    oss_account_update: staged(prepareUpdate, accountUpdate),
    worker_passwd_reset: staged<Api["worker_passwd_reset"], HandedOut>((_input, ctx) => handOutPasswd(ctx.now), passwdReset),
    worker_unlock: unlock,
    worker_session_end: async ({ id }, ctx) => {
      const target = await managed(ctx, await authority(ctx, may.worker), id);
      await sessionsEnd(ctx, id, "admin");
      ctx.note({ noun: "worker", noun_id: id, noun_no: target.account, reason: "强制下线" });
      return DONE;
    },
    worker_totp_reset: totpReset,
  });
