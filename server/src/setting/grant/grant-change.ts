/** 授权变更: a grant that waits for a second person, or takes effect alone where there is none. */
import { GRANT_DAYS, grantChangeApi, grantChangeFlow } from "@visadesk/contract/setting/grant-change.ts";
import type { Held } from "@visadesk/contract/setting/grant.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { moveRow } from "#kit/noun/move.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { forgetSessions, sessionsEnd, workerFacts, workerNoun } from "../../account/index.ts";
import { assertAdminLeft, assertGrant, assertRank, authority, type Authority } from "./authority.ts";
import { DAY_MS, mayCheck, removedCodes } from "./grant-change.rules.ts";
import {
  checkersOf,
  grantList,
  grantView,
  insertGrant,
  isSoleAdmin,
  overdueGrants,
  resettersOf,
  type GrantView,
  type NewGrant,
} from "./grant-change.sql.ts";
import { beyond, changesOf, isAdmin, labels } from "../role/role.rules.ts";
import { lockedRole } from "../role/role.sql.ts";
import { grantChangeNoun } from "./grant-change.noun.ts";
import { lockRow } from "#kit/noun/save.ts";
import { saveRow } from "#kit/noun/save.ts";
import { roleNoun } from "../role/role.noun.ts";

type Api = typeof grantChangeApi;
type View = Output<Api["grant_change_approve"]>;

const STALE = "角色已变化，请重新提交";
const OWN = "不能复核自己的授权";
const RESET = `您的账号在${GRANT_DAYS}天内由提交人重置过密码或两步验证，请由其他角色管理员复核`;
const LATE = `已超过${GRANT_DAYS}天，请重新提交`;
const isLate = (change: Pick<GrantView, "expires_at">, now: Date): boolean => Date.parse(change.expires_at) <= now.getTime();

/** True where nobody else is a role administrator, or was one within the last days. */
export const isSole = (ctx: Pick<Ctx, "db" | "now">, me: number): Promise<boolean> =>
  isSoleAdmin(ctx.db, me, new Date(ctx.now.getTime() - GRANT_DAYS * DAY_MS));

/** Nobody could confirm what I give: neither anybody else, nor I alone. */
export const noChecker = async (ctx: Ctx, role_id: number | null, alone: boolean): Promise<boolean> =>
  !alone && (await checkersOf(ctx.db, { maker_id: ctx.me.worker_id, role_id, worker_id: null })).length === 0;

/** What a grant adds that a second person would look at. */
export const heldText = (held: Held): string => [labels(held.added_sensitive), held.scope ? "扩大数据范围" : ""].filter(Boolean).join("、");
/** Why a grant holds without one. */
export const soleText = (held: Held, reason: string | undefined): string =>
  [`单人生效：${heldText(held)}`, reason].filter(Boolean).join("；");

type Proposal = Omit<NewGrant, "added_sensitive" | "reason" | "maker_id"> & { held: Held; reason: string | undefined };

/** Records a change that waits for a second person, or one that took effect alone. Under the lock of all grants. */
export async function propose(ctx: Ctx, { held, reason, ...p }: Proposal): Promise<void> {
  if (!p.is_sole && reason === undefined) throw badInput({ path: "reason", message: "请输入授权原因" });
  const maker_id = ctx.me.worker_id;
  const grant = { ...p, added_sensitive: held.added_sensitive, reason: reason ?? "", maker_id };
  const id = await insertGrant(ctx.db, grant, ctx.now, new Date(ctx.now.getTime() + GRANT_DAYS * DAY_MS));
  if (id === undefined) refuse("in_use", `“${p.target_name}”已有一项待复核的变更，请先撤回或等待复核`);
  // What holds at once is one act, told by the record that it changed.
  if (p.is_sole) return;
  ctx.note({
    kind: "grant",
    noun: "grant_change",
    noun_id: id,
    noun_no: p.target_name,
    reason: reason ?? null,
    changes: changesOf(p.old, p.new),
  });
  const what = heldText(held);
  for (const checker of await checkersOf(ctx.db, { maker_id, role_id: p.kind === "role" ? p.role_id : null, worker_id: p.worker_id }))
    await tell(
      ctx,
      checker.id,
      "grant_review",
      id,
      `${ctx.me.nickname || ctx.me.account} 为“${p.target_name}”申请授权：${what}，请到角色管理的“待复核”处理`,
    );
}

