/** What a role's row tells beyond its fields. */
import { toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { roleApi } from "@visadesk/contract/setting/role.ts";

export type Role = Output<typeof roleApi.role_get>;

/** Why this person may not change the role, or null. */
export function whyLocked(role: Role, me: { role_id: number | undefined; codes: ReadonlySet<number> }): string | null {
  if (role.is_builtin) return "内置角色拥有全部权限，不能修改。";
  if (role.id === me.role_id) return "不能修改自己所持角色，请由另一位角色管理员修改。";
  if (role.module_group.some((c) => !me.codes.has(c))) return "该角色含有您没有的权限，请由权限更高的管理员修改。";
  return null;
}

export const useWhyLocked = (): ((role: Role) => string | null) => {
  const role_id = session.use((s) => s.account?.role?.id);
  const codes = session.use((s) => s.codes);
  return (role) => whyLocked(role, { role_id, codes });
};

/** Says what was saved, and that the rest waits for somebody else. */
export function tellSaved(role: Role, done: string): void {
  if (role.pending_id === null) toast.success(`角色“${role.name}”${done}`);
  else toast.info(`角色“${role.name}”${done}，敏感授权待另一位角色管理员复核`);
}
