/** Orders from before the books kept them: posted by the migration as live calls would have, proved, or stopped by their number. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, migrationsDir } from "#kit/db/migrate.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import { q, rows } from "#kit/db/sql.ts";
import { proveLedger } from "../finance/proof/ledger-proof.ts";
import { seedDemoOrders } from "../order/index.ts";
import { asWrite } from "../testing/ctx.ts";
import { testDatabase } from "../testing/database.ts";
import { orderDesk } from "../testing/make/order.ts";
import { postOrderPayment, postRevenue, settleCosts, type CreditOf } from "./index.ts";

const FILE = "0075_carry_over.sql";
const SQL = readFileSync(path.join(migrationsDir, FILE), "utf8");
const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-carry-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
/** Migrations up to a number, in a folder of their own. */
function upTo(last: string): string {
  const dir = path.join(home, last);
  for (const name of readdirSync(migrationsDir)) if (name.slice(0, 4) <= last) cpSync(path.join(migrationsDir, name), path.join(dir, name));
  return dir;
}

/** As a superuser who looks past keys and triggers: an old row has no product to hang on here. */
async function past(pool: pg.Pool, ...statements: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(["begin", "set local session_replication_role = replica", ...statements, "commit"].join(";\n"));
  } catch (e) {
    await client.query("rollback");
    throw e;
  } finally {
    client.release();
  }
}
const noCredit: CreditOf = () => Promise.resolve({ limit: 0, blocked: null });

