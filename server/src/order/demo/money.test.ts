/** The demo business makes its money as real orders do: journal for journal, and every figure of an order stands in the ledger. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalFiles } from "#kit/files/files-local.ts";
import { q, rows } from "#kit/db/sql.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { owedAfter, revenueKinds } from "../applicant/result.rules.ts";
import { seedDemoOrders } from "./load.ts";

const START = "2026-11-20T02:00:00.000Z";
const COUNT = 600;
const desk = await orderDesk(START);
const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-demo-money-"));
const store = path.join(home, "files");
afterAll(() => rmSync(home, { recursive: true, force: true }));

const visa = async () => ({
  visa_no: "V1234567",
  visa_issue_date: desk.today(),
  visa_effective_date: desk.today(),
  visa_expiry_date: "2029-01-01",
  stay_days: 30,
  entry_count: "single",
  result_files: [await desk.file("application/pdf")],
});
const refusal = async () => ({ refusal_category: "funds", refusal_files: [await desk.file()] });

/** Orders made by real calls, of one person each; the last two stand at a mission that is paid by results. */
async function realOrders(): Promise<number[]> {
  const made = await Promise.all([{}, {}, {}, {}, { protection: true }].map((o) => desk.order(o)));
  const [paid, , issued, refused, covered] = made;
  for (const { id, people } of made) {
    await desk.pay(id);
    if (id === paid?.id) continue;
    await desk.reviewed(people[0] ?? 0);
    await desk.move("applicant_submit", people[0] ?? 0, { submit_date: desk.today() });
  }
  await desk.move("applicant_issue", issued?.people[0] ?? 0, await visa());
  for (const o of [refused, covered]) await desk.move("applicant_refuse", o?.people[0] ?? 0, await refusal());
  const visits = [await visited(), await visited()];
  await desk.move("applicant_issue", visits[0]?.people[0] ?? 0, await visa());
  await desk.move("applicant_refuse", visits[1]?.people[0] ?? 0, await refusal());
  desk.clock.set(START);
  return [...made, ...visits].map((o) => o.id);
}

async function visited() {
  desk.clock.set(START);
  const o = await desk.order({ sku_no: "US-B1B2-01", travel_date: "2027-06-01", wish: "any_30" });
  const id = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.handIn(id);
  await desk.passItems(id);
  await desk.move("applicant_review_pass", id);
  const letter = await desk.file("application/pdf");
  await desk.move("visit_book", id, { appointment_no: `AP${o.id}`, letter, visit_at: "2026-12-09T02:00:00.000Z" });
  await desk.move("visit_notice_send", id);
  await desk.move("applicant_train_done", id, { trained_on: desk.today(), teacher_id: desk.staff.get("expert") ?? 0 });
  desk.clock.set("2026-12-09T09:00:00.000Z");
  await desk.move("visit_attend", id, { submit_date: "2026-12-09", application_no: `US${o.id}` });
  return o;
}

let real: number[];
beforeAll(async () => {
  // The load silences triggers for its speed; here the database itself judges its journals.
  await rows(desk.db, q`alter table journal_lines enable always trigger journal_balances`);
  await seedDemoOrders(desk.db, new LocalFiles(store, "secret"), desk.clock.now(), { count: COUNT });
  real = await realOrders();
}, 120_000);

interface LedgerLine {
  journal_id: number;
  journal: string;
  source: string;
  code: string;
  kind: string;
  amount: number;
  order_id: number;
  applicant_id: number | null;
  fee_kind: string | null;
}
const ledgerLines = () =>
  rows<LedgerLine>(
    desk.db,
    q`
    select j.id as journal_id, j.kind as journal, j.source_noun as source, a.code, a.kind, l.amount, l.order_id, l.applicant_id, l.fee_kind
    from journal_lines l join journals j on j.id = l.journal_id join ledger_accounts a on a.id = l.account_id order by l.id`,
  );
const credit = (lines: readonly LedgerLine[], is: (l: LedgerLine) => boolean): number =>
  lines.filter(is).reduce((sum, l) => sum - l.amount, 0);
const debit = (lines: readonly LedgerLine[], is: (l: LedgerLine) => boolean): number =>
  lines.filter(is).reduce((sum, l) => sum + l.amount, 0);
/** Of demo and real orders alike. */
const byOrder = async () => Map.groupBy(await ledgerLines(), (l) => l.order_id);

