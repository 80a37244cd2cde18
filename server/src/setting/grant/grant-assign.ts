/** Giving a worker another role: at once, alone, or after a second person's yes. */
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { splitGrant, type Held } from "@visadesk/contract/setting/grant.rules.ts";
import type { Ctx, DataScope, FieldChange } from "#kit/call/context.ts";
import { isSole, propose, soleText } from "./grant-change.ts";
import type { RoleRow } from "../role/role.sql.ts";

/** What the worker may do before; somebody new may do nothing. */
interface Before {
  role_id: number | null;
  role_name: string | null;
  codes: readonly number[];
  data_scope: DataScope;
}
export const NEWCOMER: Before = { role_id: null, role_name: null, codes: [], data_scope: "own" };

export interface Assign {
  readonly role: RoleRow | null;
  readonly held: Held | null;
  readonly is_sole: boolean;
  /** His role stays as it is until somebody else confirms. */
  readonly waits: boolean;
}

/** How a role already checked against the giver reaches the worker. `role` null: none is given. */
export async function judgeAssign(ctx: Ctx, before: Before, role: RoleRow | null): Promise<Assign> {
  const { held } = role ? splitGrant(before, { codes: role.module_group, data_scope: role.data_scope }) : { held: null };
  const alone = held !== null && (await isSole(ctx, ctx.me.worker_id));
  return { role, held, is_sole: alone, waits: held !== null && !alone };
}

/** What somebody new sees goes with his role. */
export const scopeTold = ({ role, waits }: Assign): FieldChange[] =>
  role && !waits ? [{ field: "data_scope", label: "数据范围", before: null, after: DATA_SCOPES[role.data_scope] }] : [];
/** A role that holds without a second person says so, and one that waits for one. */
export const assignReason = ({ role, held, is_sole, waits }: Assign, reason: string | undefined): string | null =>
  waits && role ? `角色“${role.name}”待复核` : held && is_sole ? soleText(held, reason) : null;

/** Records the change where the role has sensitive rights the worker lacks. */
export async function proposeAssign(
  ctx: Ctx,
  worker: { id: number; name: string },
  before: Before,
  { role, held, is_sole }: Assign,
  reason: string | undefined,
): Promise<void> {
  if (!role || !held) return;
  await propose(ctx, {
    kind: "assign",
    role_id: null,
    worker_id: worker.id,
    target_name: worker.name,
    seen_version: role.version,
    old: { role_id: before.role_id, role_name: before.role_name, module_group: [...before.codes], data_scope: before.data_scope },
    new: { role_id: role.id, role_name: role.name, module_group: role.module_group, data_scope: role.data_scope },
    held,
    reason,
    is_sole,
  });
}
