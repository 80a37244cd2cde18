/** 导入订单: order 20 at its full size, what is told of each row, and what happens when it is sent twice or at once. */
import { beforeAll, expect, it } from "vitest";
import { addDays } from "../../base-data/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { importHand, importKey as key, type ImportHand, type ImportRow } from "../../testing/make/order-import.ts";
import { makePeer } from "../../testing/make/peer.ts";

let app: TestApp;
let hand: ImportHand;
beforeAll(async () => {
  app = await testApp();
  hand = await importHand(app);
});

it(
  "order 20: 500 rows with 3 bad ones create nothing and name 3 errors; corrected, whole groups once, also when sent twice",
  { timeout: 240_000 },
  async () => {
    const good = Array.from({ length: 500 }, (_, i) => hand.line(`G${Math.floor(i / 10) + 1}`));
    const bad = good.map((r, i) =>
      i === 7 ? { ...r, passport_no: "E1234567" } : i === 123 ? { ...r, identity: "" } : i === 499 ? { ...r, birth_date: "2026-02-30" } : r,
    );
    const before = await hand.counts();
    const tried = await hand.check(bad);
    expect([tried.group_count, tried.person_count, tried.fault_rows, tried.doubts]).toEqual([50, 500, 3, []]);
    expect(tried.faults).toEqual([
      { row: 9, column: "护照号", message: "请输入正确的护照号" },
      { row: 125, column: "身份", message: "请填写身份" },
      { row: 501, column: "出生日期", message: "请填写日期，如 2026-12-20" },
    ]);
    const refused = await hand.send(bad, tried.seen);
    expect([refused.ret, refused.msg, (refused.body as { faults: unknown }).faults]).toEqual([
      19,
      "有 3 行错误，请修正后重新导入",
      tried.faults,
    ]);
    expect(await hand.counts()).toEqual(before);

    const { seen, amount_payable, faults } = await hand.check(good);
    expect([faults, amount_payable > 0]).toEqual([[], true]);
    const body = { rows: good, seen, ...key() };
    const answers = await Promise.all([hand.admin.raw("order_import", body), hand.admin.raw("order_import", body)]);
    expect(answers.map((a) => a.ret)).toEqual([0, 0]);
    const [id, ...same] = answers.map((a) => (a.body as { id: number }).id);
    expect(same).toEqual([id]);
    // One of a worker at a time, whatever its key.
    const other = await hand.send(good, seen);
    expect(other.msg).toBe("您有一份订单正在导入，请等它完成再导入");
    expect((await hand.admin.call("order_import_get", {})).found?.id).toBe(id);
    await app.runJobs();
    const made = await hand.told(id ?? 0);
    expect([made.import_status, made.done_count, made.results.every((r) => r.order_no !== null && r.lines.length === 10)]).toEqual([
      "done",
      50,
      true,
    ]);
    const after = await hand.counts();
    expect(after).toEqual({ orders: (before?.orders ?? 0) + 50, people: (before?.people ?? 0) + 500, imports: (before?.imports ?? 0) + 1 });
    const again = await hand.admin.raw("order_import", body);
    expect([again.ret, again.headers["idempotency-replayed"], (again.body as { id: number }).id]).toEqual([0, "true", id]);
    // With another key it is seen that all of it is there.
    expect((await hand.send(good, seen)).msg).toBe("预检后价格或数据已变化，请重新预检");
    await app.runJobs();
    expect(await hand.counts()).toEqual(after);
  },
);

