/** Companies that ask to become peers, as tests hand them in; passed by the administrator. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { creditCode, OFFICE, ownFile } from "./supplier.ts";

export type ApplicationBody = Omit<InputOf<"peer_application_add">, "idempotency_key">;
type Row = OutputOf<"peer_application_add">;

/** Names of three characters that no other number has: nothing is alike by chance. */
const named = (n: number): string => [7, 11, 13].map((p) => String.fromCharCode(0x4e00 + ((n * 97 * p + p * 401) % 20_000))).join("");

/** All that an agency of Shanghai hands in; its files were uploaded by the worker. */
export async function applicationBody(db: Db, n: number, worker: number, now: Date): Promise<ApplicationBody> {
  return {
    name: `${named(n)}旅行社有限公司`,
    credit_code: creditCode(800_000 + n),
    legal_person: named(n + 50_000),
    business_kind: "travel_agency",
    licence_no: `L-SH-${n}`,
    contact_name: "王晓",
    contact_mobile: `1370${String(1_000_000 + n)}`,
    contact_email: "",
    address: OFFICE,
    business_licence: [await ownFile(db, worker, now)],
    business_licence_from: "2020-01-01",
    business_licence_to: null,
    travel_licence: [await ownFile(db, worker, now)],
    travel_licence_from: "2020-01-01",
    travel_licence_to: "2028-12-31",
    source: "self",
    source_id: null,
    inviter_code: "",
    note: "",
  };
}

/** Until the test file ends, BDs review what other BDs handed in. */
export const letBdsReview = (db: Db): Promise<unknown> =>
  row(db, q`update roles set module_group = array_append(module_group, ${may.peer_review}::int) where name = '商务'`);

let made = 0;
export class ApplicationDesk {
  readonly app: TestApp;
  readonly maker: Client;
  readonly checker: Client;
  constructor(app: TestApp, maker: Client, checker: Client) {
    this.app = app;
    this.maker = maker;
    this.checker = checker;
  }
  body(by: Client = this.maker): Promise<ApplicationBody> {
    return applicationBody(this.app.db, ++made, by.id, this.app.clock.now());
  }
  async handedIn(more: Partial<ApplicationBody> = {}, by: Client = this.maker): Promise<Row> {
    return by.call("peer_application_add", { ...(await this.body(by)), ...more, idempotency_key: crypto.randomUUID() });
  }
  get(id: number, by: Client = this.checker): Promise<OutputOf<"peer_application_get">> {
    return by.call("peer_application_get", { id });
  }
  /** `by` passes these; the answer as it comes. */
  pass(rows: readonly Pick<Row, "id" | "version">[], more: object = {}, by: Client = this.checker) {
    const seen = rows.map(({ id, version }) => ({ id, version }));
    return by.raw("peer_application_approve", { rows: seen, ...more, idempotency_key: crypto.randomUUID() });
  }
  async passed(more: Partial<ApplicationBody> = {}): Promise<OutputOf<"peer_application_get">> {
    const a = await this.handedIn(more);
    const answer = await this.pass([a]);
    if (answer.ret !== 0) throw new Error(answer.msg);
    return this.get(a.id);
  }
  async returned(items: InputOf<"peer_application_return">["items"], more: Partial<ApplicationBody> = {}): Promise<Row> {
    const { id, version } = await this.handedIn(more);
    const key = { idempotency_key: crypto.randomUUID() };
    await this.checker.call("peer_application_return", { id, version, items, reason: "照片不清楚，请重拍", ...key });
    return this.get(id);
  }
}
