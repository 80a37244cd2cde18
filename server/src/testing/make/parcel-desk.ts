/** Parcels in tests, made by the acts of the console: packed, sealed, sent, signed. */
import type { EndpointName, InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { q, rows } from "#kit/db/sql.ts";
import { forgetSessions } from "../../account/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { OrderDesk } from "./order.ts";
import { laneOf, originalsOf, type Lane } from "./parcel.ts";

export const DAY = 86_400_000;
export type Loose<N extends EndpointName> = Omit<InputOf<N>, "idempotency_key">;
export type Parcel = OutputOf<"supplier_parcel_add">;
type More = Partial<Loose<"supplier_parcel_add">>;
interface Versioned {
  id: number;
  version: number;
}
const endpoints: Readonly<Record<string, Endpoint>> = allApi;
let waybills = 0;

/** An order desk over a running server. */
export async function orderDeskOf(app: TestApp): Promise<OrderDesk> {
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  return new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
}
export const parcelDeskOf = async (app: TestApp): Promise<ParcelDesk> => {
  const desk = await orderDeskOf(app);
  return new ParcelDesk(app, await app.as("admin"), desk, await laneOf(desk));
};

export class ParcelDesk {
  readonly app: TestApp;
  readonly admin: Client;
  readonly desk: OrderDesk;
  readonly lane: Lane;
  constructor(app: TestApp, admin: Client, desk: OrderDesk, lane: Lane) {
    this.app = app;
    this.admin = admin;
    this.desk = desk;
    this.lane = lane;
  }

  /** Another time, with everybody still signed in. */
  async goTo(at: Date): Promise<void> {
    this.app.clock.set(at);
    await rows(
      this.app.db,
      q`update sessions set ended_at = null, end_reason = null, last_seen_at = ${at}, ends_at = ${new Date(at.getTime() + DAY)}`,
    );
    forgetSessions();
  }

  act<N extends EndpointName>(name: N, body: Loose<N>, as = this.admin): Promise<OutputOf<N>> {
    return as.call(name, { ...body, ...keyOf(name) } as never);
  }
  /** Code and sentence of what is refused. */
  async refused<N extends EndpointName>(name: N, body: Loose<N>, as = this.admin): Promise<[string | undefined, string]> {
    const answer = await as.raw(name, { ...body, ...keyOf(name) });
    return [(answer.body as { code?: string } | null)?.code, answer.msg];
  }
  now(id: number): Promise<OutputOf<"supplier_parcel_get">> {
    return this.admin.call("supplier_parcel_get", { id });
  }

  async itemsOf(people: readonly number[]): Promise<{ applicant_id: number; material_id: number }[]> {
    return (await originalsOf(this.desk, people)).map((m) => ({ applicant_id: m.applicant_id, material_id: m.id }));
  }
  async add(people: readonly number[], more: More = {}): Promise<Parcel> {
    const items = await this.itemsOf(people);
    return this.act("supplier_parcel_add", { supplier_id: this.lane.supplier_id, purpose: "submit", mode: "express", items, ...more });
  }
  async scanAll(p: { id: number }, people: readonly number[]): Promise<void> {
    for (const id of people) await this.act("supplier_parcel_item_scan", { id: p.id, code: (await this.desk.person(id)).applicant_no });
  }
  async packed(people: readonly number[], more: More = {}): Promise<OutputOf<"supplier_parcel_get">> {
    const p = await this.add(people, more);
    await this.scanAll(p, people);
    return this.now(p.id);
  }
  /** Of a packed parcel, whoever else is expected staying behind. */
  async seal(id: number): Promise<Parcel> {
    const { version, passports } = await this.now(id);
    return this.act("supplier_parcel_seal", { id, version, passport_count: passports, confirm_missing: true });
  }
  async sealed(people: readonly number[], more: More = {}): Promise<Parcel> {
    return this.seal((await this.packed(people, more)).id);
  }
  /** How the next parcel goes. */
  way(): { carrier_code: "SF"; waybill_no: string } {
    return { carrier_code: "SF", waybill_no: `SF88${String(++waybills).padStart(6, "0")}` };
  }
  async sent(people: readonly number[], more: More = {}): Promise<Parcel> {
    const p = await this.act("supplier_parcel_send", { ...of(await this.sealed(people, more)), ...this.way() });
    await this.collected(p);
    return p;
  }
  /** Its courier said so. */
  async collected({ express_id }: { express_id: number }): Promise<void> {
    const step = JSON.stringify([{ at: this.app.clock.now(), text: "已揽收" }]);
    await rows(this.app.db, q`update expresses set tracks = tracks || ${step}::jsonb where id = ${express_id}`);
  }
  signing(): { signed_at: string; signed_by: string } {
    return { signed_at: this.app.clock.now().toISOString(), signed_by: "前台" };
  }
  sign(p: Versioned): Promise<Parcel> {
    return this.act("supplier_parcel_sign", { ...of(p), ...this.signing() });
  }
  async signed(people: readonly number[], more: More = {}): Promise<Parcel> {
    return this.sign(await this.sent(people, more));
  }
  /** Signed, and everything inside counted as this. */
  async counted(people: readonly number[], verdict: "ok" | "missing"): Promise<Parcel> {
    const p = await this.signed(people);
    const note = verdict === "missing" ? { issue_note: "袋里没有" } : {};
    const verdicts = (await this.now(p.id)).items.map((i) => ({ item_id: i.id, verdict, ...note }));
    return this.act("supplier_parcel_count", { ...of(p), verdicts });
  }
}
const keyOf = (name: EndpointName): { idempotency_key?: string } => (endpoints[name]?.key ? { idempotency_key: crypto.randomUUID() } : {});
export const of = (p: Versioned): Versioned => ({ id: p.id, version: p.version });