test("every payment has its journal, of its own amount and way, and nothing unpaid has one", async () => {
  const off = await rows(
    desk.db,
    q`
    select p.id from order_payments p where not exists (
      select from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.kind = 'order_paid' and j.source_noun = 'order' and j.source_id = p.order_id and j.event_at = p.created_at
        and j.idempotency_key = 'order_paid:order:' || p.order_id || ':0' and a.code = 'clearing' and a.kind = p.method and l.amount = p.amount)`,
  );
  expect(off).toEqual([]);
  const payments = await rows<{ id: number }>(desk.db, q`select distinct order_id as id from order_payments order by 1`);
  expect(payments.length).toBeGreaterThan(COUNT / 2);
  expect([...(await byOrder()).keys()].sort((a, b) => a - b)).toEqual(payments.map((p) => p.id));
});

test("every journal is balanced, numbered once, and booked on the day it happened", async () => {
  const off = await rows(
    desk.db,
    q`
    select j.id from journals j left join journal_lines l on l.journal_id = j.id
    group by j.id having coalesce(sum(l.amount), 0) <> 0 or count(*) < 2
      or j.booked_on <> (j.event_at at time zone 'Asia/Shanghai')::date or j.no !~ ('^PZ' || to_char(j.booked_on, 'YYMMDD') || '[0-9]{6}$')`,
  );
  expect(off).toEqual([]);
  const [orphans] = await rows<{ n: number }>(
    desk.db,
    q`
    select count(*)::int as n from journal_lines l left join journals j on j.id = l.journal_id left join ledger_accounts a on a.id = l.account_id
    left join orders o on o.id = l.order_id left join applicants p on p.id = l.applicant_id
    where j.id is null or a.id is null or o.id is null or (l.applicant_id is not null and p.order_id is distinct from l.order_id)`,
  );
  expect(orphans?.n).toBe(0);
});

test("stored balances are those of the lines; unguarded accounts store none", async () => {
  const accounts = await rows<{ code: string; is_guarded: boolean; side: string; balance: number; sum: number }>(
    desk.db,
    q`select a.code, a.is_guarded, a.side, a.balance, coalesce(sum(l.amount), 0)::int8 as sum from ledger_accounts a left join journal_lines l on l.account_id = a.id group by a.id`,
  );
  expect(accounts.length).toBeGreaterThan(10);
  for (const a of accounts) expect(a.balance).toBe(a.is_guarded ? (a.side === "debit" ? a.sum : -a.sum) : 0);
  expect(accounts.reduce((sum, a) => sum + a.sum, 0)).toBe(0);
});

test("received and paid back are the order's columns, its payments' and its fees'", async () => {
  const lines = await byOrder();
  const orders = await rows<{ id: number; paid: number; refunded: number; payments: number; back: number; fees: number; due: number }>(
    desk.db,
    q`
    select o.id, o.amount_paid as paid, o.amount_refunded as refunded,
      (select coalesce(sum(amount), 0)::int8 from order_payments p where p.order_id = o.id) as payments,
      (select coalesce(sum(refunded), 0)::int8 from order_payments p where p.order_id = o.id) as back,
      (select coalesce(sum(refunded), 0)::int8 from order_fees f where f.order_id = o.id) as fees,
      (select coalesce(sum(x.amount), 0)::int8 from refund_parts x join refunds r on r.id = x.refund_id where r.order_id = o.id and x.part_status = 'waiting') as due
    from orders o`,
  );
  expect(orders.filter((o) => o.refunded > 0).length).toBeGreaterThan(5);
  for (const o of orders) {
    const mine = lines.get(o.id) ?? [];
    const received = debit(mine, (l) => l.code === "clearing" && l.journal === "order_paid");
    const back = credit(mine, (l) => l.code === "clearing" && l.journal === "refund_paid");
    expect({ ...o, owed: credit(mine, (l) => l.code === "refund_due") }).toEqual({
      id: o.id,
      paid: received,
      payments: received,
      refunded: back,
      back,
      fees: back + o.due,
      due: o.due,
      owed: o.due,
    });
  }
});