it("what was imported is an order as it is entered by hand: its owner, its price, its papers, its log, no number in clear", async () => {
  const sheet = [
    hand.line("8001", {
      partner_order_no: "OTA-8001",
      note: "靠窗",
      surname_en: "ZHANG",
      id_card_no: "11010519491231002X",
      birth_date: "",
      gender: "",
    }),
    { ...hand.line("8001"), contact_name: "", contact_mobile: "", sku_no: "", travel_date: String(serialOf(hand.travel)), return_mode: "" },
  ];
  const made = await hand.imported(sheet);
  const [result] = made.results;
  const o = await hand.admin.call("order_get", { id: result?.order_id ?? 0 });
  expect(o).toMatchObject({
    source: "import",
    flow: "pay_first",
    order_status: "pending_payment",
    partner_order_no: "OTA-8001",
    travel_date: hand.travel,
    return_mode: "pickup",
    customer_note: "靠窗",
    created_by_name: expect.stringMatching(/./),
    applicant_count: 2,
  });
  expect(o.amount_payable).toBe(
    (await hand.check(sheet.map((r, i) => (i === 0 ? { ...r, partner_order_no: "OTA-8002" } : r)))).amount_payable,
  );
  const stored = await rows<{ birth_date: string; gender: string; materials: number; created_by: number }>(
    app.db,
    q`select birth_date, gender, created_by, (select count(*)::int from applicant_materials m where m.applicant_id = a.id) materials
      from applicants a where order_id = ${o.id} order by seq`,
  );
  expect(stored[0]).toMatchObject({ birth_date: "1949-12-31", gender: "female", created_by: hand.admin.id });
  expect(stored.every((p) => p.materials > 0)).toBe(true);
  const [log] = (await hand.admin.call("order_log_query", { order_id: o.id })).list.slice(-1);
  expect([log?.label, log?.actor_kind]).toEqual(["导入订单", "staff"]);
  const acts = await rows<{ actor_id: number; text: string }>(
    app.db,
    q`select actor_id, row_to_json(l)::text as text from operation_logs l where l.endpoint = 'order_import'`,
  );
  expect(acts.every((l) => l.actor_id === hand.admin.id && !l.text.includes("11010519491231002X"))).toBe(true);
  const kept = await rows<{ text: string }>(
    app.db,
    q`select row_to_json(i)::text as text from order_imports i union all select row_to_json(j)::text from jobs j where j.job = 'order_import'
      union all select row_to_json(k)::text from idempotency_keys k where k.endpoint = 'order_import'`,
  );
  expect(kept.filter((k) => /11010519491231002X|E2\d{7}|1390000\d{4}/.test(k.text))).toEqual([]);
  expect(await row(app.db, q`select 1 from order_imports where waiting is not null`)).toBeUndefined();
});
const serialOf = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

it("every fault of a row is told with its column and what to do, and never what stands in the cell", async () => {
  const closed = await makePeer(app.db, { business_kind: "ticket" }, app.clock.now());
  await rows(app.db, q`update peers set peer_status = 'closed', closed_at = ${app.clock.now()} where id = ${closed.id}`);
  const no = await row<{ peer_no: string }>(app.db, q`select peer_no from peers where id = ${closed.id}`);
  const twin = hand.line("7003");
  const sheet: ImportRow[] = [
    hand.line("", { contact_mobile: "13900007000" }),
    hand.line("7001", { contact_mobile: "123", gender: "未知", identity: "海员", id_card_no: "3.20505E+17", travel_date: "昨天" }),
    hand.line("7002", { sku_no: "没有\u0000的", peer_no: "TY\u0000999", gender: "未知" }),
    twin,
    { ...twin, name_cn: "张三", contact_name: "王五", travel_date: addDays(hand.travel, 1) },
    hand.line("7004", { peer_no: (no?.peer_no ?? "").toLowerCase() }),
    hand.line("7005", { household_province: "广东", household_city: "深圳" }),
    hand.line("7006", { urgent: "飞速", return_mode: "快递", province: "江苏", city: "苏州", county: "", detail: "" }),
    hand.line("7007", { travel_date: "2020-01-01", passport_issue_date: "2030-01-01", passport_expiry_date: "2029-01-01" }),
    hand.line("7008", { partner_order_no: "OTA-8001" }),
    hand.line("7009", { name_cn: '=HYPERLINK("http://x")', note: "x".repeat(501) }),
    hand.line("7010", { name_cn: "张\u0000三", mobile: "138****8000" }),
  ];
  const { faults, fault_rows } = await hand.check(sheet);
  const said = faults.map((f) => `${f.row} ${f.column}：${f.message}`);
  expect(said).toEqual([
    "2 组号：请填写组号",
    "3 性别：请填写男或女",
    "3 身份证号：号码被表格改成了科学计数，请把该列设为文本后重新填写",
    "3 身份：请填写：在职人员、自由职业/无业、退休人员、在校学生、学龄前儿童、通用身份",
    "3 出行日期：请填写日期，如 2026-12-20",
    "3 联系手机：请输入正确的手机号",
    "4 同行编码：没有这个同行编码，请核对；直客留空",
    "4 商品编码：没有这个商品编码，请在商品列表核对",
    "4 性别：请填写男或女",
    "6 联系人：与同组第5行的联系人不一致，请改为相同或留空",
    "6 出行日期：与同组第5行的出行日期不一致，请改为相同或留空",
    "6 护照号：与第5行的护照号相同，同一订单不能有两位相同的申请人",
    "7 同行编码：该同行已停用，不能下单",
    expect.stringMatching(/^8 户籍省：.*不受理/),
    expect.stringMatching(/^9 加急档：该商品没有/),
    "9 详细地址：快递回寄请填写详细地址",
    "9 区：请填写区",
    "10 有效期：有效期须晚于签发日",
    "10 出行日期：出行日期不能早于今天",
    expect.stringMatching(/^11 渠道订单号：渠道订单号已存在：V/),
    "12 姓名：请输入中文",
    "12 备注：客户留言最多500个字符",
    "13 姓名：姓名含有无法保存的字符",
    "13 手机：手机号是脱敏显示的内容，请输入完整内容",
  ]);
  expect(fault_rows).toBe(new Set(faults.map((f) => f.row)).size);
  expect(JSON.stringify(faults)).not.toMatch(/HYPERLINK|138\*\*\*\*|E2\d{7}|3\.20505/);
});

