/** Four people around money that leaves: who asks, who passes, who passes large ones, and the cashier. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { grantGift, openPeerAccounts, peerAccountsOf, peerStatement, postTopUp } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";
import { makePeer } from "./peer.ts";
import { keyed } from "./peer-terms.ts";
import { ownFile, workerId } from "./supplier.ts";

export type Withdrawal = OutputOf<"withdrawal_get">;
export type Payout = OutputOf<"payout_get">;
type Ask = Partial<Omit<InputOf<"withdrawal_add">, "idempotency_key" | "peer_id">>;
const FINANCE = [may.workbench, may.withdraw, may.withdraw_final, may.payout_register, may.corporate_remittance];
let made = 0;

export class CashDesk {
  readonly app: TestApp;
  readonly maker: Client;
  readonly checker: Client;
  readonly third: Client;
  readonly cashier: Client;
  private constructor(app: TestApp, [maker, checker, third, cashier]: readonly [Client, Client, Client, Client]) {
    this.app = app;
    this.maker = maker;
    this.checker = checker;
    this.third = third;
    this.cashier = cashier;
  }
  static async of(app: TestApp): Promise<CashDesk> {
    await rows(
      app.db,
      q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
          values ('资金', '', ${FINANCE}, 'all', ${app.clock.now()}, ${app.clock.now()})
          on conflict (name) do update set updated_at = excluded.updated_at returning id)
        update workers set role_id = (select id from r) where account in ('business_2', 'business_3', 'service_2')`,
    );
    return new CashDesk(app, [await app.as("finance"), await app.as("business_2"), await app.as("business_3"), await app.as("service_2")]);
  }

  /** A peer with so much principal, and gift money of one grant. */
  async peer(principal: number, gift = 0, expires_on: string | null = null): Promise<{ id: number; name: string }> {
    const { db, clock } = this.app;
    const { id } = await makePeer(db);
    await asWrite(db, null, clock.now(), async (ctx) => {
      await openPeerAccounts(ctx, id);
      await postTopUp(ctx, { peer_id: id, amount: principal, way: "bank", source_noun: "test_top_up", source_id: ++made });
      if (gift > 0) await grantGift(ctx, { peer_id: id, amount: gift, expires_on, max_order_pct: 20, source: `cash ${made}` });
    });
    return { id, name: (await row<{ name: string }>(db, q`select name from peers where id = ${id}`))?.name ?? "" };
  }
  async standing(peer: number): Promise<number[]> {
    const a = (await peerAccountsOf(this.app.db, [peer])).get(peer);
    return a ? [a.principal, a.frozen, a.gift] : [];
  }
  /** Lines of what is frozen, the newest first. */
  async statement(peer: number): Promise<{ lines: string[] }> {
    const { lines } = await peerStatement(this.app.db, peer, { from: "2026-01-01", to: "2027-12-31" });
    return { lines: lines.filter((l) => l.account === "peer_frozen").map((l) => `${l.change} ${l.amount}`) };
  }
  async file(by = "finance"): Promise<string> {
    return ownFile(this.app.db, await workerId(this.app.db, by), this.app.clock.now());
  }
  async body(peer: { id: number; name: string }, amount: number, more: Ask = {}) {
    return {
      peer_id: peer.id,
      amount,
      payee_name: peer.name,
      payee_account: `62148300${String(++made).padStart(8, "0")}`,
      payee_bank: "招商银行上海分行",
      reason: "暂停合作，退回余款",
      files: [await this.file()],
      ...more,
    };
  }
  async ask(peer: { id: number; name: string }, amount: number, more: Ask = {}): Promise<Withdrawal> {
    return this.maker.call("withdrawal_add", keyed(await this.body(peer, amount, more)));
  }
  approve({ id, version }: Withdrawal, by = this.checker) {
    return by.raw("withdrawal_approve", keyed({ id, version }));
  }
  /** One that was asked for and passed, with its payment. */
  async passed(amount: number, more: Ask = {}): Promise<{ w: Withdrawal; p: Payout; peer: { id: number; name: string } }> {
    const peer = await this.peer(amount * 2);
    const asked = await this.ask(peer, amount, more);
    const w = await this.checker.call("withdrawal_approve", keyed({ id: asked.id, version: asked.version }));
    return { w, p: await this.payout(w), peer };
  }
  async payout(w: Pick<Withdrawal, "withdrawal_no">): Promise<Payout> {
    const { list } = await this.cashier.call("payout_query", { keyword: w.withdrawal_no });
    const [p] = list;
    if (!p) throw new Error(`${w.withdrawal_no} has no payment`);
    return p;
  }
  async paidBody({ id, version }: Pick<Payout, "id" | "version">, by = "service_2") {
    return {
      id,
      version,
      bank_ref: `LS${String(++made).padStart(10, "0")}`,
      receipt: await this.file(by),
      paid_at: this.app.clock.now().toISOString(),
    };
  }
  async pay(p: Pick<Payout, "id" | "version">): Promise<Payout> {
    return this.cashier.call("payout_paid", keyed(await this.paidBody(p)));
  }
}
