/** The life of a supplier's settlement, from the books back into the books. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { postJournal, postPayoutBounced } from "../../ledger/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { again, confirmBody, freshSupplier, generated, key, linesOf, owedOn, standing, third } from "../../testing/make/settlement.ts";
import { payableFaults } from "./payable-faults.sql.ts";
import { generateFor } from "./settle-generate.ts";
import { approveWith, settlementSource } from "./settle-pay.ts";
import type { PayoutAsk } from "./settle-ports.ts";

let app: TestApp;
let maker: Client;
let checker: Client;
let other: Client;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("finance");
  checker = await app.as("admin");
  other = await third(app);
});
/** Whatever was done to settlements, the books owe what their lines say. */
afterEach(async () => expect(await payableFaults(app.db, q`true`)).toEqual([]));

const asked: PayoutAsk[] = [];
const approve = approveWith({ openPayout: (_, p) => Promise.resolve(asked.push(p)) });
const write = <T>(work: Parameters<typeof asWrite<T>>[3], worker = other.id): Promise<T> =>
  asWrite(app.db, principalFor({ worker_id: worker, codes: ["supplier_settle", "supplier_settle_approve"] }), app.clock.now(), work);
const passed = async (id: number, pay_amount?: number) => {
  const s = await again(maker, id);
  const ask = { id, version: s.version, ...key(), ...(pay_amount !== undefined && { pay_amount }) };
  return write((ctx) => approve(ask, ctx, ["supplier", "insurer"]));
};
const confirmed = async (supplier: number) => {
  const s = await generated(maker, supplier);
  await checker.call("supplier_settle_confirm", { id: s.id, version: s.version, ...confirmBody, ...key() });
  return again(maker, s.id);
};
const left = { company_account_id: 4, bank_fee: 500 };

test("finance 19: what is in the books by a cycle's end is settled once; said again there is nothing, and late lines join the next", async () => {
  const supplier = await freshSupplier(app);
  await owedOn(app, supplier, [
    { day: "2026-09-03", cents: 30_000 },
    { day: "2026-10-31", cents: 72_000 },
    { day: "2026-11-02", cents: 5_000 },
  ]);
  const { made } = await maker.call("supplier_settle_generate", { supplier_id: supplier, ...key() });
  expect(made.map((m) => [m.cycle_end, m.final])).toEqual([
    ["2026-09-30", 30_000],
    ["2026-10-31", 72_000],
  ]);
  const twice = await maker.raw("supplier_settle_generate", { supplier_id: supplier, ...key() });
  expect(twice.msg).toContain(`该周期已出账：${made[1]?.settle_no}`);
  await owedOn(app, supplier, [{ day: "2026-10-30", cents: 900 }]);
  await maker.raw("supplier_settle_generate", { supplier_id: supplier, ...key() });
  expect((await again(maker, made[1]?.id ?? 0)).final).toBe(72_000);
  const head = await maker.call("supplier_settle_party_get", { supplier_id: supplier });
  expect(head).toMatchObject({ unbilled_count: 2, unbilled: 5_900, drafts: 2, payable: 107_900 });
  expect(head.payee?.account_no).toMatch(/^\*{4}\d{4}$/);
  // A month later both are on the next one.
  const next = await asWrite(app.db, null, new Date("2026-12-02T02:00:00Z"), (ctx) => generateFor(ctx, supplier));
  expect((await again(maker, next[0]?.id ?? 0)).final).toBe(5_900);
  expect(await standing(app, supplier)).toEqual({ books: 107_900, papers: 107_900 });
});

test("finance 15: neither who made it, nor who adjusted it, nor who edited a price in it confirms it; who confirmed it does not pass it", async () => {
  const supplier = await freshSupplier(app);
  const lines = [
    { account: { code: "cost" as const, kind: "supplier" }, amount: 700 },
    { account: { code: "payable_supplier" as const, owner_id: supplier }, amount: -700 },
  ];
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 30_000 }]);
  await asWrite(app.db, principalFor({ worker_id: other.id }), new Date("2026-10-06T02:00:00Z"), (ctx) =>
    postJournal(ctx, { kind: "supplier_cost_adjust", source_noun: "supplier", source_id: supplier, seq: 990, lines }),
  );
  const s = await generated(maker, supplier);
  const body = { id: s.id, version: s.version, ...confirmBody };
  expect((await maker.raw("supplier_settle_confirm", { ...body, ...key() })).msg).toContain("不能审核自己提交的单据");
  expect((await other.raw("supplier_settle_confirm", { ...body, ...key() })).msg).toBe("您修改过其中的结算价，不能确认本结算单");
  await checker.call("supplier_settle_adjust_add", { id: s.id, version: s.version, amount: -700, reason: "价格协商扣回", ...key() });
  const now = await again(maker, s.id);
  const own = await checker.raw("supplier_settle_confirm", { ...body, version: now.version, ...key() });
  expect(own.msg).toBe("您修改过其中的结算价，不能确认本结算单");
  const clean = await freshSupplier(app);
  await owedOn(app, clean, [{ day: "2026-10-05", cents: 30_000 }]);
  const done = await confirmed(clean);
  const self = write((ctx) => approve({ id: done.id, version: done.version, ...key() }, ctx, ["supplier"]), checker.id);
  await expect(self).rejects.toThrow("不能审核自己提交的单据");
});

