/** Claims of refused people by their real doors: proof, judgement by another, objection, payment, and what lapses. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { CashDesk } from "../../testing/make/cash.ts";
import { handedIn, NONE_EXCLUDED, passBody, PREMIUM, refused, type ClaimOrder } from "../../testing/make/claim.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let desk: OrderDesk;
let cash: CashDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  cash = await CashDesk.of(app);
});
const DAY = 86_400_000;
const CODES = ["order_view", "order_process", "order_refuse_claim", "refund_review", "refund_final"] as const;
const reviewer = () => desk.worker("manager", { codes: CODES });
const third = () => desk.worker("admin", { codes: CODES });
const state = async (o: ClaimOrder) => (await desk.person(o.applicant_id)).applicant_status;
const get = (o: ClaimOrder, as = reviewer()) => desk.call("refuse_claim_get", { id: o.applicant_id }, as);
const pass = (o: ClaimOrder, more: object = {}, as = reviewer()) =>
  desk.move("refuse_claim_pass", o.applicant_id, { ...passBody(100_000), ...more }, as);
const passRefused = (o: ClaimOrder, more: object = {}, as = reviewer()) =>
  desk.refusedMove("refuse_claim_pass", o.applicant_id, { ...passBody(100_000), ...more }, as);
const reject = (o: ClaimOrder, as = reviewer()) =>
  desk.move("refuse_claim_reject", o.applicant_id, { reason_code: "unclear", reason: "拒签信照片不清晰，请重新拍摄" }, as);
const handIn = async (o: ClaimOrder) => desk.move("refuse_claim_submit", o.applicant_id, { proof_files: [await desk.file()] });
const balance = async (code: string, kind: string, applicant: number): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select coalesce(sum(l.amount), 0)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id
        where a.code = ${code} and coalesce(l.fee_kind, a.kind) = ${kind} and l.applicant_id = ${applicant}`,
    )
  )?.n ?? 0;
const payAll = async (refund: number): Promise<void> => {
  const due = await rows<{ id: number; version: number; amount: number }>(
    app.db,
    q`select id, version, amount from payouts where source_noun = 'refund' and source_id = ${refund} and payout_status = 'queued' order by id`,
  );
  for (const p of due) await cash.pay(p);
};

test("order 4: full cover at 100 %, capped at 100,000 of 133,000, is paid; the premium stays and is earned then", async () => {
  const o = await handedIn(desk);
  const seen = await get(o);
  expect(seen).toMatchObject({ trial_now: 100_000, trial_amount: 100_000, premium: PREMIUM, fault: null, proof_count: 1 });
  expect(seen.lines.map((l) => [l.fee_kind, l.paid, l.amount])).toEqual([
    ["service", 49_000, 36_842],
    ["embassy", 72_000, 54_135],
    ["centre", 12_000, 9_023],
    ["protection", PREMIUM, 0],
  ]);
  expect((await passRefused(o, { approved_amount: 100_001 })).issues).toEqual([
    { path: "approved_amount", message: "核定金额不能超过试算 ¥1,000.00" },
  ]);
  await pass(o);
  expect(await state(o)).toBe("refunding");
  const { refund_id, refund_no, refund_status } = await get(o);
  expect([refund_status, refund_no]).toEqual(["paying", expect.stringMatching(/^TK\d+$/)]);
  expect(await balance("order_deferred", "protection", o.applicant_id)).toBe(-PREMIUM);
  await payAll(refund_id ?? 0);
  expect([await state(o), (await get(o)).refund_status]).toEqual(["refunded", "success"]);
  const { order, fees } = await desk.facts(o.id);
  expect([order.amount_refunded, order.pay_status, order.order_status]).toEqual([100_000, "partly_refunded", "cancelled"]);
  expect(fees.find((f) => f.kind === "protection")?.refunded).toBe(0);
  expect(fees.reduce((n, f) => n + f.refunded, 0)).toBe(100_000);
  expect(await balance("cost", "claim", o.applicant_id)).toBe(100_000);
  expect(await balance("revenue", "protection", o.applicant_id)).toBe(-PREMIUM);
  expect(await balance("revenue", "service", o.applicant_id)).toBe(-49_000);
});
test("order 6: half of 49,001 is 24,501; a service cover pays nothing of the official fees", async () => {
  const o = await handedIn(desk, { service: 49_001 }, { scope: "service", rate: 50, cap: 0 });
  const { trial_now, lines } = await get(o);
  expect([trial_now, lines.filter((l) => l.is_covered).map((l) => [l.fee_kind, l.amount])]).toEqual([24_501, [["service", 24_501]]]);
});

describe("order 15: nobody judges his own", () => {
  test("order 15: neither whoever recorded the refusal nor whoever handed in the proof or the objection, whatever his codes", async () => {
    const own = desk.worker("expert", { codes: [...CODES] });
    const o = await refused(desk);
    const other = desk.worker("admin", { codes: [...CODES] });
    await desk.move("refuse_claim_submit", o.applicant_id, { proof_files: [await desk.file()] }, other);
    for (const as of [own, other]) {
      expect((await get(o, as)).fault).toBe("不能审核本人提交的理赔");
      for (const refusal of [
        await passRefused(o, {}, as),
        await desk.refusedMove("refuse_claim_reject", o.applicant_id, { reason_code: "unclear", reason: "证明不清晰，请重拍" }, as),
      ])
        expect([refusal.code, refusal.msg]).toEqual(["maker_is_checker", "不能审核本人提交的理赔"]);
    }
    const [mine] = (await desk.call("refuse_claim_query", { stage: "review", page_size: 100 }, other)).list.filter(
      (c) => c.id === o.applicant_id,
    );
    expect(mine?.is_mine).toBe(true);
    await reject(o);
    // Whoever rejected it may hand in the objection, and then judges it no more.
    await desk.move(
      "refuse_claim_appeal",
      o.applicant_id,
      { proof_files: [await desk.file("image/jpeg", 1, ["manager"])], reason: "已重新拍摄拒签信" },
      reviewer(),
    );
    expect((await passRefused(o)).code).toBe("maker_is_checker");
    expect((await passRefused(o, {}, other)).code).toBe("maker_is_checker");
  });
  test("order 15: above ¥2,000 a third person looks, not who reviewed it; a rejection there leads back to the review", async () => {
    const o = await handedIn(desk, { service: 300_000 }, { cap: 0 });
    await pass(o, { approved_amount: 384_000 });
    const { refund_id } = await get(o);
    const seen = async () => ({
      id: refund_id ?? 0,
      version: (await desk.call("refund_get", { id: refund_id ?? 0 }, third())).version,
    });
    expect((await desk.refused("refund_final_pass", await seen(), reviewer())).code).toBe("maker_is_checker");
    // One handed in earlier proof, the other recorded the refusal; whoever handed in last is whose refund it is.
    const [early, recorder] = [desk.worker("service", { codes: CODES }), desk.worker("finance", { codes: CODES })];
    await rows(
      app.db,
      q`update refuse_claims set created_by = ${recorder.worker_id}, handed_by = array_prepend(${early.worker_id}::int8, handed_by) where applicant_id = ${o.applicant_id}`,
    );
    for (const as of [early, recorder])
      expect((await desk.refused("refund_final_pass", await seen(), as)).msg).toBe("复核人不能是拒签登记人或证明提交人");
    await desk.call("refund_reject", { ...(await seen()), reject_code: "proof", reason: "拒签信与申请人不符" }, third());
    expect(await state(o)).toBe("refused_review");
    expect(await get(o)).toMatchObject({ refund_id: null, approved_amount: null, reviewer_name: null });
    await pass(o, { approved_amount: 384_000 });
    const again = (await get(o)).refund_id ?? 0;
    await desk.call("refund_final_pass", { id: again, version: (await desk.call("refund_get", { id: again }, third())).version }, third());
    await payAll(again);
    expect(await state(o)).toBe("refunded");
  });
});

describe("what stands in the way", () => {
  test("order 19: a proof without a file, an objection without a reason, a rejection of four characters", async () => {
    const o = await refused(desk);
    expect((await desk.refusedMove("refuse_claim_submit", o.applicant_id, { proof_files: [] })).issues).toEqual([
      { path: "proof_files", message: "请上传拒签证明" },
    ]);
    await handIn(o);
    expect(
      (await desk.refusedMove("refuse_claim_reject", o.applicant_id, { reason_code: "unclear", reason: "不清晰啊" }, reviewer())).issues[0]
        ?.path,
    ).toBe("reason");
  });
  test("every exclusion is answered, and none with yes", async () => {
    const o = await handedIn(desk);
    expect((await passRefused(o, { checks: NONE_EXCLUDED.slice(1) })).msg).toBe("还有 1 项除外情形未核对：资料不实");
    const yes = NONE_EXCLUDED.map((c) => ({ ...c, is_excluded: c.key === "hidden_refusal" }));
    for (const [at, more] of [
      { key: "untrue", is_excluded: true },
      { key: "zzz", is_excluded: false },
    ].entries()) {
      const refusal = await passRefused(o, { checks: at === 0 ? [more, ...NONE_EXCLUDED] : [...NONE_EXCLUDED, more] });
      expect(refusal.issues[0]?.message).toBe("除外情形不在该商品的条款中，或回答了两次");
    }
    expect((await passRefused(o, { checks: yes })).msg).toBe("属于除外情形，不能通过：隐瞒拒签史");
    expect((await passRefused(o, { approved_amount: 90_000 })).issues).toEqual([{ path: "note", message: "核定金额低于试算，请填写说明" }]);
    await rows(app.db, q`update applicants set supplier_id = null where id = ${o.applicant_id}`);
    expect((await passRefused(o, { loss_party: "supplier" })).issues[0]?.path).toBe("loss_party");
    expect((await passRefused(o, { loss_party: "insurer" })).issues[0]?.message).toBe("该保障产品没有承保保司，请选择其他损失承担方");
  });
  test("order 4: the premium stays while a claim is under way; once it was given back no claim is paid", async () => {
    const o = await handedIn(desk);
    const premium = (await desk.facts(o.id)).fees.find((f) => f.kind === "protection");
    const ask = {
      order_id: o.id,
      kind: "partial" as const,
      applicant_ids: [],
      liability: "customer" as const,
      initiator: "customer" as const,
      reason_code: "trip_changed" as const,
      reason: "客户要求退保费",
      lines: [{ fee_id: premium?.id ?? 0, amount: 100, note: "协商退款" }],
    };
    expect((await desk.refused("refund_start", ask, reviewer())).msg).toMatch(/ 的拒签理赔未结束，请先处理理赔$/);
    await rows(app.db, q`update order_fees set refunded = 100 where id = ${premium?.id ?? 0}`);
    const refusal = await passRefused(o);
    expect([refusal.code, refusal.msg]).toEqual(["guard_failed", "保费已退，不能理赔"]);
  });
  test("order 11: not beside a refund of his that waits", async () => {
    const o = await handedIn(desk);
    const service = (await desk.facts(o.id)).fees.find((f) => f.kind === "service");
    const { refund_no } = await desk.call(
      "refund_start",
      {
        order_id: o.id,
        kind: "partial",
        applicant_ids: [],
        liability: "us",
        initiator: "customer",
        reason_code: "overdue",
        reason: "超过承诺的时间",
        lines: [{ fee_id: service?.id ?? 0, amount: 100, note: "协商退款" }],
      },
      third(),
    );
    const refusal = await passRefused(o);
    expect([refusal.code, refusal.msg]).toEqual(["duplicate", `该申请人已有进行中的退款 ${refund_no}`]);
  });
  test("one objection within seven days; then the chance is used up", async () => {
    const o = await handedIn(desk);
    await reject(o);
    const due = (await desk.person(o.applicant_id)).status_due_at;
    expect(Date.parse(due ?? "") - desk.clock.now().getTime()).toBeGreaterThan(6 * DAY);
    await desk.move("refuse_claim_appeal", o.applicant_id, { proof_files: [await desk.file()], reason: "补充清晰的拒签信" });
    expect(await get(o)).toMatchObject({ applicant_status: "refused_review", appeals_used: 1, appeal_times: 1, proof_count: 2 });
    await reject(o);
    const again = await desk.refusedMove("refuse_claim_appeal", o.applicant_id, {
      proof_files: [await desk.file()],
      reason: "再次申诉试试",
    });
    expect([again.code, again.msg]).toEqual(["guard_failed", "申诉机会已用完"]);
  });
  test("what the supplier bears is taken off what he is owed", async () => {
    const o = await handedIn(desk);
    const supplier = (await desk.person(o.applicant_id)).supplier_id;
    expect(supplier).not.toBeNull();
    await pass(o, { loss_party: "supplier" });
    expect(await balance("cost", "claim", o.applicant_id)).toBe(0);
  });
});

describe("too late", () => {
  test("after seven days nothing is handed in; the job ends the claim and earns the premium", async () => {
    const o = await refused(desk);
    const waits = await refused(desk);
    await handIn(waits);
    const before = desk.clock.now();
    desk.clock.advance(8 * DAY);
    const late = await desk.refusedMove("refuse_claim_submit", o.applicant_id, { proof_files: [await desk.file()] });
    expect([late.code, late.msg]).toEqual(["too_late", "已超过提交期限"]);
    expect(await balance("revenue", "protection", o.applicant_id)).toBe(0);
    await app.runJobs();
    expect([await state(o), await state(waits)]).toEqual(["refused", "refused_review"]);
    expect(await balance("revenue", "protection", o.applicant_id)).toBe(-PREMIUM);
    expect(await balance("order_deferred", "protection", o.applicant_id)).toBe(0);
    desk.clock.advance(before.getTime() - desk.clock.now().getTime());
  });
});

test("the badge counts what the tab 待审核 holds; stages divide the list", async () => {
  const { counts } = await desk.call("refuse_claim_counts", {}, reviewer());
  for (const { stage, n } of counts)
    expect((await desk.call("refuse_claim_query", { stage, page_size: 1 }, reviewer())).total, stage).toBe(n);
  const all = await desk.call("refuse_claim_query", { page_size: 100 }, reviewer());
  expect(all.total).toBeGreaterThanOrEqual(counts.reduce((n, c) => n + c.n, 0));
  const admin = await app.as("admin");
  const badge = (await admin.call("order_stat_query", {}))["reject_product_count"];
  expect(badge).toBe(counts.find((c) => c.stage === "review")?.n);
  const { premium, paid, count } = await desk.call("refuse_claim_figures", {}, reviewer());
  expect([count, premium, paid]).toEqual([
    all.total,
    all.list.reduce((n, c) => n + c.premium, 0),
    all.list.reduce((n, c) => n + (["refunding", "refunded"].includes(c.applicant_status) ? (c.approved_amount ?? 0) : 0), 0),
  ]);
});
