/** Staff made through the endpoints, as an administrator makes them. */
import { md5Of } from "../../account/index.ts";
import type { Desk } from "../calls.ts";

export type Signed = Awaited<ReturnType<Desk["signIn"]>>;
export const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });

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