describe("money of a settlement", () => {
  test("finance 2, 21: paid line by line; a bounce restores the payable to the cent; paid again it is paid once", async () => {
    const supplier = await freshSupplier(app);
    await owedOn(app, supplier, [
      { day: "2026-10-05", cents: 30_000 },
      { day: "2026-10-06", cents: 72_000 },
    ]);
    const s = await confirmed(supplier);
    asked.length = 0;
    expect(await passed(s.id)).toEqual({ paid: false, payout_amount: 102_000 });
    expect(asked[0]).toMatchObject({
      source_noun: "settlement",
      source_no: s.settle_no,
      amount: 102_000,
      approvers: [checker.id, other.id],
    });
    expect(asked[0]?.payee_account).toMatch(/^\d{8,30}$/);
    const payout = { id: 501, source_id: s.id, amount: 102_000 };
    const journal_id = (await write((ctx) => settlementSource.paid(ctx, payout, left))) ?? 0;
    expect(await write((ctx) => settlementSource.paid(ctx, payout, left))).toBe(journal_id);
    expect(await again(maker, s.id)).toMatchObject({ settlement_status: "paid", paid: 102_000, remaining: 0 });
    const posted = await rows(
      app.db,
      q`select 1 from journal_lines l join ledger_accounts a on a.id = l.account_id where l.journal_id = ${journal_id} and a.code = 'payable_supplier'`,
    );
    expect([posted.length, await standing(app, supplier)]).toEqual([2, { books: 0, papers: 0 }]);
    await write(async (ctx) => {
      await postPayoutBounced(ctx, { payout_id: 501, journal_id, seq: 0 }, "账号已注销");
      await settlementSource.bounced(ctx, payout);
      await settlementSource.bounced(ctx, payout);
    });
    expect(await again(maker, s.id)).toMatchObject({ settlement_status: "approved", paid: 0, remaining: 102_000, pay_amount: 102_000 });
    expect(await standing(app, supplier)).toEqual({ books: 102_000, papers: 102_000 });
    const second = await write((ctx) => settlementSource.paid(ctx, payout, left));
    expect([second === journal_id, await standing(app, supplier)]).toEqual([false, { books: 0, papers: 0 }]);
  });

  test("in parts, given up, never more than what is left", async () => {
    const supplier = await freshSupplier(app);
    await owedOn(app, supplier, [{ day: "2026-10-05", cents: 50_000 }]);
    const s = await confirmed(supplier);
    await expect(passed(s.id, 50_001)).rejects.toThrow();
    await passed(s.id, 20_000);
    await write((ctx) => settlementSource.paid(ctx, { id: 601, source_id: s.id, amount: 20_000 }, left));
    expect(await again(maker, s.id)).toMatchObject({ settlement_status: "part_paid", remaining: 30_000, pay_amount: null });
    await passed(s.id);
    await write((ctx) => settlementSource.givenUp(ctx, { id: 602, source_id: s.id, amount: 30_000 }));
    expect(await again(maker, s.id)).toMatchObject({ settlement_status: "part_paid", remaining: 30_000, pay_amount: null });
    expect(await standing(app, supplier)).toEqual({ books: 30_000, papers: 30_000 });
  });

  test("finance 19: a final of −5,000 pays nothing, and the next cycle starts with it", async () => {
    const supplier = await freshSupplier(app);
    await owedOn(app, supplier, [
      { day: "2026-09-05", cents: 10_000 },
      { day: "2026-09-06", cents: -15_000 },
    ]);
    const s = await confirmed(supplier);
    asked.length = 0;
    expect(await passed(s.id)).toEqual({ paid: true, payout_amount: 0 });
    expect([asked, (await again(maker, s.id)).settlement_status]).toEqual([[], "paid"]);
    await owedOn(app, supplier, [{ day: "2026-10-05", cents: 20_000 }]);
    const next = await confirmed(supplier);
    expect((await linesOf(maker, next.id)).map((l) => [l.source, l.subtotal])).toEqual([
      ["rolled", -5_000],
      ["settle", 20_000],
    ]);
    expect(next.final).toBe(15_000);
    expect(await standing(app, supplier)).toEqual({ books: 15_000, papers: 15_000 });
    await passed(next.id);
    await write((ctx) => settlementSource.paid(ctx, { id: 701, source_id: next.id, amount: 15_000 }, left));
    expect(await standing(app, supplier)).toEqual({ books: 0, papers: 0 });
  });

  test("money paid ahead is taken first", async () => {
    const supplier = await freshSupplier(app);
    const ahead = [
      { account: { code: "payable_supplier" as const, owner_id: supplier }, amount: 12_000 },
      { account: { code: "cash" as const, owner_id: 4 }, amount: -12_000 },
    ];
    await write((ctx) => postJournal(ctx, { kind: "supplier_prepay", source_noun: "adjustment", source_id: 1, lines: ahead }));
    await owedOn(app, supplier, [{ day: "2026-10-05", cents: 50_000 }]);
    const s = await confirmed(supplier);
    expect(await passed(s.id)).toEqual({ paid: false, payout_amount: 38_000 });
    expect(await again(maker, s.id)).toMatchObject({ paid: 12_000, remaining: 38_000, pay_amount: 38_000 });
    expect((await maker.call("supplier_settle_party_get", { supplier_id: supplier })).prepaid).toBe(0);
  });
});