describe("an installation of the schema before the books", () => {
  const old = { pool: undefined as unknown as pg.Pool };
  let database: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    database = await testDatabase({ blank: true });
    old.pool = database.pool;
  });
  /** Paid on 30 August; order 1 refused at half the service, 2 refunded before its review, 3 over and settled at completion, 4 live already. */
  const order = (id: number, status: string, more: Record<string, string> = {}): string => {
    const set = { amount_paid: "112800", amount_refunded: "0", pay_status: "'paid'", completed_at: "null", cancelled_at: "null", ...more };
    return `insert into orders (id, order_no, source, customer_kind, contact_name, contact_mobile, sku_id, country_id, snapshot_id, quote, flow, order_status, status_at,
        amount_total, amount_payable, applicant_count, paid_at, created_at, ${Object.keys(set).join(", ")})
      overriding system value values (${id}, 'V26083000000${id}', 'h5', 'direct', '李四', '139****1111', 1, 'JP', 1, '{}', 'pay_first', '${status}', '2026-10-20T02:00:00Z',
        112800, 112800, 1, '2026-08-30T17:00:00Z', '2026-08-30T01:00:00Z', ${Object.values(set).join(", ")})`;
  };
  const person = (id: number, status: string, set: Record<string, string>): string =>
    `insert into applicants (id, order_id, seq, applicant_no, country_id, sku_id, applicant_status, status_at, created_at, supplier_id, settle_price, embassy_part, on_refusal, ${Object.keys(set).join(", ")})
     overriding system value values (${id}0, ${id}, 1, 'V26083000000${id}-01', 'JP', 1, '${status}', '2026-10-02T02:00:00Z', '2026-08-30T01:00:00Z', 5, 102000, 71500, 'service_half', ${Object.values(set).join(", ")})`;
  const fees = (id: number, back = false): string =>
    `insert into order_fees (order_id, applicant_id, kind, amount, payable, refunded, created_at) values
      (${id}, ${id}0, 'service', 41300, 41300, ${back ? 33_040 : 0}, '2026-08-30T01:00:00Z'), (${id}, ${id}0, 'embassy', 71500, 71500, ${back ? 71_500 : 0}, '2026-08-30T01:00:00Z')`;
  const payment = (id: number, refunded = 0, method = "wechat"): string =>
    `insert into order_payments (order_id, method, amount, refunded, trade_no, paid_at, created_at)
     values (${id}, '${method}', 112800, ${refunded}, 'T${id}', '2026-08-30T17:00:00Z', '2026-08-30T17:00:00Z')`;
  const times = { submitted_at: "'2026-09-10T02:00:00Z'", result_at: "'2026-09-20T02:00:00Z'", handed_back_at: "'2026-09-21T02:00:00Z'" };
  const BUSINESS = [
    order(1, "completed", { completed_at: "'2026-10-20T02:00:00Z'" }),
    person(1, "refused", { ...times, settle_trigger: "'submitted'", refusal_category: "'funds'" }),
    fees(1),
    payment(1),
    order(2, "cancelled", { amount_refunded: "104540", pay_status: "'partly_refunded'", cancelled_at: "'2026-10-02T02:00:00Z'" }),
    person(2, "refunded", { prev_status: "'pre_review_failed'", settle_trigger: "'submitted'" }),
    fees(2, true),
    payment(2, 104_540),
    order(3, "completed", { completed_at: "'2026-10-20T02:00:00Z'" }),
    person(3, "issued", { ...times, settle_trigger: "'completed'" }),
    fees(3),
    payment(3),
    // Of this one the books tell, but for its supplier, who settles once it is over.
    order(4, "completed", { completed_at: "'2026-10-20T02:00:00Z'" }),
    person(4, "issued", { ...times, settle_trigger: "'completed'" }),
    fees(4),
    payment(4),
    `insert into ledger_accounts (code, kind, side, gl_code) values ('clearing', 'wechat', 'debit', '1012'), ('order_deferred', '', 'credit', '2205'), ('embassy_trust', '', 'credit', '2241.02')`,
    `insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, created_at)
      values ('PZ260831000001', 'order_paid', 'order_paid:order:4:0', 'live', '2026-08-31', '2026-08-30T17:00:00Z', 'order', 4, '2026-08-30T17:00:00Z')`,
    `insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, fee_kind)
      select j.id, a.id, x.amount, 4, x.person, x.fee from journals j,
        (values ('clearing', 112800, null::int8, null), ('order_deferred', -41300, 40, 'service'), ('embassy_trust', -71500, 40, 'embassy')) as x(code, amount, person, fee)
        join ledger_accounts a on a.code = x.code`,
    `select setval('number_pz', 1)`,
  ];
  const begin = async (...business: string[]): Promise<void> => {
    await old.pool.query("drop schema public cascade; create schema public");
    await migrate(old.pool, upTo("0053"));
    await past(old.pool, ...business);
  };
  const journals = async () =>
    (
      await old.pool.query<{ key: string; booked_on: string; lines: string }>(
        `select j.idempotency_key as key, j.booked_on::text, string_agg(a.code || case when a.kind = '' then '' else '{' || a.kind || '}' end || ' ' || l.amount, ', ' order by l.id) as lines
         from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id group by j.id order by j.id`,
      )
    ).rows;

  test("finance, carry-over: paid, settled, earned and given back from their own rows, on their own days, with the live keys", async () => {
    await begin(...BUSINESS);
    await migrate(old.pool);
    const waits = "clearing{wechat} 112800, order_deferred -41300, embassy_trust -71500";
    const whole = "embassy_trust 71500, cost{supplier} 30500, payable_supplier -102000";
    const earned = "order_deferred 41300, revenue{service} -41300";
    expect((await journals()).map((j) => [j.key, j.booked_on, j.lines])).toEqual([
      ["order_paid:order:4:0", "2026-08-31", waits],
      ["order_paid:order:1:0", "2026-08-31", waits],
      ["supplier_cost:applicant:10:0", "2026-09-10", whole],
      ["supplier_cost_adjust:applicant:10:0", "2026-09-20", "cost{supplier} -15250, payable_supplier 15250"],
      ["revenue:applicant:10:0", "2026-09-20", earned],
      ["order_paid:order:2:0", "2026-08-31", waits],
      ["refund_approved:applicant:20:0", "2026-10-02", "order_deferred 33040, embassy_trust 71500, refund_due -104540"],
      ["refund_paid:applicant:20:0", "2026-10-02", "refund_due 104540, clearing{wechat} -104540"],
      ["revenue_retained:applicant:20:0", "2026-10-02", "order_deferred 8260, revenue{service} -8260"],
      ["order_paid:order:3:0", "2026-08-31", waits],
      ["supplier_cost:applicant:30:0", "2026-10-20", whole],
      ["revenue:applicant:30:0", "2026-09-20", earned],
      ["supplier_cost:applicant:40:0", "2026-10-20", whole],
    ]);
    const months = await old.pool.query<{ month: string }>("select month from periods order by 1");
    expect(months.rows.map((m) => m.month)).toEqual(["2026-08", "2026-09", "2026-10"]);
    const owners = await old.pool.query(
      "select c.name from ledger_accounts a left join company_accounts c on c.id = a.owner_id where a.code = 'clearing'",
    );
    expect(owners.rows).toEqual([{ name: "微信支付" }]);
    expect(await proveLedger(database.db)).toEqual([]);
  });

  test("finance 5, carry-over: the same events said again by live calls post nothing, another amount is refused", async () => {
    const before = (await journals()).length;
    const now = new Date("2026-11-20T02:00:00Z");
    const fee_lines = [
      { applicant_id: 10, kind: "service", payable: 41_300 },
      { applicant_id: 10, kind: "embassy", payable: 71_500 },
    ];
    const paid = { order_id: 1, peer_id: null, source: "order" as const, source_id: 1, fee_lines };
    await asWrite(database.db, null, now, async (ctx) => {
      await postOrderPayment(ctx, { ...paid, parts: [{ method: "wechat", amount: 112_800 }] }, noCredit);
      for (const applicant_id of [10, 30, 40])
        await postRevenue(ctx, { order_id: applicant_id / 10, applicant_id, kinds: applicant_id === 40 ? [] : ["service"] });
      await settleCosts(
        ctx,
        [10, 30, 40].map((applicant_id) => ({
          order_id: applicant_id / 10,
          applicant_id,
          supplier_id: 5,
          price: applicant_id === 10 ? 86_750 : 102_000,
          embassy_part: 71_500,
        })),
        "结算",
      );
    });
    expect((await journals()).length).toBe(before);
    const other = { ...paid, parts: [{ method: "alipay" as const, amount: 112_800 }] };
    await expect(asWrite(database.db, null, now, (ctx) => postOrderPayment(ctx, other, noCredit))).rejects.toThrow();
  });

  test("finance, carry-over: what does not add up stops the migration by the order's number and leaves nothing; mended, it goes on", async () => {
    await begin(...BUSINESS);
    for (const [text, change, mend] of [
      [
        "实付与支付记录合计不一致",
        "update orders set amount_paid = 112700 where id = 1",
        "update orders set amount_paid = 112800 where id = 1",
      ],
      [
        "支付记录合计与费用合计不一致",
        "update order_fees set payable = 41200, amount = 41200 where order_id = 1 and kind = 'service'",
        "update order_fees set payable = 41300, amount = 41300 where order_id = 1 and kind = 'service'",
      ],
      [
        "已退与支付记录、费用行的已退不一致",
        "update order_fees set refunded = 5 where order_id = 1 and kind = 'service'",
        "update order_fees set refunded = 0 where order_id = 1",
      ],
      [
        "用同行账户支付却没有凭证",
        "update order_payments set method = 'principal' where order_id = 1",
        "update order_payments set method = 'wechat' where order_id = 1",
      ],
    ] as const) {
      await past(old.pool, change);
      const stopped = await migrate(old.pool).catch((e: unknown) => String(e));
      expect(stopped).toContain(text);
      expect(stopped).toMatch(/0075_carry_over\.sql: .*订单 V260830000001 /);
      expect((await journals()).map((j) => j.key)).toEqual(["order_paid:order:4:0"]);
      await past(old.pool, mend);
    }
    expect((await migrate(old.pool))[0]).toBe(FILE);
    expect((await journals()).length).toBe(13);
  });

  test("finance 10, carry-over: what lies in a month that is closed or held is booked on the first day behind it", async () => {
    await begin(...BUSINESS);
    await migrate(old.pool, upTo("0074"));
    await past(
      old.pool,
      `insert into periods (month, period_status, held_by, closed_by, created_at, updated_at) values ('2026-08', 'closed', 1, 2, '2026-09-01', '2026-09-01') on conflict (month) do update set period_status = 'closed', held_by = 1, closed_by = 2`,
    );
    await migrate(old.pool);
    const days = new Map((await journals()).map((j) => [j.key, j.booked_on]));
    expect([days.get("order_paid:order:4:0"), days.get("order_paid:order:1:0"), days.get("supplier_cost:applicant:10:0")]).toEqual([
      "2026-08-31",
      "2026-09-01",
      "2026-09-10",
    ]);
    const months = await old.pool.query("select month, period_status from periods order by 1");
    expect(months.rows.slice(0, 2)).toEqual([
      { month: "2026-08", period_status: "closed" },
      { month: "2026-09", period_status: "open" },
    ]);
  });
});

