/** The demo's refunds and expired orders: every state is there, passed by others than their makers, and the books stay whole. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders, seedExpires } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";
import { proveLedger } from "../proof/ledger-proof.ts";
import { seedRefunds } from "./seed.ts";

const COUNT = 1_200;
const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-refunds-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Those that came with the orders. */
async function expectWhole(db: Db): Promise<void> {
  const refunds = await rows<{
    status: string;
    kind: string;
    approved: number;
    lines: number;
    parts: number;
    left: number;
    posted: number;
    open: boolean;
    person: string;
    claim: number | null;
  }>(
    db,
    q`select r.refund_status as status, r.kind, r.approved_amount as approved, x.is_open as open, a.applicant_status as person,
        (select sum(approved_amount)::int8 from refund_lines l where l.refund_id = r.id) as lines,
        (select coalesce(sum(amount), 0)::int8 from refund_parts p where p.refund_id = r.id) as parts,
        (select coalesce(sum(amount), 0)::int8 from refund_parts p where p.refund_id = r.id and p.part_status = 'done') as left,
        (select coalesce(sum(l.amount), 0)::int8 from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts c on c.id = l.account_id
          where j.kind = 'refund_paid' and j.source_noun = 'refund' and j.source_id = r.id and c.code = 'refund_due') as posted,
        (select c.applicant_id from refuse_claims c where c.refund_id = r.id) as claim
      from refunds r join refund_people x on x.refund_id = r.id join applicants a on a.id = x.applicant_id order by r.id`,
  );
  const of = (status: string) => refunds.filter((r) => r.status === status);
  expect(of("success").length).toBeGreaterThan(5);
  for (const r of [...of("success"), ...of("paying")]) {
    expect([r.lines, r.parts]).toEqual([r.approved, r.approved]);
    expect([r.left, r.posted, r.open]).toEqual(r.status === "success" ? [r.approved, r.approved, false] : [0, 0, true]);
    expect(r.person).toBe(r.status === "success" ? "refunded" : "refunding");
  }
  for (const r of refunds) expect(r.claim !== null).toBe(r.kind === "claim");
  const strange = await rows(
    db,
    q`select a.id from applicants a where a.applicant_status in ('refunding', 'refunded') and not exists (select from refund_people x where x.applicant_id = a.id)`,
  );
  expect(strange).toEqual([]);
}

test("refunds stand in every state with their payments, and expired orders extended, closed and ended; said again nothing is made", async () => {
  const app = await testApp();
  const { db } = app;
  const now = app.clock.now();
  const files = new LocalFiles(path.join(home, "files"), "secret");
  await seedDemoOrders(db, files, now, { count: COUNT });
  await expectWhole(db);
  await seedRefunds(db, files, now);
  await seedExpires(db, files, now);
  const states = await rows<{ s: string; n: number }>(db, q`select refund_status as s, count(*)::int as n from refunds group by 1`);
  expect(new Set(states.map((x) => x.s))).toEqual(new Set(keysOf(refundFlow.states)));
  const count = () => row(db, q`select (select count(*)::int from refunds) as a, (select count(*)::int from order_expires) as b`);
  const before = await count();
  // What leaves by a channel or a bank has its payment, queued or paid.
  expect(
    await rows(
      db,
      q`select x.id from refund_parts x join refunds r on r.id = x.refund_id where x.way in ('channel', 'bank') and x.payout_id is null and cardinality(r.waits) = 0 and r.refund_status in ('paying', 'success')`,
    ),
  ).toEqual([]);
  expect(await rows(db, q`select id from refunds where due_at < ${now} and refund_status = 'paying'`)).not.toEqual([]);
  // What an order has back is what its ways say, and each fee what was passed of it.
  expect(
    await rows(
      db,
      q`select o.id from orders o where o.amount_refunded <> (select coalesce(sum(x.amount), 0) from refund_parts x join refunds r on r.id = x.refund_id where r.order_id = o.id and x.part_status = 'done')`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      db,
      q`select f.id from order_fees f where f.refunded <> (select coalesce(sum(l.approved_amount), 0) from refund_lines l join refunds r on r.id = l.refund_id
          where l.fee_id = f.id and r.refund_status in ('paying', 'success', 'failed'))`,
    ),
  ).toEqual([]);
  expect(await proveLedger(db)).toEqual([]);
  const ends = await rows<{ s: string }>(db, q`select distinct expire_status as s from order_expires order by 1`);
  // Little runs out in a business this small: one is extended, what was near has ended.
  expect(ends.map((x) => x.s)).toEqual(expect.arrayContaining(["resolved", "warning"]));
  expect(await rows(db, q`select id from order_expires where extended_times = 2`)).not.toEqual([]);
  // What is over has its day behind it.
  expect(await rows(db, q`select id, kind, due_at from order_expires where expire_status = 'expired' and due_at > ${now}`)).toEqual([]);
  await seedRefunds(db, files, now);
  await seedExpires(db, files, now);
  expect(await count()).toEqual(before);
}, 300_000);
