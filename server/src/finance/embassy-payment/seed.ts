/** Fees to missions of the demo business: cards, rates of sixty days, and payments in every state, made by the acts of people. */
import type { Ctx, Principal } from "#kit/call/context.ts";
import { makeCtx } from "#kit/call/run.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { PLATFORM } from "@visadesk/contract/kit/constants.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { sealedCompanyAccount } from "../company-account/company-account.noun.ts";
import { open } from "./embassy-payment.open.ts";
import { paymentMoves } from "./embassy-payment.moves.ts";
import { paidMoves } from "./embassy-payment.paid.ts";

const DAYS = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** CNY per unit in millionths, and the days on which nobody typed one. */
const RATES = { EUR: 7_812_300, USD: 7_102_500, GBP: 9_052_800, JPY: 47_850, AUD: 4_633_100 } as const;
const MISSING: Readonly<Record<string, readonly number[]>> = { AUD: [3, 9], JPY: [5] };
const CARDS = [
  { name: "招行公司信用卡", account_no: "6225768812340021", bank_name: "招商银行", day_limit: 5_000_000 },
  { name: "中行外币商务卡", account_no: "6259061234560388", bank_name: "中国银行", day_limit: 3_000_000 },
];
const CODES = new Set([Number(may.embassy_payment), Number(may.embassy_payment_release)]);

export interface EmbassySeed {
  db: Db;
  files: FileStore;
  now: Date;
  /** Key of a stored paper, as a receipt. */
  receipt: string;
}
interface Staff {
  maker: Principal;
  checker: Principal;
}
const principalOf = (w: { id: number; account: string; nickname: string }, now: Date): Principal => ({
  worker_id: w.id,
  account: w.account,
  nickname: w.nickname,
  role_id: null,
  role_name: "",
  role_version: 0,
  codes: CODES,
  data_scope: "all",
  team_id: null,
  scope_ids: null,
  covers: [],
  session_id: 0,
  platform: PLATFORM.console,
  login_at: now.toISOString(),
  proved_at: now.toISOString(),
  locked: false,
  must_change: false,
  must_totp: false,
});
async function staffOf(tx: Tx, now: Date): Promise<Staff | null> {
  const found = await rows<{ id: number; account: string; nickname: string }>(
    tx,
    q`select id, account, nickname from workers where account in ('finance', 'manager')`,
  );
  const [maker, checker] = ["finance", "manager"].map((account) => found.find((w) => w.account === account));
  return maker && checker ? { maker: principalOf(maker, now), checker: principalOf(checker, now) } : null;
}

