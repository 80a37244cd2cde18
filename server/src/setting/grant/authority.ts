/** The caller's own rights read under the lock of all grants, and the rules that every grant meets. */
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { isWider } from "@visadesk/contract/setting/grant.rules.ts";
import type { Ctx, DataScope } from "#kit/call/context.ts";
import { refuse, refuseUnless } from "#kit/http/refuse.ts";
import { everyCode, workerFacts } from "../../account/index.ts";
import { beyond, labels } from "../role/role.rules.ts";
import { adminCount, lockGrants } from "../setting.sql.ts";

export interface Authority {
  readonly worker_id: number;
  readonly role_id: number | null;
  readonly is_super: boolean;
  readonly codes: ReadonlySet<number>;
  readonly data_scope: DataScope;
}

/**
 * Takes the lock and reads my rights as they are now; a role that lost `code` meanwhile is refused. A caller who was
 * disabled while he waited for the lock goes on: what he may not do then is leave nobody in charge.
 */
export async function authority(ctx: Ctx, code: number): Promise<Authority> {
  await lockGrants(ctx.db);
  return rights(ctx, code);
}

/** The same for reading, without the lock. */
export async function rights(ctx: Ctx, code: number): Promise<Authority> {
  const me = await workerFacts(ctx.db, ctx.me.worker_id);
  refuseUnless(me && me.codes.includes(code), "not_allowed", `没有权限：${permissionLabel(code)}`);
  return {
    worker_id: me.id,
    role_id: me.role_id,
    is_super: me.is_super,
    codes: me.is_super ? everyCode : new Set(me.codes),
    data_scope: me.data_scope,
  };
}

interface Granted {
  codes: readonly number[];
  data_scope: DataScope;
  is_super: boolean;
}

/** What is granted stays within what the giver holds, and no wider than his own scope. */
export function assertGrant(me: Authority, granted: Granted): void {
  const missing = beyond(granted.codes, me.codes);
  if (missing.length || (granted.is_super && !me.is_super))
    refuse("grant_exceeds", `不能授予您没有的权限：${missing.length ? labels(missing.slice(0, 5)) : "超级管理员"}`);
  if (isWider(granted.data_scope, me.data_scope)) refuse("grant_exceeds", "数据范围不能大于自己的");
}

/** The rank rule: nobody manages somebody who may do more. */
export function assertRank(me: Authority, target: Granted): void {
  const above = beyond(target.codes, me.codes).length > 0 || (target.is_super && !me.is_super);
  refuseUnless(!above, "not_allowed", "不能管理权限高于自己的账号");
}

/** After the change, under the lock: somebody enabled still holds 101001 and 101002. */
export async function assertAdminLeft(ctx: Ctx): Promise<void> {
  if ((await adminCount(ctx.db)) === 0) refuse("last_admin");
}
