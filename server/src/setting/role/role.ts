/** 角色: a saved change holds on the next request of every holder; sensitive grants wait for a second person. */
import { isWider, splitGrant, type Grant, type Split } from "@visadesk/contract/setting/grant.rules.ts";
import { matrixColumn, roleApi } from "@visadesk/contract/setting/role.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { allCodes, may, permissionOf } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { forgetSessions } from "../../account/index.ts";
import { assertAdminLeft, assertGrant, authority, type Authority } from "../grant/authority.ts";
import { removedCodes } from "../grant/grant-change.rules.ts";
import { heldText, isSole, noChecker, propose, soleText } from "../grant/grant-change.ts";
import { pendingOfRole } from "../grant/grant-change.sql.ts";
import { beyond, changesOf, clean, codesFault, heldBy, isAdmin } from "./role.rules.ts";
import {
  codeHolders,
  lockedRole,
  roleHolders,
  roleList,
  rolePick,
  rolesWith,
  roleView,
  roleViews,
  unusedCodes,
  type RoleRow,
  type RoleView,
} from "./role.sql.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { roleNoun } from "./role.noun.ts";

type Api = typeof roleApi;

function assertCodes(codes: readonly number[]): void {
  const fault = codesFault(codes);
  if (fault) throw badInput({ path: "module_group", message: fault });
}

async function assertNameFree(ctx: Ctx, name: string, id: number): Promise<void> {
  const other = await ctx.db.selectFrom("roles").select("id").where("name", "=", name).where("id", "!=", id).executeTakeFirst();
  if (other) refuse("duplicate", "角色名称已存在");
}

interface Way {
  split: Split;
  is_sole: boolean;
  /** What is written to the role now. */
  saved: Grant;
}
/** Whether a grant holds at once, alone, or after a second person's yes. */
async function wayOf(ctx: Ctx, before: Grant, wanted: Grant): Promise<Way> {
  const split = splitGrant(before, wanted);
  const alone = split.held !== null && (await isSole(ctx, ctx.me.worker_id));
  return { split, is_sole: alone, saved: split.held && !alone ? split.now : wanted };
}

const shape = (name: string, g: Grant) => ({ role_id: null, role_name: name, module_group: [...g.codes], data_scope: g.data_scope });

async function proposeRole(
  ctx: Ctx,
  role: { id: number; name: string; version: number },
  { before, wanted }: { before: Grant; wanted: Grant },
  { split: { held, now }, is_sole }: Way,
  reason: string | undefined,
): Promise<void> {
  if (!held) return;
  await propose(ctx, {
    kind: "role",
    role_id: role.id,
    worker_id: null,
    target_name: role.name,
    seen_version: role.version,
    old: shape(role.name, is_sole ? before : now),
    new: shape(role.name, wanted),
    held,
    reason,
    is_sole,
  });
}

const waitingText = ({ split: { held }, is_sole }: Way, reason: string | undefined): string | null =>
  held && (is_sole ? soleText(held, reason) : `待复核：${heldText(held)}`);

