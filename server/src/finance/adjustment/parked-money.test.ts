/** Parked money finds its owner or goes back by the cashier; a bank's fee is booked from its own line; a bounce names the line it came by. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { AdjustDesk, BANK } from "../../testing/make/adjustment.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { importLines } from "../../testing/make/statement.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let desk: AdjustDesk;
let cash: CashDesk;
let clerk: Client;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await AdjustDesk.of(app);
  cash = await CashDesk.of(app);
  clerk = desk.maker;
});
const line = (id: number) => clerk.call("statement_line_get", { id });
let day = 0;
/** Income of so many yuan, parked. */
async function parked(income: string): Promise<number> {
  const at = `2026-11-${String(1 + (day++ % 19)).padStart(2, "0")} 10:00:00`;
  const [id] = await importLines(app, clerk, [{ at, income, name: "王某某", account: "6222000011112222", summary: `来账${day}` }]);
  const seen = await line(id ?? 0);
  await clerk.call("statement_line_park", keyed({ id: seen.id, version: seen.version }));
  return seen.id;
}
const back = (statement_line_id: number, amount: number) => ({
  kind: "suspense_return" as const,
  company_account_id: BANK,
  statement_line_id,
  amount,
  payee_bank: "中国银行北京分行",
});
const paymentOf = async (adjustNo: string) => (await cash.cashier.call("payout_query", { keyword: adjustNo })).list[0];
const never = (): never => {
  throw new Error("missing");
};
const suspense = () => desk.balance("suspense", BANK);

describe("暂收退回", () => {
  test("finance 21: passed it waits for the cashier, is booked when it left, due again after a bounce, paid once; its line says so", async () => {
    const id = await parked("300.00");
    const before = await suspense();
    const a = await desk.passed(back(id, 30_000));
    expect(a).toMatchObject({ adjust_status: "approved", booked_id: null, payee_name: "王某某", payee_account: "****2222" });
    expect(a.lines.map((l) => l.account)).toEqual(["suspense", "cash"]);
    expect([await suspense(), (await line(id)).claimed]).toEqual([before, 30_000]);
    const p = (await paymentOf(a.adjust_no)) ?? never();
    expect([p.source_noun, p.amount, p.payee_name, a.payout_no]).toEqual(["suspense_return", 30_000, "王某某", p.payout_no]);
    const paid = await cash.cashier.call("payout_paid", keyed({ ...(await cash.paidBody(p)), bank_fee: 150 }));
    expect([await suspense(), await desk.balance("expense", 0, "bank_fee")]).toEqual([before + 30_000, 150]);
    expect((await desk.maker.call("adjustment_get", { id: a.id })).booked_no).toMatch(/^PZ/);
    const reverse = { kind: "reversal" as const, journal_id: (await desk.maker.call("adjustment_get", { id: a.id })).booked_id ?? 0 };
    expect((await refusalOf(desk.asked(reverse)))[1]).toBe("请在来源单据上操作");
    const came = await importLines(app, clerk, [{ at: "2026-11-20 09:30:00", income: "300.00", name: "退票", summary: "收款人销户" }]);
    const { list } = await cash.cashier.call("payout_bounce_line_query", { id: p.id });
    expect(list.map((l) => l.id)).toEqual(came);
    const bounce = { id: p.id, version: paid.version, reason: "收款账户已销户" };
    expect((await refusalOf(cash.cashier.raw("payout_bounce", keyed(bounce))))[1]).toBe("请上传退票凭证，或选择退回的账户流水");
    await cash.cashier.call("payout_bounce", keyed({ ...bounce, statement_line_id: came[0] ?? 0 }));
    expect([await suspense(), (await line(came[0] ?? 0)).line_status]).toEqual([before, "matched"]);
    expect((await desk.maker.call("adjustment_get", { id: a.id })).booked_id).toBeNull();
    const failed = (await paymentOf(a.adjust_no)) ?? never();
    const queued = await cash.cashier.call("payout_retry", keyed({ id: failed.id, version: failed.version }));
    const again = await cash.pay(queued);
    expect([again.payout_status, await suspense()]).toEqual(["paid", before + 30_000]);
  });

  test("no more than the line holds; what is promised is nobody else's; given up it lies there again", async () => {
    const id = await parked("100.00");
    const peer_id = (await makePeer(app.db, {}, app.clock.now())).id;
    const claim = { kind: "suspense_claim", company_account_id: BANK, peer_id, account: "peer_principal" } as const;
    await desk.passed({ ...claim, statement_line_id: id, amount: 4_000 });
    expect((await refusalOf(desk.asked(back(id, 6_001))))[1]).toBe("该流水挂账只剩 ¥60.00");
    const unpark = await line(id);
    const said = await refusalOf(clerk.raw("statement_line_unmatch", { id, version: unpark.version }));
    expect(said[1]).toContain("该挂账已认领或退回 ¥40.00");
    const a = await desk.passed(back(id, 6_000));
    // Whatever else lies on the account may be claimed, what is promised may not.
    const rest = -(await suspense()) - 6_000;
    expect((await refusalOf(desk.asked({ ...claim, amount: rest + 1 })))[1]).toContain("暂收待认领款不足");
    const p = (await paymentOf(a.adjust_no)) ?? never();
    expect(await cash.cashier.call("payout_get", { id: p.id })).toMatchObject({ payee_bank: "中国银行北京分行" });
    await cash.cashier.call("payout_failed", keyed({ id: p.id, version: p.version, reason: "账号与户名不符" }));
    const failed = (await paymentOf(a.adjust_no)) ?? never();
    await cash.cashier.call("payout_give_up", keyed({ id: failed.id, version: failed.version, reason: "对方不再要求退回" }));
    expect((await desk.maker.call("adjustment_get", { id: a.id })).adjust_status).toBe("withdrawn");
    expect((await line(id)).claimed).toBe(4_000);
  });

  test("two people who give one line away at once: one wins, the other hears what is left", async () => {
    const id = await parked("10.00");
    const both = await Promise.all([desk.asked(back(id, 600)), desk.asked(back(id, 600), desk.checker)]);
    expect(both.map((b) => b.ret).filter((ret) => ret === 0)).toHaveLength(1);
    expect(both.map((b) => b.msg)).toContain("该流水挂账只剩 ¥4.00");
  });

  test("whom it goes to is said where the bank named nobody; no other kind is about a line", async () => {
    await desk.parked(1_000);
    const bare = { kind: "suspense_return" as const, company_account_id: BANK, amount: 500 };
    expect((await refusalOf(desk.asked(bare)))[1]).toBe("请输入收款户名");
    expect((await refusalOf(desk.asked({ ...bare, payee_name: "李某某", payee_account: "62220001" })))[1]).toBe("请输入开户行");
    const id = await parked("5.00");
    const other = { kind: "bad_debt" as const, peer_id: (await makePeer(app.db)).id, amount: 5, statement_line_id: id };
    expect((await refusalOf(desk.asked(other)))[1]).toBe("账户流水不属于坏账核销");
  });
});