/** Nobody kept refunds then: what gave back then is told above, and orders that have one now are left out. */
const withoutRefunds = (pool: pg.Pool): Promise<void> => {
  const theirs = "(select order_id from refunds)";
  return past(
    pool,
    `delete from journal_lines where journal_id in (select journal_id from journal_lines where order_id in ${theirs})`,
    "delete from journals j where not exists (select from journal_lines l where l.journal_id = j.id)",
    ...["order_fees", "order_payments", "applicants"].map((t) => `delete from ${t} where order_id in ${theirs}`),
    `delete from orders where id in ${theirs}`,
    ...["refund_parts", "refund_lines", "refund_people", "refunds"].map((t) => `delete from ${t}`),
  );
};

describe("the demo business as it was, without journals", () => {
  const files = path.join(home, "files");
  const of = async (desk: Awaited<ReturnType<typeof orderDesk>>) =>
    (
      await rows<{ key: string; what: string }>(
        desk.db,
        q`select j.idempotency_key as key, j.kind || ' ' || j.booked_on || ' ' || j.event_at || ' ' || string_agg(concat_ws('/', a.code, a.owner_id, a.kind, l.amount, l.order_id, l.applicant_id, l.fee_kind), ', '
            order by a.code, a.kind, l.amount, l.applicant_id, l.fee_kind) as what
          from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id group by j.id order by 1`,
      )
    ).map((j) => `${j.key}: ${j.what}`);

  test("finance, carry-over: is posted journal for journal as its generator posts it now", { timeout: 120_000 }, async () => {
    const desk = await orderDesk();
    await seedDemoOrders(desk.db, new LocalFiles(files, "secret"), desk.clock.now(), { count: 400 });
    await withoutRefunds(desk.database.pool);
    const [generated, orders] = [
      await of(desk),
      await rows(desk.db, q`select count(*)::int as n, sum(amount_paid)::int8 as paid, sum(amount_refunded)::int8 as back from orders`),
    ];
    expect(generated.length).toBeGreaterThan(800);
    await past(desk.database.pool, "delete from journal_lines", "delete from journals", "delete from periods");
    await desk.database.pool.query(`begin; ${SQL}; commit`);
    expect(await of(desk)).toEqual(generated);
    expect(
      await rows(desk.db, q`select count(*)::int as n, sum(amount_paid)::int8 as paid, sum(amount_refunded)::int8 as back from orders`),
    ).toEqual(orders);
    expect(await proveLedger(desk.db)).toEqual([]);
    // Once more it finds nothing to do.
    await desk.database.pool.query(`begin; ${SQL}; commit`);
    expect(await of(desk)).toEqual(generated);
  });
});