test("what each person's supplier is owed, and what waits or is earned of each fee, follow from where he stands", async () => {
  const lines = await byOrder();
  let owing = 0;
  for (const id of lines.keys()) {
    const f = await desk.facts(id);
    for (const p of f.people) {
      const mine = (lines.get(id) ?? []).filter((l) => l.applicant_id === p.id);
      const price = p.settle_price ?? 0;
      const agreed = p.refusal_category === null ? price : owedAfter(p, price, "refused");
      const isOver = f.order.completed_at !== null || f.order.cancelled_at !== null;
      const isDue =
        (p.settle_trigger === "submitted" && p.submit_date) ||
        (p.settle_trigger === "issued" && p.result_at) ||
        (p.settle_trigger === "completed" && p.submit_date && isOver);
      const owed = credit(mine, (l) => l.code === "payable_supplier");
      expect(owed).toBe(isDue ? agreed : 0);
      if (owed > 0) owing++;
      for (const fee of f.fees.filter((x) => x.applicant_id === p.id)) {
        const of = (...codes: string[]) => credit(mine, (l) => l.fee_kind === fee.kind && codes.includes(l.code));
        const spent = debit(mine, (l) => l.code === "embassy_trust" && l.journal === "supplier_cost" && l.fee_kind === fee.kind);
        const refunded = debit(mine, (l) => l.journal === "refund_approved" && l.fee_kind === fee.kind);
        expect(of("order_deferred", "embassy_trust", "revenue")).toBe(fee.payable - spent - refunded);
        const isClaimOpen = p.applicant_status.startsWith("refused_") || (p.applicant_status === "refunding" && p.result_at !== null);
        const isEarned = p.result_at !== null && revenueKinds(!isClaimOpen).includes(fee.kind);
        expect(of("revenue")).toBe(isEarned ? fee.payable : 0);
      }
    }
  }
  expect(owing).toBeGreaterThan(COUNT / 4);
}, 60_000);

/** Journals of a person and his order in their order, as accounts and signs. */
const shapeOf = (lines: readonly LedgerLine[], applicantId: number): string[] =>
  [
    ...Map.groupBy(
      lines.filter((l) => l.applicant_id === null || l.applicant_id === applicantId),
      (l) => l.journal_id,
    ).values(),
  ]
    .filter((j) => j.some((l) => l.applicant_id === applicantId))
    .map((j) => {
      const words = j.map((l) => [
        l.amount > 0 ? "+" : "-",
        l.code,
        l.code === "clearing" ? "" : l.kind,
        l.fee_kind,
        l.applicant_id && "person",
      ]);
      return `${j[0]?.journal} of ${j[0]?.source}: ${words
        .map((w) => w.join(" "))
        .sort()
        .join(", ")}`;
    });

test("a person served by real calls has the journals of a demo person of his kind", async () => {
  const lines = await byOrder();
  const facts = await Promise.all([...lines.keys()].map((id) => desk.facts(id)));
  const people = facts.flatMap((f) =>
    f.people.map((p) => {
      const fees = f.fees.flatMap((x) => (x.applicant_id === p.id ? x.kind : [])).sort();
      // A claim goes on after the refusal, and adds journals that no real call makes yet.
      const isCovered = p.refusal_category !== null && fees.includes("protection");
      const terms = p.submit_date && [p.settle_trigger, p.on_refusal, p.settle_includes_embassy];
      const stage = isCovered
        ? "covered"
        : p.result_at
          ? p.applicant_status
          : p.submit_date
            ? "submitted"
            : p.prev_status
              ? "gone"
              : "paid";
      const isReal = real.includes(f.order.id);
      return { isReal, isCovered, kind: JSON.stringify([stage, terms, fees]), shape: shapeOf(lines.get(f.order.id) ?? [], p.id) };
    }),
  );
  const kinds = new Set<string>();
  for (const r of people.filter((p) => p.isReal)) {
    const alike = people.filter((p) => !p.isReal && p.kind === r.kind);
    expect(alike.length, r.kind).toBeGreaterThan(0);
    for (const d of alike) expect(r.isCovered ? d.shape.slice(0, r.shape.length) : d.shape, r.kind).toEqual(r.shape);
    kinds.add(r.kind);
  }
  expect(kinds.size).toBe(real.length);
}, 60_000);

test("what a demo order paid back: a refund out of what waited, a claim at our cost", async () => {
  const back = Map.groupBy(
    (await ledgerLines()).filter((l) => ["refund_approved", "claim_approved", "refund_paid"].includes(l.journal)),
    (l) => `${l.journal} ${l.code}`,
  );
  expect([...back.keys()].sort()).toEqual([
    "claim_approved cost",
    "claim_approved refund_due",
    "refund_approved embassy_trust",
    "refund_approved order_deferred",
    "refund_approved refund_due",
    "refund_paid clearing",
    "refund_paid refund_due",
  ]);
});

test("demo files lie in the store as uploads do: for their owner alone", () => {
  const files = readdirSync(store, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".jpg"));
  expect(files.length).toBeGreaterThan(5);
  for (const f of files) expect(statSync(path.join(store, f)).mode & 0o777).toBe(0o600);
});
