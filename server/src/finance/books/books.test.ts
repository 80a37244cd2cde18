/** The books as they are read: movements, accounts, vouchers, balances of accounts and chains, each within the caller's sight. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite } from "../../testing/ctx.ts";
import { peerDesk, type PeerDesk } from "../../testing/make/peer-desk.ts";
import { makePeer } from "../../testing/make/peer.ts";
import {
  grantGift,
  postJournal,
  postOrderPayment,
  postRepay,
  postTopUp,
  quotePayment,
  reverseJournal,
  type CreditOf,
} from "../../ledger/index.ts";

let desk: PeerDesk;
let mine: Principal;
let own: number;
let other: number;
let order: { id: number; order_no: string };
const limit: CreditOf = () => Promise.resolve({ limit: 50_000, blocked: null });
const write = <T>(day: string, work: Parameters<typeof asWrite<T>>[3]): Promise<T> =>
  asWrite(desk.db, desk.worker("admin"), new Date(`${day}T10:00:00+08:00`), work);
const topUp = (day: string, peer_id: number, amount: number, source_id: number) =>
  write(day, (ctx) => postTopUp(ctx, { peer_id, amount, way: "bank", source_noun: "peer_top_up", source_id }));

/** One peer of the BD, one of nobody's; September: money in; October: an order out of gift, principal and credit; November: repaid. */
beforeAll(async () => {
  desk = await peerDesk();
  mine = desk.worker("business_1", true);
  own = (await makePeer(desk.db, { bd_owner_id: desk.id("business_1"), settle_mode: "credit", credit_limit: 50_000, credit_days: 30 })).id;
  other = (await makePeer(desk.db)).id;
  const registered = (peer_id: number, trade_no: string) =>
    row<{ id: number }>(
      desk.db,
      q`insert into peer_top_ups (peer_id, purpose, amount, method, trade_no, paid_at, proof_files, created_at)
        values (${peer_id}, 'top_up', 60000, 'bank', ${trade_no}, ${desk.clock.now()}, array['private/x'], ${desk.clock.now()}) returning id`,
    );
  const [a, b] = [await registered(own, "BANK-0001"), await registered(other, "BANK-0002")];
  await topUp("2026-09-10", own, 60_000, a?.id ?? 0);
  await topUp("2026-09-11", other, 70_000, b?.id ?? 0);
  await write("2026-09-12", (ctx) =>
    grantGift(ctx, { peer_id: own, amount: 20_000, expires_on: "2027-01-31", max_order_pct: 20, source: "reward 1" }),
  );
  await rows(desk.db, q`update orders set peer_id = ${own}, customer_kind = 'peer' where id = ${desk.pattern}`);
  order = (await row<typeof order>(desk.db, q`select id, order_no from orders where id = ${desk.pattern}`)) ?? { id: 0, order_no: "" };
  const fee_lines = [
    { applicant_id: null, kind: "service", payable: 41_300 },
    { applicant_id: null, kind: "embassy", payable: 71_500 },
  ];
  const { parts } = await quotePayment(desk.db, { peer_id: own, fee_lines, amount: 112_800 }, new Date("2026-10-05T02:00:00Z"), limit);
  await write("2026-10-05", (ctx) =>
    postOrderPayment(ctx, { order_id: order.id, peer_id: own, source: "order", source_id: order.id, parts, fee_lines }, limit),
  );
  await write("2026-11-02", (ctx) => postRepay(ctx, { peer_id: own, amount: 4_540, way: "bank", source_noun: "repay", source_id: 1 }));
});