async function makeRole(ctx: Ctx, input: Omit<Parsed<Api["role_add"]>, "idempotency_key">, source: string | null): Promise<RoleView> {
  const me = await authority(ctx, may.role);
  const wanted: Grant = { codes: clean(input.module_group), data_scope: input.data_scope };
  assertCodes(wanted.codes);
  assertGrant(me, { ...wanted, is_super: false });
  await assertNameFree(ctx, input.name, 0);
  const before: Grant = { codes: [], data_scope: input.data_scope };
  const way = await wayOf(ctx, before, wanted);
  const { id } = await ctx.db
    .insertInto("roles")
    .values({
      name: input.name,
      note: input.note,
      module_group: [...way.saved.codes],
      data_scope: way.saved.data_scope,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.note({
    noun: "role",
    noun_id: id,
    noun_no: input.name,
    reason: [source && `复制自“${source}”`, waitingText(way, input.reason)].filter(Boolean).join("；") || null,
    changes: changesOf({ module_group: [] }, { note: input.note || null, module_group: way.saved.codes, data_scope: way.saved.data_scope }),
  });
  await proposeRole(ctx, { id, name: input.name, version: 1 }, { before, wanted }, way, input.reason);
  return found(await roleView(ctx.db, id, ctx.now));
}

async function roleCopy({ id, ...form }: Parsed<Api["role_copy"]>, ctx: Ctx): Promise<RoleView> {
  const source = found(await roleView(ctx.db, id, ctx.now));
  refuseUnless(!source.is_builtin, "not_allowed", "内置角色不能复制");
  return makeRole(ctx, form, source.name);
}

/** Rules of an edit that look at the role as it stands. */
function assertMayEdit(me: Authority, role: RoleRow): void {
  refuseUnless(!role.is_builtin, "not_allowed", "内置角色不能修改");
  refuseUnless(role.id !== me.role_id, "not_allowed", "不能修改自己所持角色");
  refuseUnless(beyond(role.module_group, me.codes).length === 0, "not_allowed", "该角色含有您没有的权限");
}

const grantOf = (role: RoleRow): Grant => ({ codes: role.module_group, data_scope: role.data_scope });

/** Writes what holds at once and answers the version the role then has; nothing at all keeps its version. */
async function saveRole(
  ctx: Ctx,
  role: RoleRow,
  next: Pick<RoleRow, "name" | "note" | "module_group" | "data_scope">,
  way: Way,
  reason: string | undefined,
): Promise<number> {
  const changes = changesOf(role, next);
  // What only waits is told by the change that waits.
  if (changes.length === 0 && way.split.held) return role.version;
  ctx.note({ noun: "role", noun_id: role.id, noun_no: next.name, changes, reason: waitingText(way, reason) });
  const removed_codes = removedCodes({ ...role, codes: role.module_group }, next.module_group, ctx.now);
  const isRemoving = beyond(role.module_group, new Set(next.module_group)).length > 0;
  const set = { ...next, removed_codes, updated_at: ctx.now, ...(isRemoving && { removed_at: ctx.now }) };
  const { version } = await saveRow(ctx, roleNoun, { id: role.id, version: role.version, set, told: true });
  if (isAdmin(role.module_group) && !isAdmin(next.module_group)) await assertAdminLeft(ctx);
  ctx.afterCommit(forgetSessions);
  return version;
}

async function roleUpdate(input: Parsed<Api["role_update"]>, ctx: Ctx): Promise<RoleView> {
  const me = await authority(ctx, may.role);
  const role = found(await lockedRole(ctx.db, input.id));
  await lockRow(ctx, roleNoun, { id: role.id, version: input.version, current: role });
  assertMayEdit(me, role);
  const before = grantOf(role);
  const wanted: Grant = {
    codes: input.module_group ? clean(input.module_group) : role.module_group,
    data_scope: input.data_scope ?? role.data_scope,
  };
  assertCodes(wanted.codes);
  // A role wider than mine may lose rights, never gain any.
  if (beyond(wanted.codes, new Set(before.codes)).length || isWider(wanted.data_scope, before.data_scope))
    assertGrant(me, { ...wanted, is_super: false });
  if (input.name && input.name !== role.name) await assertNameFree(ctx, input.name, role.id);
  const way = await wayOf(ctx, before, wanted);
  const name = input.name ?? role.name;
  const next = { name, note: input.note ?? role.note, module_group: [...way.saved.codes], data_scope: way.saved.data_scope };
  const version = await saveRole(ctx, role, next, way, input.reason);
  await proposeRole(ctx, { id: role.id, name, version }, { before, wanted }, way, input.reason);
  return found(await roleView(ctx.db, role.id, ctx.now));
}

async function roleRemove({ id }: { id: number }, ctx: Ctx): Promise<{ ok: true }> {
  const me = await authority(ctx, may.role);
  const role = found(await lockedRole(ctx.db, id));
  assertMayEdit(me, role);
  refuseUnless(role.worker_count === 0, "in_use", `有 ${role.worker_count} 名员工使用该角色`);
  refuseUnless(!(await pendingOfRole(ctx.db, id)), "in_use", "该角色有待复核的授权变更，请先撤回或复核");
  await ctx.db.deleteFrom("roles").where("id", "=", id).execute();
  ctx.note({ noun: "role", noun_id: id, noun_no: role.name, changes: heldBy(role) });
  return { ok: true };
}

async function roleImpact(input: Parsed<Api["role_impact_get"]>, ctx: Ctx): Promise<Output<Api["role_impact_get"]>> {
  const role = input.id === undefined ? null : found(await roleView(ctx.db, input.id, ctx.now));
  const wanted: Grant = { codes: clean(input.module_group), data_scope: input.data_scope ?? role?.data_scope ?? "own" };
  const before: Grant = role ? grantOf(role) : { codes: [], data_scope: wanted.data_scope };
  const { split, is_sole } = await wayOf(ctx, before, wanted);
  return {
    added: beyond(wanted.codes, new Set(before.codes)),
    removed: beyond(before.codes, new Set(wanted.codes)),
    workers: role ? await roleHolders(ctx.db, role.id) : [],
    held_codes: split.held?.added_sensitive ?? [],
    held_scope: split.held?.scope ?? false,
    is_sole,
    no_checker: split.held !== null && (await noChecker(ctx, role?.id ?? null, is_sole)),
  };
}

async function roleCompare({ ids }: { ids: number[] }, ctx: Ctx): Promise<Output<Api["role_compare_get"]>> {
  const roles = await roleViews(ctx.db, ids, ctx.now);
  if (roles.length !== new Set(ids).size) refuse("not_found");
  const rows = allCodes
    .map((code) => ({ code, held: roles.map((r) => r.module_group.includes(code)) }))
    .filter((r) => new Set(r.held).size > 1);
  return { roles, rows };
}

async function roleWho({ code }: { code: number }, ctx: Ctx): Promise<Output<Api["role_who_query"]>> {
  if (!permissionOf(code)) throw badInput({ path: "code", message: `权限编号${code}不存在` });
  return { roles: await rolesWith(ctx.db, code), workers: await codeHolders(ctx.db, code) };
}

const matrixRow = ({ module_group, ...r }: RoleView): Record<string, unknown> => ({
  ...r,
  ...Object.fromEntries(allCodes.map((c) => [matrixColumn(c), module_group.includes(c)])),
});

export const roleServer = serve(roleApi, {
  role_query: (input, ctx) => pageOf<RoleView>(ctx.db, input, roleList(input, ctx.now)),
  role_matrix_query: async (input, ctx) => {
    const page = await pageOf<RoleView>(ctx.db, input, { ...roleList(input, ctx.now), sort: "name" });
    return { ...page, list: page.list.map(matrixRow) };
  },
  role_get: async ({ id }, ctx) => found(await roleView(ctx.db, id, ctx.now)),
  role_pick: async (_input, ctx) => {
    const is_sole = await isSole(ctx, ctx.me.worker_id);
    return { list: await rolePick(ctx.db), is_sole, no_checker: await noChecker(ctx, null, is_sole) };
  },
  role_add: (input, ctx) => makeRole(ctx, input, null),
  role_copy: roleCopy,
  role_update: roleUpdate,
  role_impact_get: roleImpact,
  role_remove: roleRemove,
  role_compare_get: roleCompare,
  role_who_query: roleWho,
  role_unused_query: async ({ id }, ctx) => {
    found(await roleView(ctx.db, id, ctx.now));
    return { list: await unusedCodes(ctx.db, id, ctx.now), workers: await roleHolders(ctx.db, id) };
  },
});