test("登记费息 from a line: same account, way and amount; passed, the line is matched to its voucher", async () => {
  const [fee] = await importLines(app, clerk, [{ at: "2026-11-10", outgo: "15.50", summary: "账户管理费" }]);
  const facts = { kind: "bank_item", company_account_id: BANK, statement_line_id: fee ?? 0, direction: "out" } as const;
  expect((await refusalOf(desk.asked({ ...facts, amount: 1_500 })))[1]).toBe("流水金额为 ¥15.50，与费息不一致");
  expect((await refusalOf(desk.asked({ ...facts, direction: "in", amount: 1_550 })))[1]).toBe("流水的收付方向与费息不一致");
  const a = await desk.add({ ...facts, amount: 1_550 });
  expect((await refusalOf(desk.asked({ ...facts, amount: 1_550 })))[1]).toBe(`该流水已有登记费息的调账单 ${a.adjust_no}`);
  expect((await desk.pass(a)).ret).toBe(0);
  const shown = await line(fee ?? 0);
  const { booked_no } = await desk.maker.call("adjustment_get", { id: a.id });
  expect([shown.line_status, shown.matches.map((m) => m.no)]).toEqual(["matched", [booked_no]]);
  const log = await row(
    app.db,
    q`select 1 from operation_logs where noun = 'statement_line' and noun_id = ${fee ?? 0} and reason like ${`%${a.adjust_no}%`}`,
  );
  expect(log).toBeDefined();
});

test("a payment is found by the number its bank gave it", async () => {
  const { p } = await cash.passed(12_345);
  const paid = await cash.pay(p);
  const [id] = await importLines(app, clerk, [{ at: "2026-11-20 11:00:00", outgo: "123.45", ref: paid.bank_ref ?? "", summary: "转账" }]);
  const { list } = await clerk.call("statement_line_candidate_query", { id: id ?? 0 });
  expect(list[0]).toMatchObject({ target_noun: "journal_line", title: "提现付出", level: "suggest" });
});
