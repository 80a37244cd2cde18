/** People around money that comes in: who registers, who looks first, who looks again, and the statement beside them. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { openPeerAccounts, peerAccountsOf } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";
import { makePeer } from "./peer.ts";
import { keyed } from "./peer-terms.ts";
import { BANK, importLines } from "./statement.ts";
import { ownFile, workerId } from "./supplier.ts";

export type Remittance = OutputOf<"remittance_get">;
type Facts = Omit<InputOf<"remittance_add">, "idempotency_key">;
type Lines = NonNullable<InputOf<"remittance_approve">["lines"]>;
export interface Payer {
  id: number;
  name: string;
}
const CODES = [may.workbench, may.corporate_remittance, may.remittance_final, may.balance, may.balance_adjust];
let made = 0;

export class RemitDesk {
  readonly app: TestApp;
  readonly maker: Client;
  readonly checker: Client;
  readonly third: Client;
  private constructor(app: TestApp, [maker, checker, third]: readonly [Client, Client, Client]) {
    this.app = app;
    this.maker = maker;
    this.checker = checker;
    this.third = third;
  }
  static async of(app: TestApp): Promise<RemitDesk> {
    const at = app.clock.now();
    await rows(
      app.db,
      q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
          values ('收款', '', ${CODES}, 'all', ${at}, ${at}) returning id)
        update workers set role_id = (select id from r) where account in ('service_3', 'schengen_3')`,
    );
    return new RemitDesk(app, [await app.as("finance"), await app.as("service_3"), await app.as("schengen_3")]);
  }

  async peer(more: Parameters<typeof makePeer>[1] = {}): Promise<Payer> {
    const { id } = await makePeer(this.app.db, more);
    await asWrite(this.app.db, null, this.app.clock.now(), (ctx) => openPeerAccounts(ctx, id));
    return { id, name: (await row<{ name: string }>(this.app.db, q`select name from peers where id = ${id}`))?.name ?? "" };
  }
  async standing(peer: number) {
    const a = (await peerAccountsOf(this.app.db, [peer])).get(peer);
    return { principal: a?.principal ?? 0, gift: a?.gift ?? 0, credit_used: a?.credit_used ?? 0 };
  }
  async body(peer: Payer | null, amount: number, more: Partial<Facts> = {}, by = "finance"): Promise<Facts> {
    return {
      peer_id: peer?.id ?? null,
      purpose: "top_up",
      amount,
      payer_name: peer?.name ?? "李小明",
      payer_account: `62148300${String(++made).padStart(8, "0")}`,
      payer_bank: "招商银行上海分行",
      company_account_id: BANK,
      remitted_on: "2026-11-19",
      bank_ref: "",
      vouchers: [await ownFile(this.app.db, await workerId(this.app.db, by), this.app.clock.now())],
      payer_letters: [],
      note: "",
      ...more,
    };
  }
  async ask(peer: Payer | null, amount: number, more: Partial<Facts> = {}): Promise<Remittance> {
    return this.maker.call("remittance_add", keyed(await this.body(peer, amount, more)));
  }
  /** Income the bank shows; answers the line's id. */
  async line(amount: number, more: { name?: string; day?: string; summary?: string; ref?: string } = {}): Promise<number> {
    const [id] = await importLines(this.app, this.maker, [
      {
        at: more.day ?? "2026-11-19",
        income: (amount / 100).toFixed(2),
        ref: more.ref ?? `LS${String(++made).padStart(8, "0")}`,
        name: more.name ?? "",
        summary: more.summary ?? "",
      },
    ]);
    if (id === undefined) throw new Error("nothing was imported");
    return id;
  }
  approve({ id, version }: Pick<Remittance, "id" | "version">, lines: Lines = [], by = this.checker) {
    return by.raw("remittance_approve", keyed({ id, version, lines }));
  }
  async get(id: number): Promise<Remittance> {
    return this.maker.call("remittance_get", { id });
  }
  /** Registered, shown by the bank, and booked by a second person. */
  async booked(peer: Payer | null, amount: number, more: Partial<Facts> = {}, received = amount): Promise<Remittance> {
    const r = await this.ask(peer, amount, more);
    const line_id = await this.line(received, { name: r.payer_name });
    return this.checker.call("remittance_approve", keyed({ id: r.id, version: r.version, lines: [{ line_id, amount: received }] }));
  }
  /** Lines of the voucher it became, without ids. */
  voucher(id: number) {
    return rows<{ code: string; kind: string; amount: number }>(
      this.app.db,
      q`select a.code, a.kind, l.amount from remittances r join journal_lines l on l.journal_id = r.journal_id
        join ledger_accounts a on a.id = l.account_id where r.id = ${id} order by l.id`,
    );
  }
  /** Owes so much on credit, by a posting of its own. */
  async owing(cents: number): Promise<Payer> {
    const peer = await this.peer({ settle_mode: "credit", credit_days: 30, credit_limit: 50_000_000 });
    const now = this.app.clock.now();
    await rows(
      this.app.db,
      q`with j as (insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, created_at)
          values (${`PZ-R${peer.id}`}, 'order_paid', ${`order_paid:test:${peer.id}`}, 'x', '2026-11-01', ${now}, 'test', ${peer.id}, ${now}) returning id),
        a as (update ledger_accounts set balance = ${cents} where code = 'peer_credit' and owner_id = ${peer.id} returning id),
        d as (insert into ledger_accounts (code, owner_id, side, gl_code) values ('order_deferred', ${-peer.id}, 'credit', '2205') returning id)
      insert into journal_lines (journal_id, account_id, amount) select j.id, a.id, ${cents}::int8 from j, a union all select j.id, d.id, -${cents}::int8 from j, d`,
    );
    return peer;
  }
}
