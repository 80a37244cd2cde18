/** Papers of the demo's books, made by the acts that people make them by: adjustments in every state, the two oldest months closed. */
import type { CtxOf } from "#kit/call/context.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import { DEMO_PAPER } from "../supplier/index.ts";
import { adjustmentActs } from "./adjustment/adjustment.ts";
import { closeItems } from "./period/checklist.ts";
import { makeNextPeriods, periodActs } from "./period/period.ts";

type Facts = Omit<Parsed<(typeof adjustmentApi)["adjustment_add"]>, "booked_on" | "files" | "idempotency_key">;
interface Asked {
  days_ago: number;
  facts: Facts;
  end: "approve" | "reject" | "withdraw" | "wait";
}
const DAY_MS = 86_400_000;
const bank = { company_account_id: HOUSE_ACCOUNTS.bank };

/** What lay on the bank account before the first voucher: suppliers are paid from it before channels pay out. */
const OPENING: Asked["facts"] = {
  kind: "opening",
  account: "cash",
  direction: "in",
  amount: 1_200_000_000,
  reason: "系统启用前的银行存款余额",
  ...bank,
};
const PAPERS = (peers: readonly number[], supplier: number): Asked[] => {
  const [first = 0, second = 0, third = 0] = peers;
  const given = { kind: "peer_adjust", direction: "in" } as const;
  return [
    {
      days_ago: 19,
      end: "approve",
      facts: { kind: "bank_item", direction: "out", amount: 3_500, reason: "十月账户管理费与回单费", ...bank },
    },
    { days_ago: 18, end: "approve", facts: { kind: "bank_item", direction: "in", amount: 8_620, reason: "季度存款结息入账", ...bank } },
    {
      days_ago: 9,
      end: "approve",
      facts: { ...given, peer_id: first, account: "peer_principal", amount: 20_000, reason: "递签延误，补偿客户改签损失" },
    },
    {
      days_ago: 8,
      end: "approve",
      facts: { ...given, peer_id: second, account: "peer_gift", amount: 30_000, reason: "签证展活动补发赠送金" },
    },
    {
      days_ago: 6,
      end: "reject",
      facts: { ...given, peer_id: third, account: "peer_principal", amount: 60_000, reason: "客户反映少到账，请求补记" },
    },
    {
      days_ago: 5,
      end: "withdraw",
      facts: { kind: "bank_item", direction: "out", amount: 1_200, reason: "跨行手续费，金额待核对", ...bank },
    },
    {
      days_ago: 1,
      end: "wait",
      facts: { kind: "supplier_prepay", supplier_id: supplier, amount: 80_000, reason: "旺季占位预付一批签证费", ...bank },
    },
    {
      days_ago: 0,
      end: "wait",
      facts: { ...given, peer_id: third, account: "peer_gift", amount: 15_000, reason: "评价返赠，系统漏发补记" },
    },
  ];
};

interface People {
  maker: number;
  checker: number;
}
async function paper(tx: Tx, ctxOf: CtxOf, { maker, checker }: People, { days_ago, facts, end }: Asked, now: Date): Promise<void> {
  const at = new Date(now.getTime() - days_ago * DAY_MS);
  const later = new Date(at.getTime() + (days_ago === 0 ? 0 : 3_600_000));
  const made = await adjustmentActs.add(
    { ...facts, booked_on: dayOf(at), files: facts.kind === "opening" ? [DEMO_PAPER] : [], idempotency_key: crypto.randomUUID() },
    await ctxOf(tx, maker, at),
  );
  const seen = { id: made.id, version: made.version };
  const idempotency_key = crypto.randomUUID();
  if (end === "approve") await adjustmentActs.approve({ ...seen, idempotency_key }, await ctxOf(tx, checker, later));
  if (end === "withdraw") await adjustmentActs.withdraw(seen, await ctxOf(tx, maker, later));
  if (end === "reject")
    await adjustmentActs.reject(
      { ...seen, reason_code: "unproved", reason: "请附银行回单后重新提交", idempotency_key },
      await ctxOf(tx, checker, later),
    );
}
/** A booked gift to a peer is asked back, and waits. */
async function reversal(tx: Tx, ctxOf: CtxOf, { maker }: People, now: Date): Promise<void> {
  const given = await row<{ booked_id: number }>(
    tx,
    q`select booked_id from adjustments where adjust_status = 'approved' and account = 'peer_principal' order by id limit 1`,
  );
  if (!given) return;
  const asked = {
    kind: "reversal",
    journal_id: given.booked_id,
    booked_on: dayOf(now),
    reason: "补偿对象登记错误，申请冲回",
    files: [],
  } as const;
  await adjustmentActs.add({ ...asked, files: [], idempotency_key: crypto.randomUUID() }, await ctxOf(tx, maker, now));
}
const CLOSED = 2;
async function closeMonths(tx: Tx, ctxOf: CtxOf, { maker, checker }: People, now: Date): Promise<void> {
  const held = await ctxOf(tx, maker, new Date(now.getTime() - 7 * DAY_MS));
  const closing = await ctxOf(tx, checker, new Date(now.getTime() - 6 * DAY_MS));
  await makeNextPeriods(await ctxOf(tx, maker, now));
  const months = await rows<{ id: number; month: string; version: number }>(
    tx,
    q`select id, month, version from periods where month < ${dayOf(held.now).slice(0, 7)} order by month limit ${CLOSED}`,
  );
  for (const { id, month, version } of months) {
    await periodActs.hold({ id, version }, held);
    const seen = await row<{ version: number }>(tx, q`select version from periods where id = ${id}`);
    const left = (await closeItems(closing, month)).filter((i) => i.count > 0);
    const acknowledged = left.map(({ key }) => ({ key, reason: "系统启用前的月份，已线下核对" }));
    await periodActs.close({ id, version: seen?.version ?? 0, acknowledged }, closing);
  }
}

export async function seedBooks(db: Db, now: Date, ctxOf: CtxOf): Promise<void> {
  await inTransaction(db, async (tx) => {
    const staff = await rows<{ id: number; account: string }>(tx, q`select id, account from workers where account in ('finance', 'admin')`);
    const of = (account: string): number => staff.find((w) => w.account === account)?.id ?? 0;
    const people = { maker: of("finance"), checker: of("admin") };
    const peers = await rows<{ id: number }>(tx, q`select id from peers where peer_status = 'active' order by id limit 3`);
    const supplier = await row<{ id: number }>(
      tx,
      q`select id from suppliers where supplier_status = 'active' and kind = 'submit_agency' order by id limit 1`,
    );
    const isMade = await row(tx, q`select 1 from adjustments limit 1`);
    if (isMade || !supplier || peers.length < 3 || people.maker === 0 || people.checker === 0) return;
    const first = await row<{ days: number }>(tx, q`select (${dayOf(now)}::date - min(booked_on))::int as days from journals`);
    await paper(tx, ctxOf, people, { days_ago: first?.days ?? 1, facts: OPENING, end: "approve" }, now);
    await closeMonths(tx, ctxOf, people, now);
    for (const p of PAPERS(
      peers.map((x) => x.id),
      supplier.id,
    ))
      await paper(tx, ctxOf, people, p, now);
    await reversal(tx, ctxOf, people, now);
  });
}
