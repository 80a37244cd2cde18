/** Staff made through the endpoints, as an administrator makes them. */
import { md5Of } from "../../account/index.ts";
import type { EndpointName, InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { hashOf } from "../../setting/hand-over.ts";
import type { Desk } from "../calls.ts";

export type Signed = Awaited<ReturnType<Desk["signIn"]>>;
export const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });

/** The rest of a disabling where nothing is in hand. */
export const emptyHanded = () => ({ hash: hashOf([]), receivers: [], ...key() });

type Calls = <N extends EndpointName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;
/** Previews and disables; everything in hand goes to whom the preview proposes, or to `to`. */
export async function disableAt(by: Calls, id: number, reason: string, to?: number) {
  const { hash, version, rows } = await by("worker_disable_preview", { id });
  const receivers = rows.map((r) => ({ kind: r.kind, worker_ids: [to ?? r.default_id ?? 0] }));
  return by("worker_disable", { id, version, reason, hash, receivers, ...key() });
}

/** A role made by the administrator and somebody who holds it, with a password of his own. */
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
    ...key(),
  });
  const { id } = await admin("oss_account_add", {
    account,
    nickname: account,
    role_id: role.id,
    passwd: md5Of("given password"),
    ...(more.team_id !== undefined && { team_id: more.team_id }),
    ...key(),
  });
  await desk.db.updateTable("workers").set({ must_change: false }).where("id", "=", id).execute();
  return { role: role.id, id };
}
