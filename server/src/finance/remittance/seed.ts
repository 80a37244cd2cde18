/** Remittances of the demo business in every state, with the statements of two banks and a channel, made by the acts that people make them by. */
import type { RemitPurpose } from "@visadesk/contract/finance/remittance.words.ts";
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { orderTrades } from "../../order/index.ts";
import { importBegin } from "../bank/statement-import.ts";
import { writePart } from "../bank/statement-import.jobs.ts";
import { accountAdd, accountConfirm } from "../company-account/company-account.ts";
import { demoCtx, demoWorker } from "../demo-ctx.ts";
import { NO_PORTS } from "./ports.ts";
import { remittanceMoves } from "./remittance.moves.ts";
import { remittanceAdd } from "./remittance.write.ts";
import { BANK_MAP, cellsOf, CHANNEL_MAP, type DemoLine } from "./seed-lines.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOVES = remittanceMoves(NO_PORTS);
/** Nothing of these peers happened since, so that their statements stay in order. */
const QUIET_DAYS = 7;
type End = "booked" | "reversed" | "second" | "unseen" | "rejected" | "withdrawn" | "wait";
interface Story {
  end: End;
  amount: number;
  purpose?: RemitPurpose;
  /** What the bank shows: the money, some cents less, or nothing yet. */
  shown?: number | null;
  /** Its own number in the bank's summary. */
  told?: true;
  /** Somebody else pays. */
  payer?: string;
}
/** The older ones are decided, the newer ones wait. */
const OLD: readonly Story[] = [
  { end: "booked", amount: 2_000_000, told: true },
  { end: "booked", amount: 860_000 },
  { end: "reversed", amount: 350_000 },
  { end: "second", amount: 6_800_000, told: true },
  { end: "rejected", amount: 420_000, shown: null },
  { end: "withdrawn", amount: 300_000, shown: null },
  { end: "unseen", amount: 1_280_000, shown: null },
];
const NEW: readonly Story[] = [
  { end: "wait", amount: 1_500_000, told: true },
  { end: "wait", amount: 730_000, told: true },
  { end: "wait", amount: 995_000, payer: "王建国" },
  { end: "wait", amount: 640_000, shown: null },
  { end: "wait", amount: 0, purpose: "order" },
  { end: "wait", amount: 500_000, purpose: "repay", shown: 498_500 },
];
interface Source {
  id: number;
  name: string;
  /** Of an order it is to pay. */
  order_id?: number;
  amount?: number;
}
interface Made extends Source {
  story: Story;
  remittance: number;
  no: string;
  amount: number;
  payer: string;
}

const quietPeers = (db: Db, before: Date, count: number): Promise<Source[]> =>
  rows(
    db,
    q`select p.id, p.name from peers p join ledger_accounts a on a.owner_id = p.id and a.code = 'peer_principal'
      where p.peer_status = 'active' and not exists (select from withdrawals w where w.peer_id = p.id)
        and not exists (select from journal_lines l join journals j on j.id = l.journal_id where l.account_id = a.id and j.event_at > ${before})
      order by p.id limit ${count}`,
  );
const payable = (db: Db): Promise<Source | undefined> =>
  row(
    db,
    q`select p.id, p.name, o.id as order_id, o.amount_payable as amount from orders o join peers p on p.id = o.peer_id and p.peer_status = 'active'
      where o.order_status = 'pending_payment' and o.pay_status = 'unpaid' and o.amount_payable > 0 order by o.id desc limit 1`,
  );
const debtor = (db: Db): Promise<Source | undefined> =>
  row(
    db,
    q`select p.id, p.name from peers p join ledger_accounts a on a.owner_id = p.id and a.code = 'peer_credit' and a.balance > 500000
      where p.peer_status = 'active' order by p.id limit 1`,
  );