const tell = (ctx: Pick<Ctx, "db" | "now">, worker: number, template: string, id: number, content: string): Promise<unknown> =>
  sendMessage(ctx, {
    channel: "in_app",
    template,
    receiver: String(worker),
    receiver_worker_id: worker,
    content,
    ref_noun: "grant_change",
    ref_id: id,
  });

type Person = Pick<Authority, "worker_id" | "role_id" | "codes">;
/** Somebody who looks at changes, and who could sign in as him: whoever knows his one-time password is no other person. */
interface Reader extends Person {
  resetters: ReadonlySet<number>;
}
const readerOf = async ({ worker_id, role_id, codes }: Person, ctx: Ctx): Promise<Reader> => ({
  worker_id,
  role_id,
  codes,
  resetters: await resettersOf(ctx.db, worker_id, new Date(ctx.now.getTime() - GRANT_DAYS * DAY_MS)),
});

/** What the reader may do with it, and what stands in the way. */
function judged(change: GrantView, me: Reader, now: Date): View["moves"] {
  const own = mayCheck(change, me) ? null : OWN;
  const lacking = beyond(change.new.module_group, me.codes);
  const unfit = me.resetters.has(change.maker_id)
    ? RESET
    : isLate(change, now)
      ? LATE
      : change.is_stale
        ? STALE
        : lacking.length > 0
          ? `您没有其中的权限：${labels(lacking.slice(0, 3))}`
          : null;
  const maker = change.maker_id === me.worker_id ? null : "只有提交人可以撤回";
  return [
    { move: "approve", missing: own ?? unfit },
    { move: "reject", missing: own },
    { move: "withdraw", missing: maker },
  ].map((m) => ({ ...m, ok: m.missing === null }));
}

const viewOf = (change: GrantView, me: Reader, now: Date): View => ({
  ...change,
  target_id: change.kind === "role" ? change.role_id : change.worker_id,
  moves: change.grant_status === "pending" ? judged(change, me, now) : [],
});
const viewed = async (ctx: Ctx, id: number): Promise<View> =>
  viewOf(found(await grantView(ctx.db, id)), await readerOf(ctx.me, ctx), ctx.now);

/** The waiting change as the caller saw it, and his rights, under the lock of all grants. */
async function waiting(ctx: Ctx, input: { id: number; version: number }): Promise<{ me: Authority; change: GrantView }> {
  const me = await authority(ctx, may.role);
  const change = found(await grantView(ctx.db, input.id));
  refuseUnless(change.grant_status === "pending", "state_changed");
  await lockRow(ctx, grantChangeNoun, { ...input, current: change });
  return { me, change };
}

