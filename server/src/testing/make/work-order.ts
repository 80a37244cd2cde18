/** Work orders as tests make them: a desk of customer service with a peer of its own. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedWorkOrders } from "../../peer/index.ts";
import type { MadePeer, WholePeer } from "../../peer/peer/whole-peer.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { OrderDesk, type Made } from "./order.ts";
import { makePeer } from "./peer.ts";
import { workerId } from "./supplier.ts";

export const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
/** What a call is refused with: its code, or the status where it got no further, and its words. */
export async function refused(by: Client, name: Parameters<Client["raw"]>[0], body: object): Promise<[number | undefined, string]> {
  const a = await by.raw(name, body);
  return [a.status === 200 ? a.ret : a.status, a.msg];
}
/** An order of a peer, as the demo of orders leaves it. */
export async function orderOfPeer(app: TestApp, peer: number): Promise<Made> {
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  const order = await desk.order();
  await rows(app.db, q`update orders set peer_id = ${peer}, customer_kind = 'peer' where id = ${order.id}`);
  return order;
}
type Config = Omit<InputOf<"work_order_config_add">, "idempotency_key">;
type Row = OutputOf<"work_order_query">["list"][number];
let codes = 0;
export const configBody = (more: Partial<Config> = {}): Config => ({
  code: `TESTCODE${++codes}`,
  category: "consult",
  name: "行程咨询",
  scope: "all",
  scope_ids: [],
  fields: [],
  need_order: false,
  reply_minutes: 30,
  resolve_minutes: 480,
  handler: "cs",
  team_id: null,
  escalate: [
    { at_percent: 50, to: "handler" },
    { at_percent: 100, to: "team_leader" },
  ],
  link: "none",
  templates: [],
  ask_score: true,
  ...more,
});

export class WorkOrderDesk {
  readonly app: TestApp;
  readonly admin: Client;
  readonly service: Client;
  constructor(app: TestApp, admin: Client, service: Client) {
    this.app = app;
    this.admin = admin;
    this.service = service;
  }
  /** Looked after by customer service unless it is said. */
  async peer(more: Partial<WholePeer> = {}): Promise<MadePeer> {
    return makePeer(this.app.db, { cs_owner_id: this.service.id, ...more }, this.app.clock.now());
  }
  /** A live configuration; answers its id. */
  async config(more: Partial<Config> = {}): Promise<{ id: number; code: string }> {
    const { id, version, code } = await this.admin.call("work_order_config_add", { ...configBody(more), ...key() });
    await this.admin.call("work_order_config_publish", { id, version, ...key() });
    return { id, code };
  }
  async add(config_id: number, peer_id: number, more: Partial<InputOf<"work_order_add">> = {}): Promise<Row> {
    const body = { peer_id, config_id, title: "申根签证材料", answers: {}, ...more, ...key() };
    return this.service.call("work_order_add", body);
  }
  now(id: number, by: Client = this.admin): Promise<OutputOf<"work_order_get">> {
    return by.call("work_order_get", { id });
  }
  async of(id: number): Promise<{ id: number; version: number }> {
    const found = await row<{ id: number; version: number }>(this.app.db, q`select id, version from work_orders where id = ${id}`);
    if (!found) throw new Error(`no work order ${id}`);
    return found;
  }
}
export async function workOrderDeskOf(app: TestApp): Promise<WorkOrderDesk> {
  const [admin, service] = [await app.as("admin"), await app.as("service")];
  if (service.id !== (await workerId(app.db, "service"))) throw new Error("service");
  return new WorkOrderDesk(app, admin, service);
}
/** Those of the demo, of one peer. */
export async function demoWorkOrders(app: TestApp): Promise<void> {
  await (await workOrderDeskOf(app)).peer();
  await seedWorkOrders(app.db, app.clock.now());
}