/** A little up and down, the same at every load. */
const wave = (base: number, day: number): number => Math.round(base * (1 + Math.sin(day / 4) / 120));
async function seedRates(tx: Tx, now: Date, by: number): Promise<void> {
  const list = Object.entries(RATES).flatMap(([currency, base]) =>
    Array.from({ length: DAYS }, (_, i) => i)
      .filter((i) => !MISSING[currency]?.includes(i))
      .map((i) => ({ currency, day: dayOf(now, -i), rate_micro: wave(base, i) })),
  );
  await rows(
    tx,
    q`insert into fx_rates (currency, day, rate_micro, source, created_by, created_at, updated_at)
      select r.currency, r.day, r.rate_micro, '演示', ${by}::int8, r.day + interval '1 hour', r.day + interval '1 hour'
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(currency text, day date, rate_micro int8) on conflict do nothing`,
  );
}
async function seedCards(tx: Tx, now: Date, { maker, checker }: Staff): Promise<number[]> {
  const ids: number[] = [];
  for (const { account_no, ...card } of CARDS) {
    const row_key = `demo-${card.name}`;
    const made = await tx
      .insertInto("company_accounts")
      .values({
        ...card,
        ...sealFields(sealedCompanyAccount, row_key, { account_no }),
        row_key,
        kind: "card",
        holder: "演示签证服务有限公司",
        account_status: "enabled",
        submitted_by: maker.worker_id,
        confirmed_by: checker.worker_id,
        confirmed_at: now,
        created_by: maker.worker_id,
        created_at: now,
        updated_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(made.id);
  }
  return ids;
}

interface Candidate {
  applicant_id: number;
  order_id: number;
  currency: keyof typeof RATES;
  foreign_minor: number;
}
/** People a fee in a foreign currency is held for and whose supplier did not take it; missions differ from row to row. */
const candidates = (tx: Tx, now: Date, limit: number): Promise<Candidate[]> =>
  rows(
    tx,
    q`select x.applicant_id, x.order_id, x.currency, x.foreign_minor from (
        select a.id as applicant_id, a.order_id, p.currency, case when a.is_child then coalesce(p.foreign_child, p.foreign_adult) else p.foreign_adult end as foreign_minor,
          row_number() over (partition by p.currency order by a.id desc) as nth
        from applicants a join orders o on o.id = a.order_id join sku_prices p on p.sku_id = a.sku_id
        where p.price_kind = 'embassy_fee' and p.currency = any(${Object.keys(RATES)}::text[]) and p.effective_from <= ${now} and (p.effective_to is null or p.effective_to > ${now})
          and o.pay_status = 'paid' and a.applicant_status in ('awaiting_appointment', 'awaiting_confirm', 'appointed', 'awaiting_visit', 'awaiting_submission', 'pre_review')
          and exists (select from journal_lines l join ledger_accounts k on k.id = l.account_id where l.applicant_id = a.id and k.code = 'embassy_trust')
      ) x where x.foreign_minor > 0 order by x.nth, x.currency limit ${limit}`,
  );

type State = "to_release" | "to_pay" | "batched" | "failed" | "paid" | "returned" | "void";
/** In this order, so that a small business has one of each before it has many of one. */
const STATES: readonly State[] = [
  ...(["paid", "to_pay", "to_release", "failed", "returned", "void", "paid", "batched"] as const),
  ...(["paid", "to_release", "to_pay", "paid", "to_release", "paid", "to_pay", "paid", "to_release", "paid", "paid", "to_pay"] as const),
];

class Desk {
  private readonly s: EmbassySeed;
  private readonly tx: Tx;
  private readonly staff: Staff;
  private readonly cards: readonly number[];
  constructor(s: EmbassySeed, tx: Tx, staff: Staff, cards: readonly number[]) {
    this.s = s;
    this.tx = tx;
    this.staff = staff;
    this.cards = cards;
  }
  /** What a person's call would have. */
  private at(who: keyof Staff, now: Date): Ctx {
    const unasked = (): never => {
      throw new Error("the demo's fees ask for no setting");
    };
    const parts = { db: this.tx, clock: { now: () => now }, files: this.s.files, serving: {}, principalOf: unasked, config: unasked };
    return makeCtx(parts, this.tx, { request_id: "", ip: "", agent: "" }, this.staff[who], now);
  }
  private async seen(id: number): Promise<{ id: number; version: number }> {
    return {
      id,
      version: (await row<{ version: number }>(this.tx, q`select version from embassy_payments where id = ${id}`))?.version ?? 0,
    };
  }
  /** Brings one to its state, `days` before now; what is paid was made and passed before. */
  async make(c: Candidate, state: State, n: number): Promise<void> {
    const days = state === "to_release" ? n % 2 : 1 + (n % 8);
    const now = new Date(this.s.now.getTime() - days * DAY_MS - (6 + (n % 3)) * HOUR_MS);
    const later = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);
    const idempotency_key = "";
    const { id } = await open(
      { applicant_id: c.applicant_id, item: "visa", currency: c.currency, foreign_minor: c.foreign_minor, idempotency_key },
      this.at("maker", now),
    );
    if (state === "to_release") return;
    const reason = state === "failed" ? "发卡行拒绝境外交易" : "客户改期，重新建单";
    if (state === "void")
      return void (await paymentMoves.embassy_payment_void(
        { ...(await this.seen(id)), reason, idempotency_key },
        this.at("maker", later(1)),
      ));
    await paymentMoves.embassy_payment_release({ ...(await this.seen(id)), idempotency_key }, this.at("checker", later(1)));
    const card = this.cards[n % this.cards.length] ?? 0;
    if (state === "to_pay") return;
    if (state === "batched") {
      const rows_ = [await this.seen(id)];
      await paymentMoves.embassy_payment_batch({ rows: rows_, company_account_id: card, idempotency_key }, this.at("maker", later(2)));
      return;
    }
    if (state === "failed")
      return void (await paymentMoves.embassy_payment_failed(
        { ...(await this.seen(id)), reason, idempotency_key },
        this.at("maker", later(2)),
      ));
    await this.pay(id, n, card, later(2));
    if (state === "returned") await this.giveBack(id, later(4));
  }
  private readonly money = paidMoves({ refundStart: () => Promise.reject(new Error("the demo gives no difference back")) });
  private async pay(id: number, n: number, card: number, at: Date): Promise<void> {
    const paid = { company_account_id: card, receipt_no: `D${String(2026_0000 + n)}`, receipt: this.s.receipt, paid_at: at.toISOString() };
    await this.money.embassy_payment_paid({ ...(await this.seen(id)), ...paid, idempotency_key: "" }, this.at("maker", at));
  }
  private async giveBack(id: number, at: Date): Promise<void> {
    const paid = await row<{ amount: number }>(this.tx, q`select amount from embassy_payments where id = ${id}`);
    const back = {
      returned_amount: paid?.amount ?? 0,
      returned_on: dayOf(at),
      return_proof: this.s.receipt,
      reason: "使馆取消预约，全额原路退回",
    };
    await this.money.embassy_payment_returned({ ...(await this.seen(id)), ...back, idempotency_key: "" }, this.at("checker", at));
  }
}

/** Nothing where it was done before. */
export async function seedEmbassyFees(s: EmbassySeed): Promise<void> {
  await inTransaction(s.db, async (tx) => {
    if (await row(tx, q`select id from fx_rates limit 1`)) return;
    const staff = await staffOf(tx, s.now);
    if (!staff) return;
    await seedRates(tx, s.now, staff.maker.worker_id);
    const desk = new Desk(s, tx, staff, await seedCards(tx, s.now, staff));
    const list = await candidates(tx, s.now, STATES.length);
    for (const [i, c] of list.entries()) await desk.make(c, STATES[i] ?? "to_release", i);
  });
  await rows(s.db, { pieces: ["analyze embassy_payments"], values: [] });
}
