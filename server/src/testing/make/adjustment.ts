/** Adjustments as one person hands them in and another passes them. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, row } from "#kit/db/sql.ts";
import { lockPeer, postJournal } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";
import { keyed } from "./peer-terms.ts";

export type AdjustBody = Omit<InputOf<"adjustment_add">, "idempotency_key">;
export type Adjustment = OutputOf<"adjustment_add">;
/** The account that came with the books. */
export const BANK = 4;

export class AdjustDesk {
  readonly app: TestApp;
  readonly maker: Client;
  readonly checker: Client;
  private constructor(app: TestApp, maker: Client, checker: Client) {
    this.app = app;
    this.maker = maker;
    this.checker = checker;
  }
  static async of(app: TestApp): Promise<AdjustDesk> {
    return new AdjustDesk(app, await app.as("finance"), await app.as("admin"));
  }
  body(more: Partial<AdjustBody> & Pick<AdjustBody, "kind">): AdjustBody {
    return { booked_on: "2026-11-20", reason: "核对后补记", files: [], ...more };
  }
  add(more: Partial<AdjustBody> & Pick<AdjustBody, "kind">): Promise<Adjustment> {
    return this.maker.call("adjustment_add", keyed(this.body(more)));
  }
  /** The answer as it comes. */
  asked(more: Partial<AdjustBody> & Pick<AdjustBody, "kind">, by: Client = this.maker) {
    return by.raw("adjustment_add", keyed(this.body(more)));
  }
  pass({ id, version }: Pick<Adjustment, "id" | "version">, by: Client = this.checker) {
    return by.raw("adjustment_approve", keyed({ id, version }));
  }
  async passed(more: Partial<AdjustBody> & Pick<AdjustBody, "kind">): Promise<Adjustment> {
    const { id, version } = await this.add(more);
    await this.checker.call("adjustment_approve", keyed({ id, version }));
    return this.maker.call("adjustment_get", { id });
  }
  /** Money of a peer, given by hand past the paper. */
  async gave(peerId: number, amount: number): Promise<number> {
    const journal = await this.posted("top_up_online", [
      { account: { code: "clearing", owner_id: 1, kind: "wechat" }, amount },
      { account: { code: "peer_principal", owner_id: peerId }, amount: -amount },
    ]);
    return journal;
  }
  /** Money of a bank that nobody owns up to. */
  parked(amount: number): Promise<number> {
    return this.posted("suspense_in", [
      { account: { code: "cash", owner_id: BANK }, amount },
      { account: { code: "suspense", owner_id: BANK }, amount: -amount },
    ]);
  }
  private n = 0;
  private async posted(kind: "top_up_online" | "suspense_in", lines: Parameters<typeof postJournal>[1]["lines"]): Promise<number> {
    this.n += 1;
    const posting = { kind, source_noun: "test", source_id: this.n, lines };
    return (await asWrite(this.app.db, null, this.app.clock.now(), (ctx) => postJournal(ctx, posting))) ?? 0;
  }
  accounts(peerId: number) {
    return asWrite(this.app.db, null, this.app.clock.now(), (ctx) => lockPeer(ctx, peerId));
  }
  async balance(code: string, owner: number, kind = ""): Promise<number> {
    const found = await row<{ n: number }>(
      this.app.db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from ledger_accounts a join journal_lines l on l.account_id = a.id
        where a.code = ${code} and a.owner_id = ${owner} and a.kind = ${kind}`,
    );
    return found?.n ?? 0;
  }
}
