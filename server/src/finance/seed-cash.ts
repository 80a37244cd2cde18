/** Demo withdrawals in every state with their payments, made by the same acts as real ones. Needs the demo orders. */
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import { withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { writeLog } from "#kit/call/log.ts";
import { makeCtx } from "#kit/call/run.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { principalOfWorker } from "../account/index.ts";
import { config } from "../setting/index.ts";
import { DEMO_PAPER } from "../supplier/index.ts";
import { exportFile } from "./payout/payout-file.ts";
import { payoutMoves } from "./payout/payout.moves.ts";
import type { PayoutDoors } from "./payout/payout.source.ts";
import { withdrawalAdd } from "./withdrawal/withdrawal.ts";
import { withdrawalMoves } from "./withdrawal/withdrawal.moves.ts";
import { withdrawalSource } from "./withdrawal/withdrawal.source.ts";

const payoutDoors: PayoutDoors = { sources: [withdrawalSource], openReds: () => Promise.resolve([]) };

type Step = "approve" | "reject" | "withdraw" | "export" | "paid" | "failed" | "give_up" | "bounce";
/** What becomes of each, a step every few hours; the first is the largest and waits for a third person. */
const STORIES: readonly (readonly Step[])[] = [
  ["approve"],
  [],
  ["approve"],
  ["approve", "export"],
  ["approve", "paid"],
  ["approve", "export", "paid"],
  ["approve", "failed"],
  ["approve", "failed", "give_up"],
  ["approve", "paid", "bounce"],
  ["reject"],
  ["withdraw"],
];
const REASONS = ["季度结余退回", "暂停该线路，退回预存款", "财务年度清账，退回部分余款"];
const BANKS = ["招商银行上海分行", "中国银行北京朝阳支行", "工商银行广州天河支行"];
const HOUR_MS = 3_600_000;
/** Nothing of these peers happened since, so that their statements stay in order. */
const QUIET_DAYS = 12;
const ENDPOINTS = {
  approve: withdrawalApi.withdrawal_approve,
  reject: withdrawalApi.withdrawal_reject,
  withdraw: withdrawalApi.withdrawal_withdraw,
  export: payoutApi.payout_export,
  paid: payoutApi.payout_paid,
  failed: payoutApi.payout_failed,
  give_up: payoutApi.payout_give_up,
  bounce: payoutApi.payout_bounce,
} satisfies Record<Step, Endpoint>;

interface Source {
  id: number;
  name: string;
  principal: number;
}
const quietPeers = (db: Db, before: Date, count: number): Promise<Source[]> =>
  rows(
    db,
    q`select p.id, p.name, a.balance as principal from peers p join ledger_accounts a on a.owner_id = p.id and a.code = 'peer_principal'
      join ledger_accounts c on c.owner_id = p.id and c.code = 'peer_credit' and c.balance = 0
      where p.peer_status = 'active' and a.balance >= 20000 and not exists (select from withdrawals w where w.peer_id = p.id)
        and not exists (select from journal_lines l join journals j on j.id = l.journal_id where l.account_id = a.id and j.event_at > ${before})
      order by a.balance desc, p.id limit ${count}`,
  );

class CashSeed {
  private readonly db: Db;
  private readonly files: FileStore;
  private readonly people: ReadonlyMap<string, number>;
  constructor(db: Db, files: FileStore, people: ReadonlyMap<string, number>) {
    this.db = db;
    this.files = files;
    this.people = people;
  }
  /** As somebody does it, in one transaction with its log. */
  private as<T>(account: string, at: Date, endpoint: Endpoint, act: (ctx: Ctx) => Promise<T>): Promise<T> {
    return inTransaction(this.db, async (tx) => {
      const who = await principalOfWorker(tx, this.people.get(account) ?? 0, at);
      const clock = { now: () => at };
      const principalOf = () => Promise.resolve({ principal: null });
      const parts = { db: tx, clock, files: this.files, serving: {}, principalOf, config };
      const ctx = makeCtx(parts, tx, { name: endpoint.name, request_id: crypto.randomUUID() }, who, at);
      const done = await act(ctx);
      await writeLog(tx, ctx, endpoint, ctx.entries, "ok", 0);
      return done;
    });
  }
  async tell(peer: Source, n: number, steps: readonly Step[], start: Date): Promise<void> {
    const amount = Math.floor((peer.principal * (2 + (n % 4))) / 1000) * 100;
    const made = await this.as("finance", start, withdrawalApi.withdrawal_add, (ctx) =>
      withdrawalAdd(
        {
          peer_id: peer.id,
          amount,
          payee_name: peer.name,
          payee_account: `62148300${String(10_000_019 + n * 7_919)}`,
          payee_bank: BANKS[n % BANKS.length] ?? "",
          reason: REASONS[n % REASONS.length] ?? "",
          files: [DEMO_PAPER],
        },
        ctx,
      ),
    );
    for (const [i, step] of steps.entries()) {
      const at = new Date(start.getTime() + (i + 1) * 5 * HOUR_MS);
      // Large ones wait for a third person and are not told on.
      if (!(await this.step(made.id, n, step, at))) return;
    }
  }
  private async step(id: number, n: number, step: Step, at: Date): Promise<boolean> {
    const w = await row<{ id: number; version: number }>(this.db, q`select id, version from withdrawals where id = ${id}`);
    const p = await row<{ id: number; version: number; company_account_id: number }>(
      this.db,
      q`select id, version, company_account_id from payouts where source_noun = 'withdrawal' and source_id = ${id}`,
    );
    const decides = step === "approve" || step === "reject" || step === "withdraw";
    if (!w || (!decides && !p)) return false;
    const by = step === "withdraw" ? "finance" : decides ? "manager" : "admin";
    await this.as(by, at, ENDPOINTS[step], (ctx) => (p && !decides ? pays(ctx, p, n, step, at) : decide(ctx, w, step)));
    return true;
  }
}
async function decide(ctx: Ctx, w: { id: number; version: number }, step: Step): Promise<void> {
  if (step === "reject") await withdrawalMoves.reject(w, ctx, "申请函不符合要求：申请函未加盖公章");
  else if (step === "withdraw") await withdrawalMoves.withdraw(w, ctx);
  else await withdrawalMoves.approve(w, ctx);
}
async function pays(
  ctx: Ctx,
  { company_account_id, ...p }: { id: number; version: number; company_account_id: number },
  n: number,
  step: Step,
  at: Date,
): Promise<void> {
  if (step === "export") await exportFile({ company_account_id, ids: [p.id], format: "xlsx", is_merged: false }, ctx);
  else if (step === "failed") await payoutMoves.failed(ctx, payoutDoors, { ...p, reason: "收款账号与户名不符" });
  else if (step === "give_up") await payoutMoves.giveUp(ctx, payoutDoors, { ...p, reason: "同行决定继续预存" });
  else if (step === "bounce") await payoutMoves.bounce(ctx, payoutDoors, { ...p, reason: "收款账户已销户", receipt: DEMO_PAPER });
  else {
    const bank_ref = `BK${at.toISOString().slice(0, 10).replaceAll("-", "")}${String(n).padStart(6, "0")}`;
    await payoutMoves.paid(ctx, payoutDoors, { ...p, bank_ref, receipt: DEMO_PAPER, paid_at: at.toISOString() });
  }
}

/** Nothing where it was done before. */
export async function seedCash(db: Db, files: FileStore, now: Date): Promise<void> {
  if (await row(db, q`select 1 from withdrawals limit 1`)) return;
  const workers = await rows<{ id: number; account: string }>(
    db,
    q`select id, account from workers where account in ('finance', 'manager', 'admin')`,
  );
  const seed = new CashSeed(db, files, new Map(workers.map((w) => [w.account, w.id])));
  const peers = await quietPeers(db, new Date(now.getTime() - QUIET_DAYS * 24 * HOUR_MS), STORIES.length);
  for (const [n, peer] of peers.entries()) {
    const days = (STORIES[n]?.length ?? 0) + 1 + (n % 4);
    await seed.tell(peer, n, STORIES[n] ?? [], new Date(now.getTime() - days * 24 * HOUR_MS));
  }
}
