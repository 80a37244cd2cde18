/** Invoices: what may stand on them, who passes them, how they are issued, taken back and found again. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { enqueue } from "#kit/jobs.ts";
import { testApp } from "../../testing/app.ts";
import { InvoiceDesk, TITLE } from "../../testing/make/invoice.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { invoiceNoOf } from "../index.ts";
import { invoicedOf, orderLocks } from "./doors.ts";

let d: InvoiceDesk;
beforeAll(async () => {
  d = await InvoiceDesk.of(await testApp());
});
const job = async (name: string): Promise<void> => {
  await enqueue(d.app.db, name, {}, {}, d.app.clock.now());
  await d.app.runJobs();
};
const keyed = <T extends object>(body: T) => ({ ...body, idempotency_key: crypto.randomUUID() });
const service = (amount: number) => ({ part: "service" as const, amount });
const embassy = (amount: number) => ({ part: "embassy" as const, amount });
const leftOf = async (peer_id: number, id: number) => {
  const { list } = await d.maker.call("invoice_invoiceable_query", { peer_id });
  const o = list.find((x) => x.order_id === id);
  return [o?.service_left, o?.embassy_left];
};

describe("finance 16: what may be invoiced", () => {
  test("finance 16: gift money is no part of it; a special request is split, its tax reckoned line by line, one group", async () => {
    const peer = await d.peer(104_540, 20_000);
    const o = await d.tour(peer);
    const { list } = await d.maker.call("invoice_invoiceable_query", { peer_id: peer });
    expect(list).toMatchObject([
      {
        order_id: o.id,
        paid: 112_800,
        gift: 8_260,
        refunded: 0,
        invoiced: 0,
        service_left: 33_040,
        embassy_left: 71_500,
        left: 104_540,
        is_open: true,
      },
    ]);
    const made = await d.ask(o, [service(33_040), embassy(71_500)], { kind: "special" });
    expect(made.note).toBe("代收签证费不得开具专用发票，已拆分为普票");
    expect(made.list).toMatchObject([
      { kind: "special", amount: 33_040, tax: 1_870 },
      { kind: "normal", amount: 71_500, tax: 0 },
    ]);
    const [one, two] = await Promise.all(made.list.map((i) => d.get(i.id)));
    expect(one?.group_no).toBe(one?.fp_no);
    expect(two?.group_no).toBe(one?.fp_no);
    expect(one?.partners).toMatchObject([{ id: two?.id }]);
    expect(one?.lines).toMatchObject([{ order_no: o.order_no, tax_rate_bp: 600, tax: 1_870 }]);
    expect(await leftOf(peer, o.id)).toEqual([0, 0]);
    expect(await invoicedOf(d.app.db, o.id)).toEqual({ service: 33_040, embassy: 71_500 });
  });

  test("finance 16: a second request hears that nothing is left; a refused one gives its amount back", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(41_300)]);
    expect(list[0]?.tax).toBe(2_338);
    expect(await refusalOf(d.maker.raw("invoice_add", keyed(askBody(o, [service(1)]))))).toEqual([
      "invoiceable_not_enough",
      "可开票金额不足：剩余 ¥0.00",
    ]);
    const id = list[0]?.id ?? 0;
    await d.checker.call("invoice_reject", { ...(await d.seen(id)), reject_code: "title", reason: "抬头与合同不一致" });
    expect(await leftOf(o.peer_id, o.id)).toEqual([41_300, 71_500]);
  });

  test("an order of another peer, another's title and two customers on one paper are refused", async () => {
    const [one, other] = [await d.tour(await d.peer(112_800)), await d.tour(await d.peer(112_800))];
    const foreign = await d.maker.raw(
      "invoice_add",
      keyed({ ...askBody(one, [service(1)]), lines: [{ order_id: other.id, ...service(1) }] }),
    );
    expect(foreign.msg).toBe("订单不属于该同行");
    const book = await d.maker.call("invoice_title_add", { peer_id: other.peer_id, ...TITLE });
    const { title: _, ...untitled } = askBody(one, [service(1)]);
    const titled = await d.maker.raw("invoice_add", keyed({ ...untitled, title_id: book.id }));
    expect(titled.msg).toBe("抬头不属于该同行");
  });
});
const askBody = (o: { id: number; peer_id: number }, lines: { part: "service" | "embassy"; amount: number }[]) => ({
  peer_id: o.peer_id,
  title: TITLE,
  kind: "normal" as const,
  remark: "",
  lines: lines.map((l) => ({ ...l, order_id: o.id })),
});

describe("finance 15: two people", () => {
  test("finance 15: whoever asked cannot pass it, not by the table either", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(10_000)]);
    const id = list[0]?.id ?? 0;
    expect(await refusalOf(d.maker.raw("invoice_approve", keyed(await d.seen(id))))).toEqual([
      "maker_is_checker",
      "不能审核自己提交的单据",
    ]);
    await expect(rows(d.app.db, q`update invoices set decided_by = created_by where id = ${id}`)).rejects.toThrow(/invoices_checker/);
    await d.approve(id);
    expect((await d.get(id)).invoice_status).toBe("to_issue");
  });
  test("only its maker takes a request back; a stale one is told so", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(10_000)]);
    const id = list[0]?.id ?? 0;
    expect((await d.checker.raw("invoice_withdraw", await d.seen(id))).msg).toBe("只有申请人可以撤销");
    const before = await d.seen(id);
    await d.maker.call("invoice_withdraw", before);
    expect((await d.maker.raw("invoice_withdraw", before)).status).toBe(409);
    expect(await leftOf(o.peer_id, o.id)).toEqual([41_300, 71_500]);
  });
});

describe("issuing", () => {
  test("twenty digits, once, not tomorrow, in an open month, with its file; then it is told to whom it is for", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(20_000)]);
    const id = list[0]?.id ?? 0;
    await d.approve(id);
    expect((await d.maker.raw("invoice_issued", await d.issuedBody(id))).msg).toContain("状态已变化");
    const sheet = await d.start(id);
    const body = await d.issuedBody(id);
    const tried = async (more: object) =>
      (await d.maker.raw("invoice_issued", { ...body, ...more, idempotency_key: crypto.randomUUID() })).msg;
    expect(await tried({ invoice_no: "123" })).toBe("发票号码须为20位数字");
    expect(await tried({ files: [] })).toBe("请上传发票文件");
    expect(await tried({ issued_on: "2099-01-01" })).toBe("日期不能晚于今天");
    await rows(
      d.app.db,
      q`insert into periods (month, period_status, held_by, closed_by, held_at, closed_at, created_at, updated_at)
        select '2026-09', 'closed', ${d.maker.id}, ${d.checker.id}, t, t, t, t from (select ${d.app.clock.now()}::timestamptz as t) x`,
    );
    expect(await tried({ issued_on: "2026-09-30" })).toBe("2026-09 已结账，请改用开放期间的日期");
    await d.maker.call("invoice_issued", body);
    const issued = await d.get(id);
    expect(issued).toMatchObject({ invoice_status: "issued", invoice_no: body.invoice_no, delivery: "recorded", files: body.files });
    expect(issued.sendings.map((s) => [s.way, s.sent_as])).toEqual([
      ["短信", "未接通，已记录"],
      ["邮件", "未接通，已记录"],
    ]);
    expect(JSON.stringify(issued)).not.toContain("13900001234");
    const other = await d.ask(o, [service(1_000)]);
    const next = other.list[0]?.id ?? 0;
    await d.approve(next);
    await d.start(next);
    const twice = await d.maker.raw("invoice_issued", { ...(await d.issuedBody(next)), invoice_no: body.invoice_no });
    expect(twice.msg).toContain("发票号码已登记");
    expect(sheet).not.toBeNull();
  });

  test("the sheet for the tax office is its maker's, each paper in it is logged as seen, after seven days it is gone", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(20_000)]);
    const id = list[0]?.id ?? 0;
    await d.approve(id);
    const sheet = (await d.start(id)) ?? 0;
    const again = (await d.start(id)) ?? 0;
    expect(again).toBeGreaterThan(sheet);
    expect((await d.checker.raw("invoice_sheet_get", { id: sheet })).msg).toBe("开票表不存在或无权下载");
    const { url } = await d.maker.call("invoice_sheet_get", { id: sheet });
    const file = await d.app.http.inject({ method: "GET", url });
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
    const looks = await row<{ n: number }>(
      d.app.db,
      q`select count(*)::int as n from operation_logs where noun = 'invoice' and noun_id = ${String(id)} and kind = 'reveal'`,
    );
    expect(looks?.n).toBe(3);
    await rows(d.app.db, q`update invoice_sheets set expires_at = ${d.app.clock.now()} where id = ${sheet}`);
    expect((await d.maker.raw("invoice_sheet_get", { id: sheet })).msg).toBe("文件已过期，请重新导出");
  });

  test("a sheet of numbers is tried first and registered then; what is wrong is said row by row, files follow", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(20_000)]);
    const paper = list[0] ?? { id: 0, fp_no: "" };
    await d.approve(paper.id);
    await d.start(paper.id);
    const no = d.number();
    const sheet = [
      { fp_no: paper.fp_no, invoice_no: no, issued_on: "2026/11/20" },
      { fp_no: paper.fp_no, invoice_no: d.number(), issued_on: "2026-11-20" },
      { fp_no: "FP0", invoice_no: d.number(), issued_on: "2026-11-20" },
      { fp_no: "FP1", invoice_no: "12", issued_on: "2026-11-20" },
    ];
    const faults = [null, "与第2行的单号重复", "单号不存在或无权查看", "发票号码须为20位数字"];
    const trial = await d.maker.call("invoice_sheet_import", keyed({ rows: sheet, dry_run: true }));
    expect([trial.done, trial.rows.map((r) => r.fault)]).toEqual([0, faults]);
    expect((await d.get(paper.id)).invoice_status).toBe("issuing");
    const done = await d.maker.call("invoice_sheet_import", keyed({ rows: sheet, dry_run: false }));
    expect([done.done, done.rows.map((r) => r.fault)]).toEqual([1, faults]);
    expect(await d.get(paper.id)).toMatchObject({ invoice_no: no, issued_on: "2026-11-20", delivery: "no_file" });
    const { files } = await d.issuedBody(paper.id);
    await d.maker.call("invoice_file_add", { ...(await d.seen(paper.id)), files });
    expect((await d.get(paper.id)).delivery).toBe("recorded");
  });

  test("what is issued in a closed month holds its order; a work order of its peer finds it", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(20_000)]);
    const paper = list[0] ?? { id: 0, fp_no: "" };
    await d.issue(paper.id);
    expect(await orderLocks(d.app.db, o.id, null)).toEqual([]);
    await rows(d.app.db, q`update invoices set issued_on = '2026-09-30' where id = ${paper.id}`);
    expect(await orderLocks(d.app.db, o.id, null)).toEqual([`发票 ${paper.fp_no} 在已结账的 2026-09，不能回退`]);
    expect(await invoiceNoOf(d.app.db, { id: paper.id, peer_id: o.peer_id })).toBe(paper.fp_no);
    expect(await invoiceNoOf(d.app.db, { id: paper.id, peer_id: o.peer_id + 1 })).toBeNull();
  });
});

describe("what a special invoice costs more", () => {
  const withRate = (bp: number) => rows(d.app.db, q`update finance_settings set special_surcharge_bp = ${bp} where id = 1`);
  test("paid at once out of the peer's money where it agreed to that; earned when the paper is issued", async () => {
    await withRate(300);
    const o = await d.tour(await d.peer(200_000, 0, { auto_deduct: true }));
    const { list } = await d.ask(o, [service(40_000)], { kind: "special" });
    const id = list[0]?.id ?? 0;
    await d.approve(id);
    const paper = await d.get(id);
    expect(paper).toMatchObject({ invoice_status: "to_issue", surcharge: 1_200 });
    expect(paper.lines[0]?.diff_no).toMatch(/^BC/);
    await d.start(id);
    await d.maker.call("invoice_issued", await d.issuedBody(id));
    const earned = await row<{ n: number }>(
      d.app.db,
      q`select -sum(l.amount)::int8 as n from journal_lines l join ledger_accounts a on a.id = l.account_id where l.order_id = ${o.id} and a.code = 'revenue' and a.kind = 'invoice_surcharge'`,
    );
    expect(earned?.n).toBe(1_200);
    await withRate(0);
  });
  test("else it waits for the difference; called off, the paper is refused; taken back, the difference is called off", async () => {
    await withRate(300);
    const o = await d.tour(await d.peer(200_000));
    const asked = async () => {
      const { list } = await d.ask(o, [service(10_000)], { kind: "special" });
      const id = list[0]?.id ?? 0;
      await d.approve(id);
      const diffs = await d.checker.call("order_diff_query", { order_id: o.id });
      const { lines } = await d.get(id);
      return { id, diff: diffs.list.find((x) => x.diff_no === lines[0]?.diff_no) };
    };
    const one = await asked();
    expect((await d.get(one.id)).invoice_status).toBe("awaiting_surcharge");
    expect(one.diff).toMatchObject({ amount: 300, diff_status: "pending", fee_kind: "invoice_surcharge" });
    await d.checker.call("order_diff_deduct", keyed({ id: one.diff?.id ?? 0, version: one.diff?.version ?? 0 }));
    await job("invoice_surcharge");
    expect((await d.get(one.id)).invoice_status).toBe("to_issue");
    const two = await asked();
    await d.checker.call("order_diff_cancel", { id: two.diff?.id ?? 0, version: two.diff?.version ?? 0 });
    await job("invoice_surcharge");
    expect(await d.get(two.id)).toMatchObject({ invoice_status: "rejected", reject_code: "surcharge" });
    const three = await asked();
    await d.maker.call("invoice_withdraw", await d.seen(three.id));
    const after = await d.checker.call("order_diff_query", { order_id: o.id });
    expect(after.list.find((x) => x.id === three.diff?.id)?.diff_status).toBe("cancelled");
    await withRate(0);
  });
});

describe("finance 24: what is typed", () => {
  test("finance 24: a wrong tax number, money that is none and a number too large are refused at their fields", async () => {
    const o = await d.tour(await d.peer(112_800));
    const tried = async (more: object) => {
      const answer = await d.maker.raw("invoice_add", keyed({ ...askBody(o, [service(1)]), ...more } as never));
      return [answer.status, answer.msg];
    };
    expect((await tried({ title: { ...TITLE, tax_no: `${TITLE.tax_no.slice(0, 17)}${TITLE.tax_no.endsWith("0") ? "1" : "0"}` } }))[1]).toBe(
      "税号校验不通过",
    );
    expect(await tried({ title: { ...TITLE, tax_no: "12" } })).toEqual([400, expect.stringContaining("税号校验不通过")]);
    for (const amount of [-1, 0.5, 2 ** 53])
      expect(await tried({ lines: [{ order_id: o.id, part: "service", amount }] })).toEqual([400, expect.stringContaining("金额")]);
    expect((await tried({ title: { ...TITLE, title_type: "person", tax_no: "" }, kind: "special" }))[1]).toBe("个人抬头只能开普票");
  });
  test("account and mobile stand masked everywhere, in full only by a look that is logged", async () => {
    const o = await d.tour(await d.peer(112_800));
    const { list } = await d.ask(o, [service(1_000)]);
    const id = list[0]?.id ?? 0;
    const stored = await row<object>(d.app.db, q`select * from invoices where id = ${id}`);
    expect(JSON.stringify(stored)).not.toMatch(/6225880123456789|13900001234/);
    expect(await d.checker.call("invoice_reveal", { id })).toEqual({
      bank_account: "6225880123456789",
      email: "fapiao@example.com",
      mobile: "13900001234",
    });
  });
});