test("an invoice is registered before a payment is passed, unless the supplier writes none", async () => {
  const supplier = await freshSupplier(app);
  await rows(app.db, q`update suppliers set invoice_kind = 'special' where id = ${supplier}`);
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 50_000 }]);
  const s = await confirmed(supplier);
  await expect(passed(s.id)).rejects.toThrow("请先登记对方发票");
  await maker.call("supplier_settle_invoice_set", { id: s.id, version: s.version, input_invoice_no: "26312000001234567890", files: [] });
  expect(await passed(s.id)).toEqual({ paid: false, payout_amount: 50_000 });
});

describe("lines of an open settlement", () => {
  test("held ones stay out until they are let go, rolled ones join the next cycle, a void one frees all of them", async () => {
    const supplier = await freshSupplier(app, { settle_cycle: "half_month" });
    await owedOn(app, supplier, [
      { day: "2026-10-05", cents: 100 },
      { day: "2026-10-06", cents: 200 },
      { day: "2026-10-07", cents: 400 },
    ]);
    const s = await generated(maker, supplier);
    const [a, b] = await linesOf(maker, s.id);
    await maker.call("supplier_settle_line_hold", { id: s.id, version: s.version, line_ids: [a?.id ?? 0], is_held: true });
    const now = await again(maker, s.id);
    await maker.call("supplier_settle_line_roll", { id: s.id, version: now.version, line_ids: [b?.id ?? 0] });
    expect((await again(maker, s.id)).final).toBe(400);
    const second = await generated(maker, supplier);
    expect([second.cycle_end, second.final]).toEqual(["2026-10-31", 200]);
    const kept = (await maker.call("supplier_settle_line_query", { settlement_id: s.id, tab: "held" })).list;
    expect(kept.map((l) => [l.is_held, l.freed_for])).toEqual([
      [true, "hold"],
      [false, "roll"],
    ]);
    const held = await again(maker, s.id);
    await maker.call("supplier_settle_line_hold", { id: s.id, version: held.version, line_ids: [a?.id ?? 0], is_held: false });
    await maker.call("supplier_settle_void", { id: second.id, version: second.version, reason: "供应商要求合并结算" });
    const merged = await generated(maker, supplier);
    expect([merged.cycle_end, merged.final]).toEqual(["2026-10-31", 300]);
    expect(await standing(app, supplier)).toEqual({ books: 700, papers: 700 });
  });

  test("an argued line is settled by one click; its difference goes into the books when both agree, and back when it is reopened", async () => {
    const supplier = await freshSupplier(app);
    await owedOn(app, supplier, [{ day: "2026-10-05", cents: 10_000 }]);
    const s = await generated(maker, supplier);
    await maker.call("supplier_settle_send", { id: s.id, version: s.version });
    const [line] = await linesOf(maker, s.id);
    const sent = await again(maker, s.id);
    const claim = { line_id: line?.id ?? 0, offered: 9_001, text: "对方称只应收 90.01 元", files: [] };
    await maker.call("supplier_settle_dispute", { id: s.id, version: sent.version, ...claim });
    const argued = await again(maker, s.id);
    expect(argued).toMatchObject({ settlement_status: "disputed", dispute_count: 1 });
    const early = await checker.raw("supplier_settle_confirm", { id: s.id, version: argued.version, ...confirmBody, ...key() });
    expect(early.msg).toContain("有未解决异议");
    await maker.call("supplier_settle_line_verdict", { id: s.id, version: argued.version, line_ids: [line?.id ?? 0], verdict: "half" });
    const agreed = await again(maker, s.id);
    expect(agreed).toMatchObject({ final: 9_501, adjust: -499, dispute_count: 0 });
    await checker.call("supplier_settle_confirm", { id: s.id, version: agreed.version, ...confirmBody, ...key() });
    expect(await standing(app, supplier)).toEqual({ books: 9_501, papers: 9_501 });
    const shut = await again(maker, s.id);
    const late = await maker.raw("supplier_settle_line_hold", {
      id: s.id,
      version: shut.version,
      line_ids: [line?.id ?? 0],
      is_held: true,
    });
    expect(late.msg).toBe("明细已确认，不可修改");
    await checker.call("supplier_settle_reopen", { id: s.id, version: shut.version, reason: "供应商发现漏项", ...key() });
    expect((await again(maker, s.id)).settlement_status).toBe("disputed");
    expect(await standing(app, supplier)).toEqual({ books: 10_000, papers: 10_000 });
    expect((await maker.call("supplier_settle_note_query", { id: s.id })).list).toHaveLength(1);
  });
});