export interface RemitSeed {
  db: Db;
  files: FileStore;
  voucher: string;
  now: Date;
}
class Demo {
  private readonly s: RemitSeed;
  private readonly maker: Principal;
  private readonly checker: Principal;
  private readonly third: Principal;
  private n = 0;
  constructor(s: RemitSeed, [maker, checker, third]: readonly [Principal, Principal, Principal]) {
    this.s = s;
    this.maker = maker;
    this.checker = checker;
    this.third = third;
  }
  private as<T>(who: Principal, at: Date, act: (ctx: Ctx) => Promise<T>): Promise<T> {
    return inTransaction(this.s.db, (tx) => act(demoCtx(tx, this.s.files, who, at)));
  }
  private async register(peer: Source, story: Story, amount: number, at: Date): Promise<Made> {
    const payer = story.payer ?? peer.name;
    const remittance = await this.as(this.maker, at, (ctx) =>
      remittanceAdd(
        {
          peer_id: peer.id,
          purpose: story.purpose ?? "top_up",
          amount,
          order_parts: peer.order_id === undefined ? [] : [{ order_id: peer.order_id, amount }],
          payer_name: payer,
          payer_account: `62148300${String(20_000_017 + this.n++ * 7_919)}`,
          payer_bank: "招商银行上海分行",
          company_account_id: HOUSE_ACCOUNTS.bank,
          remitted_on: dayOf(at, -1),
          bank_ref: "",
          vouchers: [this.s.voucher],
          payer_letters: story.payer === undefined ? [] : [this.s.voucher],
          note: "",
        },
        ctx,
      ),
    );
    const no = (await row<{ no: string }>(this.s.db, q`select remittance_no as no from remittances where id = ${remittance}`))?.no ?? "";
    return { ...peer, story, remittance, no, amount, payer };
  }
  /** A story each; those about an order or a debt have a peer of their own. */
  async stories(list: readonly Story[], peers: Source[], at: Date): Promise<Made[]> {
    const made: Made[] = [];
    for (const story of list) {
      const own = story.purpose === "order" ? await payable(this.s.db) : story.purpose === "repay" ? await debtor(this.s.db) : undefined;
      const peer = story.purpose === undefined ? peers.shift() : own;
      if (peer) made.push(await this.register(peer, story, story.amount || (own?.amount ?? 0), at));
    }
    return made;
  }
  linesOf(made: readonly Made[], at: Date): DemoLine[] {
    return made.flatMap(({ story, amount, payer, no }, i) =>
      story.shown === null
        ? []
        : [
            {
              at: new Date(at.getTime() + i * 60_000),
              cents: story.shown ?? amount,
              name: payer,
              account: "",
              summary: story.told ? `充值 ${no}` : "往来款",
            },
          ],
    );
  }
  async importLines(account: number, file_name: string, lines: readonly DemoLine[], at: Date, opening: number | null): Promise<void> {
    if (lines.length === 0) return;
    const input = {
      company_account_id: account,
      file_name,
      map: opening === null ? CHANNEL_MAP : BANK_MAP,
      rows: cellsOf(lines, opening),
      new_count: lines.length,
      fault_count: 0,
    };
    const { id } = await this.as(this.maker, at, (ctx) => importBegin(input, ctx));
    const doors = { tradesByNumber: (db: Db, numbers: readonly string[]) => orderTrades(db, { numbers }) };
    await this.as(this.maker, at, (ctx) => writePart(ctx, doors, id));
  }
  async secondBank(at: Date): Promise<number> {
    const facts = { kind: "bank", bank_name: "招商银行北京分行营业部", holder: "演示签证服务有限公司", currency: "CNY" } as const;
    const own = { ...facts, name: "结算户", account_no: "110907512810301", day_limit: 200_000_000, low_water: 5_000_000 };
    const { id, version } = await this.as(this.maker, at, (ctx) => accountAdd(own, ctx));
    await this.as(this.checker, at, (ctx) => accountConfirm({ id, version }, ctx));
    return id;
  }
  private seen = async (id: number): Promise<{ id: number; version: number }> => ({
    id,
    version: (await row<{ version: number }>(this.s.db, q`select version from remittances where id = ${id}`))?.version ?? 0,
  });
  /** As far as its story goes. */
  async tell(m: Made, at: Date): Promise<void> {
    const { end } = m.story;
    const seen = await this.seen(m.remittance);
    const line = await row<{ line_id: number; amount: number }>(
      this.s.db,
      q`select id as line_id, amount from statement_lines where company_account_id = ${HOUSE_ACCOUNTS.bank} and amount = ${m.amount}
          and counterparty_name = ${m.payer} and line_status = 'open' limit 1`,
    );
    if (end === "withdrawn") return this.as(this.maker, at, (ctx) => MOVES.withdraw(seen, ctx));
    if (end === "rejected")
      return this.as(this.checker, at, (ctx) =>
        MOVES.reject({ ...seen, reason_code: "not_arrived", reason: "三天内账户无此笔入账，请与付款行核实" }, ctx),
      );
    await this.as(this.checker, at, (ctx) => MOVES.approve({ ...seen, lines: line ? [line] : [] }, ctx));
    if (end !== "reversed") return;
    const booked = await this.seen(m.remittance);
    await this.as(this.third, new Date(at.getTime() + 2 * HOUR_MS), (ctx) =>
      MOVES.reverse({ ...booked, reason: "付款行要求退回，款项误付" }, ctx).then(() => undefined),
    );
  }
}

