/** Suppliers at work: entered by the product manager, passed by the administrator. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { postJournal } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";
import { supplierBody } from "./supplier.ts";

type Body = Omit<InputOf<"supplier_add">, "idempotency_key">;
let made = 5_000;

export class SupplierDesk {
  readonly app: TestApp;
  readonly maker: Client;
  readonly checker: Client;
  constructor(app: TestApp, maker: Client, checker: Client) {
    this.app = app;
    this.maker = maker;
    this.checker = checker;
  }
  async entered(more: Partial<Body> = {}): Promise<OutputOf<"supplier_add">> {
    const body = { ...(await supplierBody(this.app.db, ++made, this.maker.id, this.app.clock.now())), ...more };
    return this.maker.call("supplier_add", { ...body, idempotency_key: crypto.randomUUID() });
  }
  async passPayees(supplier_id: number): Promise<void> {
    for (const p of (await this.checker.call("supplier_payee_query", { supplier_id })).list)
      if (p.payee_status === "pending") await this.checker.call("supplier_payee_approve", { id: p.id, version: p.version });
  }
  async active(more: Partial<Body> = {}): Promise<OutputOf<"supplier_get">> {
    const { id, version } = await this.entered(more);
    await this.passPayees(id);
    await this.checker.call("supplier_activate", { id, version });
    return this.checker.call("supplier_get", { id });
  }
}

/** Code and sentence of an answer; no code where it was done. */
export const refusalOf = async (answer: Promise<{ msg: string; body: unknown }>): Promise<[string | undefined, string]> => {
  const { msg, body } = await answer;
  return [(body as { code?: string } | null)?.code, msg];
};

/** What we owe a supplier moves by so many cents. */
let journals = 0;
export async function owe(app: TestApp, supplier: number, cents: number): Promise<void> {
  const lines = [
    { account: { code: "cost" as const, kind: "supplier" }, amount: cents },
    { account: { code: "payable_supplier" as const, owner_id: supplier }, amount: -cents },
  ];
  await asWrite(app.db, null, app.clock.now(), (ctx) =>
    postJournal(ctx, { kind: "supplier_cost_adjust", source_noun: "supplier", source_id: supplier, seq: ++journals, lines }),
  );
}