test("finance 22: whoever sees but his own rows sees no supplier's settlement and makes none", async () => {
  const supplier = await freshSupplier(app);
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 100 }]);
  const s = await generated(maker, supplier);
  await rows(app.db, q`update roles set data_scope = 'own' where id = (select role_id from workers where account = 'finance')`);
  const total = async (): Promise<number | null> => (await maker.call("supplier_settle_cycle_query", {})).total;
  expect([await total(), (await maker.call("supplier_settle_query", {})).total]).toEqual([0, 0]);
  expect((await maker.raw("supplier_settle_get", { id: s.id })).msg).toContain("无权查看");
  expect((await maker.raw("supplier_settle_generate", { supplier_id: supplier, ...key() })).msg).toContain("数据范围");
  await rows(app.db, q`update roles set data_scope = 'all' where id = (select role_id from workers where account = 'finance')`);
});

test("passed for payment it waits at the cashier's desk under its own number", async () => {
  const supplier = await freshSupplier(app);
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 100 }]);
  const s = await confirmed(supplier);
  await other.call("supplier_settle_approve", { id: s.id, version: s.version, ...key() });
  expect((await again(maker, s.id)).settlement_status).toBe("approved");
  const payout = await row(
    app.db,
    q`select amount, source_no, payout_status from payouts where source_noun = 'settlement' and source_id = ${s.id}`,
  );
  expect(payout).toEqual({ amount: 100, source_no: s.settle_no, payout_status: "queued" });
  expect(await row(app.db, q`select 1 from settle_allocations where settlement_id = ${s.id}`)).toBeUndefined();
});

test("a draft past its due day is overdue wherever it is counted: desk, list, its own row and its supplier's sum", async () => {
  const supplier = await freshSupplier(app, { credit_days: 3 });
  await owedOn(app, supplier, [{ day: "2026-10-05", cents: 30_000 }]);
  const { id, due_on, remaining } = await generated(maker, supplier);
  expect([due_on < "2026-11-20", remaining]).toEqual([true, 30_000]);
  const listed = await maker.call("supplier_settle_cycle_query", { supplier_id: supplier, is_overdue: true });
  expect(listed.list.map((s) => [s.id, s.settlement_status, s.is_overdue])).toEqual([[id, "draft", true]]);
  expect((await maker.call("supplier_settle_party_get", { supplier_id: supplier })).overdue).toBe(30_000);
  const late = async () => {
    const { list } = await checker.call("task_query", { queue: ["supplier_settle"], scope: "mine", due: "overdue", page_size: 100 });
    return list.map((t) => t.source_id).toSorted((a, b) => a - b);
  };
  const { list } = await checker.call("supplier_settle_cycle_query", { queue: "supplier_settle", is_overdue: true, page_size: 100 });
  expect(await late()).toEqual(list.map((s) => s.id).toSorted((a, b) => a - b));
  expect(await late()).toContain(id);
});