/** What the books say of an account at the end of a day. */
const balanceOn = async (db: Db, account: number, day: string): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
        where a.owner_id = ${account} and a.code = 'cash' and j.booked_on <= ${day}::date`,
    )
  )?.n ?? 0;
/** Payments of a channel by their own numbers: they link themselves. */
const channelLines = async (db: Db, since: Date, before: Date): Promise<DemoLine[]> =>
  (
    await rows<{ trade_no: string; amount: number; paid_at: string }>(
      db,
      q`select trade_no, amount, paid_at from order_payments where method = 'wechat' and trade_no is not null and paid_at between ${since} and ${before}
        order by paid_at limit 40`,
    )
  ).map((p) => ({ at: new Date(p.paid_at), cents: p.amount, name: "", account: "", summary: "交易收款", ref: p.trade_no }));

/** They are made last of all the demo has. */
export const hasDemoRemittances = async (db: Db): Promise<boolean> => (await row(db, q`select 1 from remittances limit 1`)) !== undefined;
/** Nothing where it was done before. */
export async function seedRemittances(s: RemitSeed): Promise<void> {
  const { db, now } = s;
  if (await hasDemoRemittances(db)) return;
  const [maker, checker, third] = [await demoWorker(db, "finance"), await demoWorker(db, "manager"), await demoWorker(db, "admin")];
  if (!maker || !checker || !third) return;
  const demo = new Demo(s, [maker, checker, third]);
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
  const peers = await quietPeers(db, new Date(now.getTime() - QUIET_DAYS * DAY_MS), OLD.length + NEW.length);
  const { bank } = HOUSE_ACCOUNTS;
  const opening = await balanceOn(db, bank, dayOf(ago(96), -1));
  const old = await demo.stories(OLD, peers, ago(72));
  const first = [
    ...demo.linesOf(old, ago(96)),
    { at: ago(90), cents: -1_500, name: "", account: "", summary: "账户管理费" },
    { at: ago(89), cents: 156_000, name: "上海某某旅游咨询有限公司", account: "", summary: "团费" },
  ];
  await demo.importLines(bank, "基本户流水（上旬）.csv", first, ago(70), opening);
  for (const [i, m] of old.entries()) await demo.tell(m, new Date(ago(48).getTime() + i * HOUR_MS));
  const fresh = await demo.stories(NEW, peers, ago(4));
  const closing = opening + first.reduce((n, l) => n + l.cents, 0);
  await demo.importLines(bank, "基本户流水（昨日）.csv", demo.linesOf(fresh, ago(26)), ago(3), closing);
  const second = await demo.secondBank(ago(100));
  const others = [
    { at: ago(60), cents: 12_000_000, name: "演示签证服务有限公司", account: "", summary: "开户存入" },
    { at: ago(50), cents: -86_400, name: "招商银行", account: "", summary: "回单及网银服务费" },
    { at: ago(30), cents: 3_127, name: "招商银行", account: "", summary: "结息" },
  ];
  await demo.importLines(second, "结算户流水.csv", others, ago(3), 0);
  await demo.importLines(HOUSE_ACCOUNTS.wechat, "微信支付账单.csv", await channelLines(db, ago(24 * 6), ago(6)), ago(2), null);
}