describe("余额明细", () => {
  test("what a peer gains is income, what it spends is outcome; what is owed stands below zero", async () => {
    const { list } = await desk.call("balance_query", { peer_id: [own] });
    expect(list.map((l) => [l.account, l.change, l.income, l.outcome, l.balance_after])).toEqual([
      ["peer_credit", "授信还款", 4_540, null, -40_000],
      ["peer_credit", "授信扣款", null, 44_540, -44_540],
      ["peer_principal", "订单支付", null, 60_000, 0],
      ["peer_gift", "订单支付", null, 8_260, 11_740],
      ["peer_gift", "赠送金发放", 20_000, null, 20_000],
      ["peer_principal", "线下充值", 60_000, null, 60_000],
    ]);
    expect(list.map((l) => l.related_no)).toEqual(["", order.order_no, order.order_no, order.order_no, "reward 1", "BANK-0001"]);
  });
  test("every filter narrows, by numbers of papers and vouchers too", async () => {
    const count = async (filter: object): Promise<number> => (await desk.call("balance_query", { peer_id: [own], ...filter })).list.length;
    expect(await count({ account: ["peer_gift"] })).toBe(2);
    expect(await count({ change_type: ["2"] })).toBe(2);
    expect(await count({ direction: "in" })).toBe(3);
    expect(await count({ amount: { from: 44_540, to: 60_000 } })).toBe(3);
    expect(await count({ related_no: order.order_no.toLowerCase() })).toBe(3);
    expect(await count({ related_no: "bank-0001" })).toBe(1);
    expect(await count({ related_no: "不存在" })).toBe(0);
    expect(await count({ booked_on: { from: "2026-10-01", to: "2026-10-31" } })).toBe(3);
    expect(await count({ bd_owner_id: [desk.id("business_1")] })).toBe(6);
    expect(await count({ bd_owner_id: [desk.id("admin")] })).toBe(0);
    const { list } = await desk.call("balance_query", { peer_id: [own] });
    expect(await count({ related_no: list[0]?.no ?? "" })).toBe(1);
  });
  test("figures are told of one account of one peer: what stood before, what moved, what stands after", async () => {
    const sums = (filter: object) => desk.call("balance_sum_get", filter);
    expect(await sums({ peer_id: [own], account: ["peer_principal"] })).toEqual({
      opening: 0,
      income: 60_000,
      outcome: 60_000,
      closing: 0,
    });
    expect(await sums({ peer_id: [own], account: ["peer_credit"], booked_on: { from: "2026-11-01", to: "2026-11-30" } })).toEqual({
      opening: -44_540,
      income: 4_540,
      outcome: 0,
      closing: -40_000,
    });
    expect(await sums({ peer_id: [own] })).toBeNull();
    expect(await sums({ peer_id: [own, other], account: ["peer_credit"] })).toBeNull();
  });
});

test("账户: what each peer has, the formula of its credit, and its statement of a period, whose sums close", async () => {
  const { list } = await desk.call("ledger_account_query", { peer_id: [own] });
  expect(list[0]).toMatchObject({
    principal: 0,
    gift: 11_740,
    gift_until: "2027-01-31",
    frozen: 0,
    credit_limit: 50_000,
    credit_used: 40_000,
    credit_available: 10_000,
    overdue_since: null,
  });
  expect(list[0]?.credit_rows.reduce((sum, r) => sum + r.amount, 0)).toBe(10_000);
  await rows(desk.db, q`update ledger_accounts set oldest_due_on = '2026-11-19' where code = 'peer_credit' and owner_id = ${own}`);
  const late = await desk.call("ledger_account_query", { is_overdue: true });
  expect(late.list.map((p) => [p.id, p.overdue_since])).toEqual([[own, "2026-11-19"]]);
  const s = await desk.call("peer_statement_get", { peer_id: own, from: "2026-10-01", to: "2026-11-30" });
  expect(s.accounts.map((a) => [a.account, a.opening, a.income, a.outcome, a.closing])).toEqual([
    ["peer_principal", 60_000, 0, 60_000, 0],
    ["peer_gift", 20_000, 0, 8_260, 11_740],
    ["peer_frozen", 0, 0, 0, 0],
    ["peer_credit", 0, 4_540, 44_540, -40_000],
  ]);
  for (const a of s.accounts) expect(a.opening + a.income - a.outcome).toBe(a.closing);
  expect(s.lines.map((l) => l.account)).toEqual(["peer_gift", "peer_principal", "peer_credit", "peer_credit"]);
  expect((await desk.refused("peer_statement_get", { peer_id: own, from: "2026-11-02", to: "2026-11-01" })).issues[0]?.path).toBe("to");
});

