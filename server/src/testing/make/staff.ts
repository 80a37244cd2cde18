/** Staff made through the endpoints, as an administrator makes them. */
import { md5Of } from "../../account/index.ts";
import type { EndpointName, InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { hashOf } from "../../setting/worker/hand-over.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { Desk } from "../loops/parts/calls.ts";

export type Signed = Awaited<ReturnType<Desk["signIn"]>>;
export const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });

/** The rest of a disabling where nothing is in hand. */
export const emptyHanded = () => ({ hash: hashOf([]), receivers: [], ...key() });

type Calls = <N extends EndpointName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;
/** Previews and disables; everything in hand goes to whom the preview proposes, or to `to`. */
export async function disableAt(by: Calls, id: number, reason: string, to?: number) {
  const { hash, version, rows: held } = await by("worker_disable_preview", { id });
  const receivers = held.map((r) => ({ kind: r.kind, worker_ids: [to ?? r.default_id ?? 0] }));
  return by("worker_disable", { id, version, reason, hash, receivers, ...key() });
}

/** Given with every sensitive grant. */
export const reason = "测试需要这些权限";

/** Takes every waiting grant as confirmed by a second person. */
export async function confirmAll(db: Db): Promise<void> {
  await rows(
    db,
    q`
    update roles r set module_group = array(select c::int4 from jsonb_array_elements_text(g.new->'module_group') c), data_scope = g.new->>'data_scope'
    from grant_changes g where g.grant_status = 'pending' and g.kind = 'role' and g.role_id = r.id`,
  );
  await rows(
    db,
    q`update workers w set role_id = (g.new->>'role_id')::int8 from grant_changes g where g.grant_status = 'pending' and g.kind = 'assign' and g.worker_id = w.id`,
  );
  await rows(db, q`delete from grant_changes where grant_status = 'pending'`);
}

/**
 * A role made by the administrator and somebody who holds it, with a password of his own. Where a second role
 * administrator is there, his yes is taken as given.
 */
export async function hireAt(
  desk: Desk,
  admin: Signed,
  account: string,
  codes: number[],
  more: { data_scope?: "all" | "team" | "own"; team_id?: number } = {},
): Promise<{ role: number; id: number }> {
  const role = await admin("role_add", {
    name: `角色${account}`,
    note: "",
    module_group: codes,
    data_scope: more.data_scope ?? "all",
    reason,
    ...key(),
  });
  await confirmAll(desk.db);
  const { id } = await admin("oss_account_add", {
    account,
    nickname: account,
    role_id: role.id,
    passwd: md5Of("given password"),
    reason,
    ...(more.team_id !== undefined && { team_id: more.team_id }),
    ...key(),
  });
  await confirmAll(desk.db);
  await desk.db.updateTable("workers").set({ must_change: false }).where("id", "=", id).execute();
  return { role: role.id, id };
}
