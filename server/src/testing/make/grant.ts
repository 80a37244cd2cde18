/** Role administrators, and grants that wait for one of them. */
import { expect } from "vitest";
import { q, type Sql } from "#kit/db/sql.ts";
import type { Desk } from "../loops/parts/calls.ts";
import type { Signed } from "./staff.ts";

export const reason = "出纳休假，由财务临时登记付款";

/** What tests of grants do with the demo staff of a desk. */
export function grantDesk(desk: Desk) {
  const roleNamed = (name: string) => desk.db.selectFrom("roles").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
  const workerRow = (account: string) => desk.db.selectFrom("workers").selectAll().where("account", "=", account).executeTakeFirstOrThrow();
  return {
    roleNamed,
    workerRow,
    /** Somebody with a role of his own that holds these codes, past every door; he signs in like the demo accounts. */
    person: async (account: string, codes: readonly number[]): Promise<{ id: number; role_id: number }> => {
      const at = { created_at: desk.clock.now(), updated_at: desk.clock.now() };
      const role = await desk.db
        .insertInto("roles")
        .values({ name: `角色${account}`, module_group: [...codes], data_scope: "all", ...at })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { passwd } = await workerRow("admin");
      const worker = await desk.db
        .insertInto("workers")
        .values({ account, nickname: account, passwd, role_id: role.id, passwd_at: at.created_at, ...at })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id: worker.id, role_id: role.id };
    },
    /** The one waiting change, and what a decision about it carries. */
    only: async (by: Signed) => {
      const { list } = await by("grant_change_query", { grant_status: ["pending"] });
      expect(list).toHaveLength(1);
      const [change] = list;
      if (!change) throw new Error("nothing waits");
      return { change, seen: { id: change.id, version: change.version } };
    },
    addCode: async (by: Signed, role: string, code: number, more: object = { reason }) => {
      const { id, version, module_group } = await roleNamed(role);
      return by("role_update", { id, version, module_group: [...module_group, code], ...more });
    },
  };
}
export type GrantDesk = ReturnType<typeof grantDesk>;

/** One more sensitive code for a demo role, asked for by the manager; answers the row's id. */
export const waitingGrant = (now: Date, role = "内容运营"): Sql => q`
  insert into grant_changes (kind, role_id, target_name, seen_version, old, new, added_sensitive, reason, maker_id, expires_at, grant_status, created_at, updated_at)
  select 'role', r.id, r.name, r.version, jsonb_build_object('role_name', r.name, 'module_group', to_jsonb(r.module_group), 'data_scope', r.data_scope),
    jsonb_build_object('role_name', r.name, 'module_group', to_jsonb(r.module_group || 100813), 'data_scope', r.data_scope), array[100813], '临时处理提现', w.id,
    ${now}::timestamptz + interval '7 days', 'pending', ${now}, ${now}
  from roles r, workers w where r.name = ${role} and w.account = 'manager' returning id`;