test("凭证: each with its lines, its source, and what reversed it", async () => {
  const posted = await topUp("2026-11-03", other, 500, 900_001);
  await write("2026-11-04", (ctx) => reverseJournal(ctx, posted ?? 0, "录错"));
  const { list } = await desk.call("journal_query", { booked_on: { from: "2026-11-03", to: "2026-11-04" } });
  expect(list.map((j) => [j.kind, j.amount, j.reason])).toEqual([
    ["reversal", 500, "录错"],
    ["top_up_remit", 500, null],
  ]);
  expect(list[1]).toMatchObject({ reversed_by: list[0]?.id, reversed_by_no: list[0]?.no });
  expect(list[0]).toMatchObject({ reversal_of: list[1]?.id, reversal_of_no: list[1]?.no });
  const found = await desk.call("journal_query", { keyword: order.order_no, account: ["embassy_trust"] });
  expect(found.list.map((j) => [j.kind, j.source_text])).toEqual([["order_paid", `订单 ${order.order_no}`]]);
  const { lines } = await desk.call("journal_get", { id: found.list[0]?.id ?? 0 });
  expect(lines.map((l) => [l.account, l.debit, l.credit, l.fee_kind])).toEqual([
    ["peer_gift", 8_260, null, null],
    ["peer_principal", 60_000, null, null],
    ["peer_credit", 44_540, null, null],
    ["order_deferred", null, 41_300, "service"],
    ["embassy_trust", null, 71_500, "embassy"],
  ]);
});

test("a mirror says in 备注 which paper it takes back, by its name and number", async () => {
  const paid = await write("2026-11-05", async (ctx) => {
    const made = await row<{ id: number }>(
      ctx.db,
      q`insert into peer_top_ups (peer_id, purpose, amount, method, trade_no, paid_at, proof_files, created_at)
        values (${other}, 'top_up', 800, 'bank', 'BANK-0003', ${ctx.now}, array['private/x'], ${ctx.now}) returning id`,
    );
    return postTopUp(ctx, { peer_id: other, amount: 800, way: "bank", source_noun: "peer_top_up", source_id: made?.id ?? 0 });
  });
  const mirror = await write("2026-11-05", (ctx) => reverseJournal(ctx, paid ?? 0, "付款人录错"));
  const { list } = await desk.call("balance_query", { peer_id: [other] });
  expect(list[0]).toMatchObject({ journal_id: mirror, note: "冲正 同行入账登记 BANK-0003，付款人录错" });
  const { lines } = await desk.call("journal_get", { id: mirror ?? 0 });
  expect(new Set(lines.map((l) => l.note))).toEqual(new Set(["冲正 同行入账登记 BANK-0003"]));
});

test("科目余额: a month opens with what the one before closed at, and its foot is nil; a closed month is read as it was closed", async () => {
  const of = (month: string) => desk.call("trial_balance_get", { month });
  const [september, october] = [await of("2026-09"), await of("2026-10")];
  for (const t of [september, october]) expect([t.sums.opening, t.sums.closing, t.sums.debit - t.sums.credit]).toEqual([0, 0, 0]);
  const standing = (t: typeof october, side: "opening" | "closing") =>
    Object.fromEntries(t.list.filter((r) => r[side] !== 0).map((r) => [`${r.account} ${r.detail}`, r[side]]));
  expect(standing(october, "opening")).toEqual(standing(september, "closing"));
  expect(standing(october, "closing")).toMatchObject({
    "cash 基本户": 130_000,
    "peer_credit ": 44_540,
    "peer_principal ": -70_000,
    "peer_gift ": -11_740,
    "order_deferred ": -41_300,
    "embassy_trust ": -71_500,
    "expense 赠送金": 20_000,
  });
  const kept = september.list.map(({ detail: _detail, ...r }) => r);
  await rows(
    desk.db,
    q`update periods set period_status = 'closed', trial_balance = ${JSON.stringify(kept.slice(0, 1))}::jsonb, held_by = ${desk.id("finance")}, closed_by = ${desk.id("admin")}
      where month = '2026-09'`,
  );
  const closed = await of("2026-09");
  expect([closed.period_status, closed.list.length]).toEqual(["closed", 1]);
  await rows(desk.db, q`update periods set period_status = 'open', trial_balance = null where month = '2026-09'`);
});

