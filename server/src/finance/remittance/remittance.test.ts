/** Remittances: registered by one, booked by another against what the bank says, large ones by a third. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { RemitDesk, type Remittance } from "../../testing/make/remittance.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let desk: RemitDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await RemitDesk.of(app);
});
const seen = ({ id, version }: Pick<Remittance, "id" | "version">) => ({ id, version });
const codeOf = async (answer: Parameters<typeof refusalOf>[0]) => (await refusalOf(answer))[0];
const bank = (amount: number) => ({ code: "cash", kind: "", amount });
const known = (peer: number) =>
  row<{ confirmed_count: number }>(app.db, q`select confirmed_count from known_payers where peer_id = ${peer}`);

describe("booking", () => {
  test("a top-up with its line becomes principal on the bank's day; the payer is known from then on", async () => {
    const peer = await desk.peer();
    const asked = await desk.ask(peer, 80_000);
    expect(asked).toMatchObject({ remittance_status: "pending", is_mine: true, is_payer_known: true, matched: 0, source: "staff" });
    const line_id = await desk.line(80_000, { name: peer.name, day: "2026-11-18" });
    const { candidate } = { candidate: (await desk.checker.call("remittance_candidate_query", { id: asked.id })).list[0] };
    expect(candidate).toMatchObject({ line_id, rest: 80_000, score: 76, level: "judge" });
    const booked = await desk.checker.call("remittance_approve", keyed({ ...seen(asked), lines: [{ line_id, amount: 80_000 }] }));
    expect(booked).toMatchObject({ remittance_status: "booked", matched: 80_000, approved_by_name: expect.any(String) });
    expect(await desk.voucher(booked.id)).toEqual([bank(80_000), { code: "peer_principal", kind: "", amount: -80_000 }]);
    const journal = await row(app.db, q`select kind, booked_on, source_noun from journals where id = ${booked.journal_id}`);
    expect(journal).toEqual({ kind: "top_up_remit", booked_on: "2026-11-18", source_noun: "remittance" });
    expect([await desk.standing(peer.id), await known(peer.id)]).toEqual([
      { principal: 80_000, gift: 0, credit_used: 0 },
      { confirmed_count: 1 },
    ]);
    const told = await row(
      app.db,
      q`select template, status from outbound_messages where ref_noun = 'remittance' and ref_id = ${booked.id}`,
    );
    expect(told).toEqual({ template: "remittance_booked", status: "no_provider" });
    const line = await desk.maker.call("statement_line_get", { id: line_id });
    expect(line).toMatchObject({ line_status: "matched", matches: [{ no: booked.remittance_no }] });
    const refused = await desk.maker.raw("statement_line_unmatch", { id: line_id, version: line.version });
    expect(refused.msg).toBe(`${booked.remittance_no} 已到账，请先冲正汇款单`);
  });

  test("a top-up is what came in, to the cent", async () => {
    const peer = await desk.peer();
    const r = await desk.ask(peer, 50_000);
    const line_id = await desk.line(49_999, { name: peer.name });
    expect(await refusalOf(desk.approve(r, [{ line_id, amount: 49_999 }]))).toEqual(["amount_mismatch", "到账与申请差额 ¥0.01"]);
    expect((await desk.get(r.id)).lines).toEqual([]);
  });

  test("finance 12: a repayment short by 1,999 is written off, by 2,001 refused; what is too much becomes principal", async () => {
    const peer = await desk.owing(100_000);
    const short = await desk.ask(peer, 60_000, { purpose: "repay" });
    const line_id = await desk.line(57_999, { name: peer.name });
    expect(await refusalOf(desk.approve(short, [{ line_id, amount: 57_999 }]))).toEqual([
      "limit_exceeded",
      "差额 ¥20.01 超过核销上限 ¥20.00",
    ]);
    const booked = await desk.booked(peer, 40_000, { purpose: "repay" }, 38_001);
    expect(await desk.voucher(booked.id)).toEqual([
      bank(38_001),
      { code: "expense", kind: "write_off", amount: 1_999 },
      { code: "peer_credit", kind: "", amount: -40_000 },
    ]);
    const rest = await desk.booked(peer, 70_000, { purpose: "repay" });
    expect(await desk.voucher(rest.id)).toEqual([
      bank(70_000),
      { code: "peer_credit", kind: "", amount: -60_000 },
      { code: "peer_principal", kind: "", amount: -10_000 },
    ]);
    expect(await desk.standing(peer.id)).toEqual({ principal: 10_000, gift: 0, credit_used: 0 });
    const none = await desk.maker.raw("remittance_add", keyed(await desk.body(peer, 1_000, { purpose: "repay" })));
    expect([await codeOf(Promise.resolve(none)), none.msg]).toEqual(["guard_failed", "该同行没有未还授信，请登记为充值"]);
  });

  test("another payer needs a letter, once; after a booked one it is known, and after its undo no more", async () => {
    const peer = await desk.peer();
    const payer_name = "王大力";
    const sentence = "付款户名与企业不一致，请上传代付说明";
    const bare = await desk.maker.raw("remittance_add", keyed(await desk.body(peer, 10_000, { payer_name })));
    expect([bare.msg, bare.body]).toMatchObject([
      sentence,
      { code: "payer_mismatch", issues: [{ path: "payer_name", message: sentence }] },
    ]);
    const own = await desk.ask(peer, 9_000);
    expect(await codeOf(desk.maker.raw("remittance_update", { ...seen(own), payer_name }))).toBe("payer_mismatch");
    const { vouchers: payer_letters } = await desk.body(peer, 1);
    const first = await desk.ask(peer, 10_000, { payer_name, payer_letters });
    expect(first).toMatchObject({ is_payer_known: false, letter_needed: false });
    const line_id = await desk.line(10_000, { name: payer_name });
    const lines = [{ line_id, amount: 10_000 }];
    const booked = await desk.checker.call("remittance_approve", keyed({ ...seen(first), lines }));
    expect(booked.remittance_status).toBe("booked");
    const second = await desk.ask(peer, 11_000, { payer_name });
    expect(second).toMatchObject({ is_payer_known: true, letter_needed: false });
    // Matched before it is booked: that alone proves nothing.
    const matched = await desk.line(11_000, { name: payer_name });
    const { version } = await desk.maker.call("statement_line_get", { id: matched });
    const targets = [{ target_noun: "remittance" as const, target_id: second.id, amount: 11_000 }];
    await desk.maker.call("statement_line_match", keyed({ id: matched, version, targets }));
    await desk.third.call("remittance_reverse", keyed({ ...seen(booked), reason: "款项退回付款人" }));
    const unknown = await desk.get(second.id);
    expect(unknown).toMatchObject({ is_payer_known: false, letter_needed: true });
    expect(await refusalOf(desk.approve(unknown))).toEqual(["payer_mismatch", sentence]);
    expect(await codeOf(desk.maker.raw("remittance_update", { ...seen(unknown), note: "再试" }))).toBe("payer_mismatch");
    const told = await desk.maker.call("remittance_update", { ...seen(unknown), payer_letters });
    expect((await desk.checker.call("remittance_approve", keyed(seen(told)))).remittance_status).toBe("booked");
  });

  test("finance 13: one line for three remittances, two lines for one", async () => {
    const peer = await desk.peer();
    const line_id = await desk.line(60_000, { name: peer.name });
    for (const amount of [10_000, 20_000, 30_000]) {
      const r = await desk.ask(peer, amount);
      expect((await desk.checker.call("remittance_approve", keyed({ ...seen(r), lines: [{ line_id, amount }] }))).remittance_status).toBe(
        "booked",
      );
    }
    expect((await desk.maker.call("statement_line_get", { id: line_id })).line_status).toBe("matched");
    const one = await desk.ask(peer, 50_000);
    const [a, b] = [await desk.line(30_000, { name: peer.name }), await desk.line(20_000, { name: peer.name })];
    const lines = [
      { line_id: a, amount: 30_000 },
      { line_id: b, amount: 20_000 },
    ];
    expect(await desk.checker.call("remittance_approve", keyed({ ...seen(one), lines }))).toMatchObject({
      remittance_status: "booked",
      matched: 50_000,
    });
    expect((await desk.standing(peer.id)).principal).toBe(110_000);
    const late = await desk.ask(peer, 5_000);
    expect(await refusalOf(desk.approve(late, [{ line_id, amount: 5_000 }]))).toEqual(["taken", "该流水已被匹配"]);
  });
});

describe("people", () => {
  test("finance 15: the maker books nothing; from 5,000,000 on, or without a line, a third person looks; the database holds it too", async () => {
    const peer = await desk.peer();
    const small = await desk.ask(peer, 4_999_999);
    expect(await refusalOf(desk.approve(small, [], desk.maker))).toEqual(["maker_is_checker", "不能审核自己提交的单据"]);
    const unseen = await desk.checker.call("remittance_approve", keyed(seen(small)));
    expect(unseen).toMatchObject({ remittance_status: "second_review", journal_id: null, is_decided_by_me: true });
    expect(await codeOf(desk.checker.raw("remittance_recheck", keyed(seen(unseen))))).toBe("maker_is_checker");
    expect((await desk.third.call("remittance_recheck", keyed(seen(unseen)))).remittance_status).toBe("booked");

    const large = await desk.ask(peer, 5_000_000);
    const line_id = await desk.line(5_000_000, { name: peer.name });
    const first = await desk.checker.call("remittance_approve", keyed({ ...seen(large), lines: [{ line_id, amount: 5_000_000 }] }));
    expect([first.remittance_status, (await desk.standing(peer.id)).principal]).toEqual(["second_review", 4_999_999]);
    const admin = await app.as("admin");
    const own = await admin.call("remittance_add", keyed(await desk.body(peer, 6_000_000, {}, "admin")));
    const ownFirst = await desk.checker.call("remittance_approve", keyed(seen(own)));
    expect(await codeOf(admin.raw("remittance_recheck", keyed(seen(ownFirst))))).toBe("maker_is_checker");
    const passed = await desk.third.call("remittance_recheck", keyed(seen(first)));
    expect(passed).toMatchObject({ remittance_status: "booked", rechecked_by_name: expect.any(String) });
    await expect(rows(app.db, q`update remittances set approved_by = submitted_by where id = ${large.id}`)).rejects.toThrow("remittances_");
    await expect(rows(app.db, q`update remittances set rechecked_by = approved_by where id = ${large.id}`)).rejects.toThrow(
      "remittances_third",
    );
    await expect(rows(app.db, q`update remittances set reversed_by = booked_by where id = ${large.id}`)).rejects.toThrow(
      "remittances_reverser",
    );
  });

  test("who corrected another's remittance decides it no more than its maker", async () => {
    const r = await desk.ask(await desk.peer(), 9_000);
    const changed = await desk.checker.call("remittance_update", { ...seen(r), note: "补充用途" });
    expect((await refusalOf(desk.approve(changed)))[0]).toBe("maker_is_checker");
    expect((await refusalOf(desk.approve(changed, [], desk.maker)))[0]).toBe("maker_is_checker");
    expect((await desk.approve(changed, [], desk.third)).ret).toBe(0);
  });

  test("rejected with its reason, corrected and handed in again; taken back by its maker alone; lines are free each time", async () => {
    const peer = await desk.peer();
    const r = await desk.ask(peer, 5_500_000);
    const line_id = await desk.line(5_500_000, { name: peer.name });
    const first = await desk.checker.call("remittance_approve", keyed({ ...seen(r), lines: [{ line_id, amount: 5_500_000 }] }));
    const short = await desk.third.raw("remittance_reject", keyed({ ...seen(first), reason_code: "voucher", reason: "不清" }));
    expect(JSON.stringify(short.body)).toContain("请输入原因(5–200字)");
    await desk.third.call("remittance_reject", keyed({ ...seen(first), reason_code: "voucher", reason: "回单看不清流水号" }));
    expect((await desk.maker.call("statement_line_get", { id: line_id })).line_status).toBe("open");
    const rejected = await desk.get(r.id);
    expect(rejected).toMatchObject({ remittance_status: "rejected", reject_code: "voucher", reject_text: "回单看不清流水号", lines: [] });
    const again = await desk.maker.call("remittance_update", { ...seen(rejected), note: "已重传" });
    expect(again).toMatchObject({ remittance_status: "pending", reject_code: null, approved_by_name: null });
    expect(await refusalOf(desk.checker.raw("remittance_withdraw", keyed(seen(again))))).toEqual(["guard_failed", "只有提交人可以撤销"]);
    await desk.maker.call("remittance_withdraw", keyed(seen(again)));
    const gone = await desk.get(r.id);
    expect(gone.remittance_status).toBe("withdrawn");
    expect(await codeOf(desk.maker.raw("remittance_update", { ...seen(gone), note: "再改" }))).toBe("locked");
  });
});

describe("reversal", () => {
  test("principal that is still there goes back, by somebody else than who booked it, once", async () => {
    const peer = await desk.peer();
    const r = await desk.booked(peer, 30_000);
    const reason = "银行退票，款项未到";
    expect(await codeOf(desk.checker.raw("remittance_reverse", keyed({ ...seen(r), reason })))).toBe("maker_is_checker");
    const back = await desk.third.call("remittance_reverse", keyed({ ...seen(r), reason }));
    expect(back).toMatchObject({ remittance_status: "reversed", lines: [], reverse_reason: reason });
    expect((await desk.standing(peer.id)).principal).toBe(0);
    expect(await codeOf(desk.third.raw("remittance_reverse", keyed({ ...seen(back), reason })))).toBe("state_changed");
    const spent = await desk.booked(peer, 20_000);
    await rows(app.db, q`update ledger_accounts set balance = 5000 where code = 'peer_principal' and owner_id = ${peer.id}`);
    expect(await refusalOf(desk.third.raw("remittance_reverse", keyed({ ...seen(spent), reason })))).toEqual([
      "insufficient_balance",
      "本金已使用 ¥150.00，不能冲正",
    ]);
  });
  test("a voucher of a remittance is not taken back by an adjustment", async () => {
    const r = await desk.booked(await desk.peer(), 7_000);
    const body = { kind: "reversal", journal_id: r.journal_id ?? 0, booked_on: "2026-11-20", reason: "登记错误冲回", files: [] } as const;
    expect((await desk.third.raw("adjustment_add", keyed({ ...body, files: [] }))).msg).toBe("请在来源单据上操作");
  });
});