it("what may be a second order is asked about once, and then made", async () => {
  const sheet = [hand.line("6001"), { ...hand.line("6002"), contact_mobile: "13910006001" }, hand.line("6003")];
  const { doubts, faults, seen } = await hand.check(sheet);
  expect([faults, doubts]).toEqual([[], [{ row: 3, column: "联系手机", message: "与第2行（另一组）的联系手机、商品和出行日期相同" }]]);
  const asked = await hand.send(sheet, seen);
  expect([asked.ret, asked.msg]).toEqual([10, "有 1 处可能重复下单，确认仍要导入吗？"]);
  const sent = await hand.send(sheet, seen, { confirm_duplicate: true });
  await app.runJobs();
  const made = await hand.told((sent.body as { id: number }).id);
  expect(made.results.map((r) => [r.order_no !== null, r.faults])).toEqual([
    [true, []],
    [true, []],
    [true, []],
  ]);
  const again = await hand.check([{ ...sheet[2], passport_no: "E29999999" }]);
  expect(again.doubts[0]?.message).toBe(`24小时内已有相同联系人、商品和出行日期的订单 ${made.results[2]?.order_no}`);
});

it("what changes between the confirmation and its turn stops that group alone; without the right nothing is made from then on, and each group says so", async () => {
  const sheet = [hand.line("5001"), hand.line("5002", { partner_order_no: "OTA-5002" }), hand.line("5003")];
  const { seen } = await hand.check(sheet);
  const { body } = await hand.send(sheet, seen);
  await rows(app.db, q`update orders set partner_order_no = 'OTA-5002' where id = (select max(id) from orders where source = 'import')`);
  await app.runJobs();
  const made = await hand.told((body as { id: number }).id);
  expect(made.results.map((r) => [r.lines, r.order_id !== null, r.faults.map((f) => f.message.slice(0, 8))])).toEqual([
    [[2], true, []],
    [[3], false, ["渠道订单号已存在"]],
    [[4], true, []],
  ]);

  const last = [hand.line("5004")];
  const sent = await hand.send(last, (await hand.check(last)).seen);
  const { id } = sent.body as { id: number };
  await rows(app.db, q`update order_imports set created_by = (select id from workers where account = 'leaver01') where id = ${id}`);
  const before = await hand.counts();
  await app.runJobs();
  expect(await hand.counts()).toEqual(before);
  const STOPPED = "账号已停用或不再有代客下单权限，本组没有导入";
  expect(
    await row(
      app.db,
      q`select import_status, waiting, results -> 0 -> 'faults' -> 0 ->> 'message' as said from order_imports where id = ${id}`,
    ),
  ).toEqual({
    import_status: "done",
    waiting: null,
    said: STOPPED,
  });
});