test("what is booked on an earlier day stands where it was posted, with its day; a statement tells balances day by day", async () => {
  const { id: peer } = await makePeer(desk.db);
  await topUp("2026-10-10", peer, 1_000, 900_101);
  await topUp("2026-10-20", peer, 2_000, 900_102);
  const late = { kind: "adjust", source_noun: "adjustment", source_id: 900_103, booked_on: "2026-10-15", change_type: "50" } as const;
  const lines = [
    { account: { code: "expense", kind: "compensation" }, amount: 500 },
    { account: { code: "peer_principal", owner_id: peer }, amount: -500 },
  ] as const;
  await write("2026-11-06", (ctx) => postJournal(ctx, { ...late, lines: [...lines] }));
  const { list } = await desk.call("balance_query", { peer_id: [peer] });
  expect(list.map((l) => [l.at.slice(0, 10), l.booked_on, l.balance_after])).toEqual([
    ["2026-11-06", "2026-10-15", 3_500],
    ["2026-10-20", "2026-10-20", 3_000],
    ["2026-10-10", "2026-10-10", 1_000],
  ]);
  const s = await desk.call("peer_statement_get", { peer_id: peer, from: "2026-10-01", to: "2026-10-31" });
  expect(s.lines.map((l) => [l.booked_on, l.balance_after])).toEqual([
    ["2026-10-10", 1_000],
    ["2026-10-15", 1_500],
    ["2026-10-20", 3_500],
  ]);
});

describe("资金追踪", () => {
  test("an order's number, a bank's, a voucher's lead to one chain; what has not come to rest is told", async () => {
    const t = await desk.call("money_trace_get", { no: ` ${order.order_no} ` });
    expect(t.nodes.map((n) => [n.stage, n.title, n.amount])).toEqual([
      ["paper", "订单", expect.any(Number)],
      ["in", "订单支付", 112_800],
    ]);
    expect(t.open.map((o) => [o.label, o.no, o.amount])).toEqual([
      ["代收使馆费", order.order_no, 71_500],
      ["预收订单款", order.order_no, 41_300],
    ]);
    const voucher = t.nodes[1]?.journal_no ?? "";
    expect((await desk.call("money_trace_get", { no: voucher })).nodes).toEqual(t.nodes);
    const bank = await desk.call("money_trace_get", { no: "bank-0001" });
    expect(bank.nodes.map((n) => [n.stage, n.title, n.no, n.amount])).toEqual([
      ["paper", "充值（对公转账）", "BANK-0001", 60_000],
      ["in", "线下充值", "BANK-0001", 60_000],
    ]);
    const gift = await desk.call("money_trace_get", { no: "reward 1" });
    expect(gift.nodes.map((n) => [n.stage, n.title, n.amount])).toEqual([
      ["paper", "赠送金", 20_000],
      ["paper", "订单", expect.any(Number)],
      ["in", "订单支付", 112_800],
      ["other", "赠送金发放", 20_000],
    ]);
    expect((await desk.refused("money_trace_get", { no: "NOWHERE" })).msg).toBe("未找到相关资金记录");
  });
});

test("finance 22: a BD sees the money of own peers alone, in every list, sum, voucher, statement and chain", async () => {
  const lines = await desk.call("balance_query", {}, mine);
  expect(new Set(lines.list.map((l) => l.peer_id))).toEqual(new Set([own]));
  expect(lines.total).toBe(6);
  expect(await desk.call("balance_sum_get", { peer_id: [other], account: ["peer_principal"] }, mine)).toEqual({
    opening: 0,
    income: 0,
    outcome: 0,
    closing: 0,
  });
  expect((await desk.call("ledger_account_query", {}, mine)).list.map((p) => p.id)).toEqual([own]);
  expect((await desk.refused("peer_statement_get", { peer_id: other, from: "2026-09-01", to: "2026-11-30" }, mine)).msg).toContain(
    "无权查看",
  );
  const vouchers = await desk.call("journal_query", {}, mine);
  const all = await desk.call("journal_query", {});
  expect(vouchers.total).toBe(4);
  const hidden = all.list.find((j) => !vouchers.list.some((v) => v.id === j.id));
  expect((await desk.refused("journal_get", { id: hidden?.id ?? 0 }, mine)).msg).toContain("无权查看");
  const books = await desk.call("trial_balance_get", { month: "2026-10" }, mine);
  expect([books.list, books.months]).toEqual([[], []]);
  for (const no of ["BANK-0002", hidden?.no ?? ""])
    expect((await desk.refused("money_trace_get", { no }, mine)).msg).toBe("未找到相关资金记录");
  expect((await desk.call("money_trace_get", { no: "BANK-0001" }, mine)).nodes).toHaveLength(2);
});
