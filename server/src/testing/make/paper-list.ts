/** A product's paper list that changes while orders of the product are open, for tests. */
import { randomUUID } from "node:crypto";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { OrderDesk, PLAIN_SKU, type Made } from "./order.ts";

export type Papers = NonNullable<InputOf<"sku_update">["papers"]>;
type Impact = OutputOf<"sku_paper_impact_query">;
export const NEW = "近3年申根签证页";
export const GONE = "行程单";
export const MORE = "身份证正反面";

export class PaperList {
  readonly app: TestApp;
  readonly maker: Client;
  readonly desk: OrderDesk;
  readonly skuId: number;
  constructor(app: TestApp, maker: Client, desk: OrderDesk, skuId: number) {
    this.app = app;
    this.maker = maker;
    this.desk = desk;
    this.skuId = skuId;
  }
  sku(): Promise<OutputOf<"sku_edit_get">> {
    return this.maker.call("sku_edit_get", { id: this.skuId });
  }
  impact(more: Partial<InputOf<"sku_paper_impact_query">> = {}, as = this.maker): Promise<Impact> {
    return as.call("sku_paper_impact_query", { sku_id: this.skuId, page_size: 100, ...more });
  }
  async save(papers: Papers): Promise<void> {
    const { id, version } = await this.sku();
    await this.maker.call("sku_update", { id, version, papers });
  }
  async ask(applicant_ids: number[]): Promise<InputOf<"sku_paper_push_add">> {
    const { id: sku_id, version } = await this.sku();
    return { sku_id, version, applicant_ids, expected_count: applicant_ids.length, idempotency_key: randomUUID() };
  }
  async push(applicant_ids: number[], as = this.maker): Promise<OutputOf<"sku_paper_push_add">> {
    return as.call("sku_paper_push_add", await this.ask(applicant_ids));
  }
  async results(push_id: number, as = this.maker) {
    return (await as.call("sku_paper_push_result_query", { push_id })).list;
  }
  async slots(applicantId: number) {
    return new Map((await this.desk.person(applicantId)).materials.map((m) => [m.name, m]));
  }
  /** A must paper of employed people. */
  async paper(name: string): Promise<Papers[number]> {
    const { db } = this.app;
    const { id } = await db.selectFrom("documents").select("id").where("kind", "=", 1).where("name", "=", name).executeTakeFirstOrThrow();
    const rule = { owner: "must", when: "always", group_key: "", need_n: 1, copies: null, note: "" } as const;
    return { identity: "employed", document_id: id, ...rule };
  }
  /** One paper is new, one leaves, of one there are two copies. */
  async changed(papers: Papers): Promise<Papers> {
    const [gone, more, fresh] = [await this.paper(GONE), await this.paper(MORE), await this.paper(NEW)];
    const kept = papers.filter((p) => p.document_id !== gone.document_id);
    return [...kept.map((p) => (p.document_id === more.document_id ? { ...p, copies: 2 } : p)), fresh];
  }
  async paid(people = 1): Promise<Made> {
    const o = await this.desk.order({ people });
    await this.desk.pay(o.id);
    return o;
  }
  async person(): Promise<number> {
    return (await this.paid()).people[0] ?? 0;
  }
}

export async function paperList(app: TestApp): Promise<PaperList> {
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  return new PaperList(app, await app.as("product"), desk, await desk.sku(PLAIN_SKU));
}