async function decide(ctx: Ctx, change: GrantView, move: "approve" | "reject" | "withdraw", reject_text: string | null): Promise<View> {
  const to = ({ approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const)[move];
  await moveRow(ctx, grantChangeNoun, move, {
    id: change.id,
    version: change.version,
    to,
    set: { checker_id: move === "withdraw" ? null : ctx.me.worker_id, reject_text, decided_at: ctx.now, updated_at: ctx.now },
  });
  const { label } = grantChangeFlow.states[to];
  ctx.note({
    noun: "grant_change",
    noun_id: change.id,
    noun_no: change.target_name,
    reason: reject_text ?? change.reason,
    changes: [{ field: "grant_status", label: "状态", before: "待复核", after: label }],
  });
  if (move !== "withdraw")
    await tell(
      ctx,
      change.maker_id,
      "grant_decided",
      change.id,
      `您为“${change.target_name}”提交的授权变更${label}${reject_text ? `：${reject_text}` : ""}`,
    );
  return viewed(ctx, change.id);
}

async function approve(input: Parsed<Api["grant_change_approve"]>, ctx: Ctx): Promise<View> {
  const { me, change } = await waiting(ctx, input);
  refuseUnless(mayCheck(change, me), "maker_is_checker", OWN);
  refuseUnless(!(await readerOf(me, ctx)).resetters.has(change.maker_id), "maker_is_checker", RESET);
  refuseUnless(!isLate(change, ctx.now), "too_late", LATE);
  await (change.kind === "role" ? applyRole(ctx, me, change) : applyAssign(ctx, me, change));
  return decide(ctx, change, "approve", null);
}

async function applyRole(ctx: Ctx, me: Authority, change: GrantView): Promise<void> {
  const role = found(await lockedRole(ctx.db, change.role_id ?? 0), "角色不存在");
  refuseUnless(role.version === change.seen_version, "state_changed", STALE);
  refuseUnless(beyond(role.module_group, me.codes).length === 0, "not_allowed", "该角色含有您没有的权限");
  const next = { codes: change.new.module_group, data_scope: change.new.data_scope ?? role.data_scope };
  assertGrant(me, { ...next, is_super: false });
  const removed = removedCodes({ ...role, codes: role.module_group }, next.codes, ctx.now);
  const set = { module_group: [...next.codes], data_scope: next.data_scope, removed_codes: [...removed], updated_at: ctx.now };
  await saveRow(ctx, roleNoun, { id: role.id, version: role.version, set, told: true });
  ctx.afterCommit(forgetSessions);
  ctx.note({
    noun: "role",
    noun_id: role.id,
    noun_no: role.name,
    reason: `复核通过：${change.reason}`,
    changes: changesOf(role, { ...role, module_group: next.codes, data_scope: next.data_scope }),
  });
}

async function applyAssign(ctx: Ctx, me: Authority, change: GrantView): Promise<void> {
  const target = found(await workerFacts(ctx.db, change.worker_id ?? 0, true), "账号不存在");
  const role = found(await lockedRole(ctx.db, change.new.role_id ?? 0), STALE);
  refuseUnless(target.role_id === change.old.role_id && role.version === change.seen_version, "state_changed", STALE);
  refuseUnless(target.status === 1, "guard_failed", "员工已停用，不能更换角色");
  assertRank(me, target);
  assertGrant(me, { codes: role.module_group, data_scope: role.data_scope, is_super: role.is_builtin });
  await saveRow(ctx, workerNoun, { id: target.id, version: target.version, set: { role_id: role.id, updated_at: ctx.now }, told: true });
  if (isAdmin(target.codes)) await assertAdminLeft(ctx);
  await sessionsEnd(ctx, target.id, "role");
  ctx.note({
    noun: "worker",
    noun_id: target.id,
    noun_no: target.account,
    reason: `复核通过：${change.reason}`,
    changes: [{ field: "role_id", label: "角色", before: target.role_id, after: role.id }],
  });
}

async function reject(input: Parsed<Api["grant_change_reject"]>, ctx: Ctx): Promise<View> {
  const { me, change } = await waiting(ctx, input);
  refuseUnless(mayCheck(change, me), "maker_is_checker", OWN);
  return decide(ctx, change, "reject", input.reject_text);
}

async function withdraw(input: Parsed<Api["grant_change_withdraw"]>, ctx: Ctx): Promise<View> {
  const { me, change } = await waiting(ctx, input);
  refuseUnless(change.maker_id === me.worker_id, "not_allowed", "只有提交人可以撤回");
  return decide(ctx, change, "withdraw", null);
}

/** Ends what nobody decided in time, each told to its maker. Answers how many. */
export async function expireGrants(ctx: Ctx): Promise<number> {
  const late = await overdueGrants(ctx.db, ctx.now);
  for (const { id, target_name, maker_id } of late) {
    const set = { decided_at: ctx.now, updated_at: ctx.now };
    await moveRow(ctx, grantChangeNoun, "expire", { id, to: "expired", set });
    ctx.note({ kind: "grant", noun: "grant_change", noun_id: id, noun_no: target_name, reason: `${GRANT_DAYS}天内无人复核` });
    await tell(ctx, maker_id, "grant_decided", id, `您为“${target_name}”提交的授权变更${GRANT_DAYS}天内无人复核，已过期`);
  }
  return late.length;
}

export const grantChangeServer = serve(grantChangeApi, {
  grant_change_query: async (input, ctx) => {
    const page = await pageOf<GrantView>(ctx.db, input, grantList(input));
    const me = await readerOf(ctx.me, ctx);
    return { ...page, list: page.list.map((c) => viewOf(c, me, ctx.now)) };
  },
  grant_change_approve: approve,
  grant_change_reject: reject,
  grant_change_withdraw: withdraw,
});
