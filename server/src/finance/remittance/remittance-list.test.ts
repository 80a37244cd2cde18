/** What of a remittance is registered, shown, suggested and waited for. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { enqueue } from "#kit/jobs.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { RemitDesk, type Remittance } from "../../testing/make/remittance.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { amountFault, partsFault } from "./remittance.rules.ts";

let app: TestApp;
let desk: RemitDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await RemitDesk.of(app);
});
const seen = ({ id, version }: Pick<Remittance, "id" | "version">) => ({ id, version });
const codeOf = async (answer: Parameters<typeof refusalOf>[0]) => (await refusalOf(answer))[0];

describe("what is registered", () => {
  test("one number and amount of an account stands once among those that live; typed otherwise it is the same", async () => {
    const peer = await desk.peer();
    const r = await desk.ask(peer, 33_000, { bank_ref: "ls 0001" });
    expect(r.bank_ref).toBe("LS0001");
    const again = async (bank_ref: string, amount = 33_000) =>
      refusalOf(desk.maker.raw("remittance_add", keyed(await desk.body(peer, amount, { bank_ref }))));
    expect(await again("ＬＳ0001")).toEqual(["duplicate", `该流水号与金额已登记：${r.remittance_no}`]);
    expect((await again("LS0001", 33_001))[0]).toBeUndefined();
    await desk.maker.call("remittance_withdraw", keyed(seen(r)));
    expect((await again("LS0001"))[0]).toBeUndefined();
    const other = await desk.ask(peer, 44_000, { bank_ref: "LS0002" });
    expect(await codeOf(desk.maker.raw("remittance_update", { ...seen(other), bank_ref: "LS0001", amount: 33_000 }))).toBe("duplicate");
  });

  test("no peer, closed peers, other accounts, days to come and wrong numbers are refused at their field", async () => {
    const peer = await desk.peer();
    const issues = async (more: Parameters<RemitDesk["body"]>[2], of: typeof peer | null = peer) => {
      const { body, msg } = await desk.maker.raw("remittance_add", keyed(await desk.body(of, 1_000, more)));
      return `${msg} ${JSON.stringify(body)}`;
    };
    expect(await issues({}, null)).toContain("请选择同行");
    expect(await issues({ remitted_on: "2026-11-21" })).toContain("日期不能晚于今天");
    expect(await issues({ vouchers: [] })).toContain("请上传回单");
    expect(await issues({ company_account_id: 1 })).toContain("请选择银行账户");
    expect(await issues({ payer_account: "12" })).toContain("请输入4-40位账号");
    expect(await issues({ purpose: "order" })).toContain("请选择订单");
    await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${peer.id}`);
    expect(await issues({})).toContain("同行已停用，不能登记汇款");
  });

  test("finance 24: amounts below one cent, fractions and beyond what a number holds are refused by the field's name", async () => {
    const peer = await desk.peer();
    for (const amount of [0, -1, 1.5, 2 ** 53])
      expect(JSON.stringify((await desk.maker.raw("remittance_add", keyed(await desk.body(peer, amount)))).body)).toContain("金额");
    const nobody = await app.as("content");
    expect((await nobody.raw("remittance_query", {})).status).toBe(403);
  });

  test("an account is stored sealed, found whole or by its last four, and shown in full to who asks, logged", async () => {
    const r = await desk.ask(await desk.peer(), 1_000, { payer_account: "6222 0212 3456 7899 123" });
    const stored = await row<{ payer_account: string }>(app.db, q`select payer_account from remittances where id = ${r.id}`);
    expect([stored?.payer_account, r.payer_account]).toEqual(["****9123", "****9123"]);
    const found = async (payer_account: string) => (await desk.maker.call("remittance_query", { payer_account })).list.map((x) => x.id);
    expect([await found("9123"), await found("6222021234567899123"), await found("622202123456")]).toEqual([[r.id], [r.id], []]);
    const full = await desk.maker.call("remittance_reveal", { id: r.id, reason: "核对回单" });
    expect(full.payer_account).toBe("6222021234567899123");
    const log = await row(
      app.db,
      q`select kind from operation_logs where noun = 'remittance' and noun_id = ${r.id} order by id desc limit 1`,
    );
    expect(log).toEqual({ kind: "reveal" });
  });

  test("what came in and what was announced, without the database", () => {
    const top = { purpose: "top_up", amount: 100, payable: null } as const;
    expect([amountFault(top, 100, 2_000), amountFault(top, 101, 2_000)?.code]).toEqual([null, "amount_mismatch"]);
    const order = { purpose: "order", amount: 10_000, payable: 11_000 } as const;
    expect([amountFault(order, 9_000, 2_000), amountFault(order, 8_999, 2_000)?.code, amountFault(order, 12_001, 2_000)?.code]).toEqual([
      null,
      "limit_exceeded",
      "amount_mismatch",
    ]);
    expect([partsFault(10_000, [{ amount: 12_000 }], 2_000), partsFault(10_000, [{ amount: 7_999 }], 2_000)?.message]).toEqual([
      null,
      "差额 ¥20.01 超过核销上限 ¥20.00",
    ]);
  });
});

describe("what waits", () => {
  test("finance 8: of Fri 2026-02-13 it is due on Sat 02-14, which is worked; of 02-14 on Tue 02-24; the late ones are told once a day", async () => {
    const own = await testApp();
    const d = await RemitDesk.of(own);
    const peer = await d.peer();
    const due = async (at: string): Promise<string> => {
      own.clock.set(new Date(at));
      const body = await d.body(peer, 1_000, { remitted_on: at.slice(0, 10) });
      return (await d.maker.call("remittance_add", keyed(body))).due_at;
    };
    expect(await due("2026-02-13T02:00:00Z")).toBe("2026-02-14T10:00:00.000Z");
    expect(await due("2026-02-14T02:00:00Z")).toBe("2026-02-24T10:00:00.000Z");
    const told = async (at: string): Promise<number> => {
      own.clock.set(new Date(at));
      await enqueue(own.db, "due_remind", {}, {}, own.clock.now());
      await own.runJobs();
      return (await rows(own.db, q`select 1 from outbound_messages where template = 'remittance_due'`)).length;
    };
    // A holiday, then a working hour, then the same day again.
    expect(await told("2026-02-16T03:00:00Z")).toBe(0);
    const first = await told("2026-02-24T03:00:00Z");
    expect([first > 0, await told("2026-02-24T04:00:00Z")]).toEqual([true, first]);
    expect((await d.maker.call("remittance_query", { is_overdue: true })).total).toBe(1);
  });

  test("finance 14: the list shows the suggested line with its terms; only a suggested one is booked where nobody looked", async () => {
    const peer = await desk.peer();
    const r = await desk.ask(peer, 1_234_500);
    const far = { ...(await desk.peer()), name: "成都天府之国际交流中心" };
    await rows(app.db, q`update peers set name = ${far.name} where id = ${far.id}`);
    const other = await desk.ask(far, 1_234_500, { remitted_on: "2026-11-18" });
    await app.runJobs();
    const line_id = await desk.line(1_234_500, { name: peer.name, summary: `货款 ${r.remittance_no}` });
    await app.runJobs();
    const { list } = await desk.checker.call("remittance_query", { is_suggested: true, amount_from: 1_234_500, amount_to: 1_234_500 });
    expect(list.map((x) => [x.id, x.suggestion?.line_id, x.suggestion?.score, x.suggestion?.level])).toEqual([
      [r.id, line_id, 110, "suggest"],
    ]);
    expect((await desk.get(other.id)).suggestion).toMatchObject({ score: 56, level: "judge" });
    const book = (of: Remittance, line: number) =>
      desk.checker.raw("remittance_approve", keyed({ ...seen(of), lines: [{ line_id: line, amount: 1_234_500 }], only_suggested: true }));
    expect((await book(other, line_id)).msg).toContain("已不是建议匹配");
    expect((await book(r, line_id)).ret).toBe(0);
    const { list: rates } = await desk.maker.call("remittance_stat_get", {});
    expect(rates.find((x) => x.company_account_id === r.company_account_id)?.taken).toBe(1);
  });

  test("the queue holds what others handed in, the second look for who may, and empties with the decision", async () => {
    const r = await desk.ask(await desk.peer(), 6_000_000);
    const queued = async (by = desk.checker) =>
      (await by.call("remittance_query", { queue: "remittance_review", page_size: 100 })).list.some((x) => x.id === r.id);
    expect([await queued(), await queued(desk.maker)]).toEqual([true, false]);
    await desk.approve(r);
    expect([await queued(), await queued(desk.third)]).toEqual([false, true]);
  });

  test("finance 22: with own peers alone somebody sees, counts and opens theirs; statements are not shown", async () => {
    await rows(
      app.db,
      q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
          values ('自有收款', '', array[100100, 100811], 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
        update workers set role_id = (select id from r) where account = 'service_1'`,
    );
    const own = await app.as("service_1");
    const [mine, foreign] = [await desk.peer({ cs_owner_id: own.id }), await desk.peer()];
    const [r, other] = [await desk.ask(mine, 11_000), await desk.ask(foreign, 12_000)];
    const line_id = await desk.line(11_000, { name: mine.name });
    const list = await own.call("remittance_query", { page_size: 100 });
    expect([list.list.map((x) => x.id), list.total]).toEqual([[r.id], 1]);
    expect((await own.call("remittance_counts", {})).counts).toEqual([{ status: "pending", n: 1 }]);
    expect((await own.raw("remittance_get", { id: other.id })).ret).not.toBe(0);
    const file = (of: Remittance) => own.raw("file_link_get", { noun: "remittance", noun_id: of.id, key: of.vouchers[0] ?? "" });
    expect([(await file(r)).ret, (await file(other)).ret]).toEqual([0, 5]);
    expect((await own.call("remittance_candidate_query", { id: r.id })).list).toEqual([]);
    expect(await codeOf(desk.approve(r, [{ line_id, amount: 11_000 }], own))).toBe("not_found");
    expect((await own.raw("remittance_add", keyed(await desk.body(foreign, 1, {}, "service_1")))).msg).toBe("同行不存在或无权查看");
  });
});
