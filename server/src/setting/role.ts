/** 角色: a saved change holds on the next request of every holder. */
import { roleApi } from "@visadesk/contract/setting/role.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx, FieldChange } from "#kit/context.ts";
import { pageOf } from "#kit/page.ts";
import { expectVersion } from "#kit/move.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/refuse.ts";
import { serve } from "#kit/serve.ts";
import { forgetSessions } from "../account/index.ts";
import { assertAdminLeft, assertGrant, authority } from "./authority.ts";
import { beyond, clean, codesFault, isAdmin, isWider } from "./role.rules.ts";
import { lockedRole, roleHolders, roleList, rolePick, roleView, type RoleRow, type RoleView } from "./role.sql.ts";

type Api = typeof roleApi;

function assertCodes(codes: readonly number[]): void {
  const fault = codesFault(codes);
  if (fault) throw badInput({ path: "module_group", message: fault });
}

async function assertNameFree(ctx: Ctx, name: string, id: number): Promise<void> {
  const other = await ctx.db.selectFrom("roles").select("id").where("name", "=", name).where("id", "!=", id).executeTakeFirst();
  if (other) refuse("duplicate", "角色名称已存在");
}

async function roleAdd(input: Parsed<Api["role_add"]>, ctx: Ctx): Promise<RoleView> {
  const me = await authority(ctx, may.role);
  const codes = clean(input.module_group);
  assertCodes(codes);
  assertGrant(me, { codes, data_scope: input.data_scope, is_super: false });
  await assertNameFree(ctx, input.name, 0);
  const { id } = await ctx.db
    .insertInto("roles")
    .values({
      name: input.name,
      note: input.note,
      module_group: codes,
      data_scope: input.data_scope,
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
    changes: [{ field: "module_group", label: "权限", before: [], after: codes }],
  });
  return found(await roleView(ctx.db, id));
}

/** Rules of an edit that look at the role as it stands. */
function assertMayEdit(me: Awaited<ReturnType<typeof authority>>, role: RoleRow): void {
  refuseUnless(!role.is_builtin, "not_allowed", "内置角色不能修改");
  refuseUnless(role.id !== me.role_id, "not_allowed", "不能修改自己所持角色");
  refuseUnless(beyond(role.module_group, me.codes).length === 0, "not_allowed", "该角色含有您没有的权限");
}

async function roleUpdate(input: Parsed<Api["role_update"]>, ctx: Ctx): Promise<RoleView> {
  const me = await authority(ctx, may.role);
  const role = found(await lockedRole(ctx.db, input.id));
  expectVersion(role, input.version);
  assertMayEdit(me, role);
  const codes = input.module_group ? clean(input.module_group) : role.module_group;
  const scope = input.data_scope ?? role.data_scope;
  assertCodes(codes);
  const added = beyond(codes, new Set(role.module_group));
  // A role wider than mine may lose rights, never gain any.
  if (added.length || isWider(scope, role.data_scope)) assertGrant(me, { codes, data_scope: scope, is_super: false });
  if (input.name && input.name !== role.name) await assertNameFree(ctx, input.name, role.id);
  const next = { name: input.name ?? role.name, note: input.note ?? role.note, module_group: codes, data_scope: scope };
  await ctx.db
    .updateTable("roles")
    .set({ ...next, version: role.version + 1, updated_at: ctx.now })
    .where("id", "=", role.id)
    .execute();
  if (isAdmin(role.module_group) && !isAdmin(codes)) await assertAdminLeft(ctx);
  ctx.afterCommit(forgetSessions);
  ctx.note({ noun: "role", noun_id: role.id, noun_no: next.name, changes: changesOf(role, next) });
  return found(await roleView(ctx.db, role.id));
}

type RoleFields = Pick<RoleRow, "name" | "note" | "module_group" | "data_scope">;
const LABELS: Readonly<Record<keyof RoleFields, string>> = { name: "名称", note: "备注", module_group: "权限", data_scope: "数据范围" };

function changesOf(before: RoleFields, after: RoleFields): FieldChange[] {
  const fields: (keyof RoleFields)[] = ["name", "note", "module_group", "data_scope"];
  return fields
    .filter((f) => JSON.stringify(before[f]) !== JSON.stringify(after[f]))
    .map((f) => ({ field: f, label: LABELS[f], before: before[f], after: after[f] }));
}

async function roleRemove({ id }: { id: number }, ctx: Ctx): Promise<{ ok: true }> {
  const me = await authority(ctx, may.role);
  const role = found(await lockedRole(ctx.db, id));
  assertMayEdit(me, role);
  refuseUnless(role.worker_count === 0, "in_use", `有 ${role.worker_count} 名员工使用该角色`);
  await ctx.db.deleteFrom("roles").where("id", "=", id).execute();
  ctx.note({ noun: "role", noun_id: id, noun_no: role.name });
  return { ok: true };
}

export const roleServer = serve(roleApi, {
  role_query: (input, ctx) => pageOf<RoleView>(ctx.db, input, roleList(input)),
  role_get: async ({ id }, ctx) => found(await roleView(ctx.db, id)),
  role_pick: async (_input, ctx) => ({ list: await rolePick(ctx.db) }),
  role_add: roleAdd,
  role_update: roleUpdate,
  role_impact_get: async ({ id, module_group }, ctx) => {
    const role = found(await roleView(ctx.db, id));
    const wanted = clean(module_group);
    return {
      added: beyond(wanted, new Set(role.module_group)),
      removed: beyond(role.module_group, new Set(wanted)),
      workers: await roleHolders(ctx.db, id),
    };
  },
  role_remove: roleRemove,
});
