/** Two people who ask for other terms of peers and pass them. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

export type ChangeBody = Omit<InputOf<"peer_change_add">, "idempotency_key">;
export type Change = OutputOf<"peer_change_get">;
const CODES = [may.workbench, may.peer, may.peer_review, may.peer_terms_review, may.order_entry];
export const keyed = <T extends object>(body: T) => ({ ...body, idempotency_key: crypto.randomUUID() });

export const changeBody = (peer_id: number, more: Partial<ChangeBody> & Pick<ChangeBody, "kind">): ChangeBody => ({
  peer_id,
  reason_code: "growth",
  reason: "近期订单增长",
  files: [],
  valid_to: null,
  ...more,
});

export class TermsDesk {
  readonly admin: Client;
  readonly other: Client;
  private constructor(admin: Client, other: Client) {
    this.admin = admin;
    this.other = other;
  }
  static async of(app: TestApp): Promise<TermsDesk> {
    await rows(
      app.db,
      q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
          values ('条件审核', '', ${CODES}, 'all', ${app.clock.now()}, ${app.clock.now()}) returning id)
        update workers set role_id = (select id from r) where account = 'business_3'`,
    );
    return new TermsDesk(await app.as("admin"), await app.as("business_3"));
  }
  ask(peer_id: number, more: Partial<ChangeBody> & Pick<ChangeBody, "kind">, by: Client = this.admin): Promise<Change> {
    return by.call("peer_change_add", keyed(changeBody(peer_id, more)));
  }
  /** The answer as it comes. */
  pass({ id, version }: Pick<Change, "id" | "version">, by: Client = this.other) {
    return by.raw("peer_change_approve", keyed({ id, version }));
  }
}
