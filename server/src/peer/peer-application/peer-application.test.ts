/** Companies that ask to become peers: handed in, mended, asked for again, decided by a second person. */
import { beforeAll, describe, expect, test } from "vitest";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { ApplicationDesk, letBdsReview } from "../../testing/make/peer-application.ts";
import { ownFile } from "../../testing/make/supplier.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { applicationAdd, type Doors } from "../index.ts";

let app: TestApp;
let admin: Client;
let maker: Client;
let mate: Client;
let desk: ApplicationDesk;
beforeAll(async () => {
  app = await testApp();
  await letBdsReview(app.db);
  [admin, maker, mate] = [await app.as("admin"), await app.as("business_1"), await app.as("business_2")];
  desk = new ApplicationDesk(app, maker, admin);
});
const activity: Doors["activity"] = {
  inviteOf: () => Promise.resolve(null),
  inviteBind: () => Promise.resolve(),
  registered: () => Promise.resolve(),
  names: () => Promise.resolve(new Map()),
};
const key = () => ({ idempotency_key: crypto.randomUUID() });
const of = ({ id, version }: { id: number; version: number }) => ({ id, version });
const PARSED = peerApplicationApi.peer_application_add.input;

describe("handing in", () => {
  test("peer 2: a code whose check character is wrong is refused at its field", async () => {
    const body = await desk.body();
    expect((await desk.handedIn({ ...body, credit_code: "91350100M000100Y43" })).application_status).toBe("pending");
    const answer = await maker.raw("peer_application_add", { ...body, credit_code: "91350100M000100Y44", ...key() });
    expect(answer.body).toMatchObject({ issues: [{ path: "credit_code", message: "信用代码校验位不正确" }] });
  });

  test("what is lacking is said all at once; what a source names is asked for", async () => {
    const lacking = await maker.raw("peer_application_add", {
      ...(await desk.body()),
      licence_no: "",
      travel_licence: [],
      business_licence_to: "2019-01-01",
      source: "fission",
      address: { province_code: "310000", city_code: "440300", county_code: "", detail: "中山路1号" },
      ...key(),
    });
    expect((lacking.body as { issues: unknown }).issues).toEqual([
      { path: "licence_no", message: "请输入许可证号" },
      { path: "travel_licence", message: "请上传旅行社许可证" },
      { path: "business_licence_to", message: "结束日期不能早于开始日期" },
      { path: "inviter_code", message: "请输入邀请码" },
      { path: "address", message: "地址编码不存在" },
    ]);
    const refused = async (more: object) => refusalOf(maker.raw("peer_application_add", { ...(await desk.body()), ...more, ...key() }));
    expect(await refused({ source: "bd" })).toEqual(["bad_input", "请选择商务"]);
    expect(await refused({ source: "bd", source_id: 987_654 })).toEqual(["bad_input", "商务须为启用的账号"]);
    expect(await refused({ source: "self", source_id: 1 })).toEqual(["bad_input", "该来源不用选择"]);
    expect((await refused({ business_licence: [] }))[1]).toBe("请上传营业执照");
  });

  test("one open application and one active peer of a code; both are named, and said while the code is typed", async () => {
    const first = await desk.handedIn();
    const { credit_code } = await desk.get(first.id);
    const again = async () => refusalOf(maker.raw("peer_application_add", { ...(await desk.body()), credit_code, ...key() }));
    expect(await again()).toEqual(["duplicate", `该企业已有待审核申请 ${first.application_no}`]);
    await desk.pass([first]);
    const peer = await row<{ short_name: string }>(app.db, q`select short_name from peers where credit_code = ${credit_code}`);
    expect(await again()).toEqual(["duplicate", `该企业已是同行「${peer?.short_name}」`]);
    expect(await maker.call("peer_application_check", { name: first.name, credit_code })).toMatchObject({
      fault: `该企业已是同行「${peer?.short_name}」`,
      similar: [{ name: first.name, likeness: 1 }],
    });
  });

  test("peer 4: submitted before a holiday, it is due at the end of the first working day after it", async () => {
    const other = await testApp({ now: "2026-04-30T08:00:00.000Z" });
    const { due_at } = await new ApplicationDesk(other, await other.as("business_1"), await other.as("admin")).handedIn();
    expect(due_at).toBe("2026-05-06T10:00:00.000Z");
  });

  test("a company hands itself in: nobody of the staff made it, and only who sees all sees it", async () => {
    const body = PARSED.parse({ ...(await desk.body()), ...key() });
    const made = await asWrite(app.db, null, app.clock.now(), (ctx) => applicationAdd(activity)(ctx, body, "device-1"));
    expect(await desk.get(made.id)).toMatchObject({ application_no: made.application_no, created_by: null, is_mine: false });
    expect((await maker.raw("peer_application_get", { id: made.id })).msg).toBe("入驻申请不存在或无权查看");
  });
});

describe("asked for again", () => {
  test("every named item has to change before it is handed in again; then it is due anew", async () => {
    const a = await desk.returned(["contact_mobile", "address", "business_licence"]);
    const resubmit = async () => refusalOf(maker.raw("peer_application_resubmit", of(await desk.get(a.id))));
    const update = async (more: object) => maker.call("peer_application_update", { ...of(await desk.get(a.id)), ...more });
    expect(await resubmit()).toEqual(["guard_failed", "以下内容尚未修改：手机、地址、营业执照"]);
    await update({ contact_mobile: "13600001234" });
    expect(await resubmit()).toEqual(["guard_failed", "以下内容尚未修改：地址、营业执照"]);
    await update({ address: { ...(await desk.get(a.id)).address, detail: "南京路2号" }, business_licence_to: "2030-01-01" });
    expect(await resubmit()).toEqual([undefined, ""]);
    expect(await desk.get(a.id)).toMatchObject({ application_status: "pending", round: 2, returned_items: [], reason_text: "" });
  });

  test("peer 4: returned and untouched for seven days it lapses, not a minute before", async () => {
    const other = await testApp({ now: "2026-09-20T02:00:00.000Z" });
    const there = new ApplicationDesk(other, await other.as("business_1"), await other.as("admin"));
    const a = await there.returned(["name"]);
    const stored = () =>
      row<{ state: string; reason_text: string }>(
        other.db,
        q`select application_status as state, reason_text from peer_applications where id = ${a.id}`,
      );
    for (const [at, is] of [
      ["2026-09-27T01:59:00.000Z", "returned"],
      ["2026-09-27T02:00:00.000Z", "withdrawn"],
    ] as const) {
      other.clock.set(at);
      await other.runJobs();
      expect([at, (await stored())?.state]).toEqual([at, is]);
    }
    expect((await stored())?.reason_text).toBe("超时未补充");
    const told = await rows<{ content: string }>(
      other.db,
      q`select content from outbound_messages where receiver_worker_id = ${there.maker.id} order by id`,
    );
    expect(told.at(-1)?.content).toContain("超时未补充，已撤回");
  });

  test("only who handed it in takes it back; what is decided is not edited", async () => {
    const a = await desk.handedIn();
    expect(await refusalOf(admin.raw("peer_application_withdraw", of(a)))).toEqual(["guard_failed", "只有提交人可以撤回"]);
    await maker.call("peer_application_withdraw", of(a));
    expect(await refusalOf(maker.raw("peer_application_update", { ...of(await desk.get(a.id)), note: "再试" }))).toEqual([
      "locked",
      "申请已处理，不能修改",
    ]);
  });
});

describe("a second person decides", () => {
  test("peer 3: who handed it in, who is named as its BD and who changed it never pass it, the administrator neither", async () => {
    const pass = async (a: { id: number }, by: Client) => refusalOf(desk.pass([await desk.get(a.id)], {}, by));
    const own = ["maker_is_checker", "不能审核自己提交的申请"];
    expect(await pass(await desk.handedIn({}, admin), admin)).toEqual(own);
    expect(await pass(await desk.handedIn({ source: "bd", source_id: admin.id }), admin)).toEqual(own);
    expect(await pass(await desk.handedIn(), maker)).toEqual(own);
    const changed = await desk.handedIn();
    await admin.call("peer_application_update", { ...of(changed), note: "已电话核实" });
    expect(await pass(changed, admin)).toEqual(["maker_is_checker", "不能审核自己修改过的申请，请由其他审核人处理"]);
    expect(await pass(changed, mate)).toEqual([undefined, ""]);
    // The table holds it as well.
    const waiting = await desk.handedIn({}, admin);
    const peer = q`(select max(id) from peers)`;
    await expect(
      rows(
        app.db,
        q`update peer_applications set application_status = 'approved', level_id = 'V1', decided_by = ${admin.id}, peer_id = ${peer} where id = ${waiting.id}`,
      ),
    ).rejects.toThrow("peer_applications_other_hand");
  });

  test("the queue shows it to whoever may decide, and to nobody who made it; counter, tab and list are one number", async () => {
    const a = await desk.handedIn({ source: "bd", source_id: mate.id });
    for (const [client, sees] of [
      [admin, true],
      [maker, false],
      [mate, false],
      [await app.as("business_3"), true],
    ] as const) {
      const tasks = await client.call("task_query", { queue: ["peer_apply"], scope: "mine", page_size: 100 });
      expect([client.id, tasks.list.some((t) => t.ref_no === a.application_no)]).toEqual([client.id, sees]);
      const listed = await client.call("peer_application_query", { queue: "peer_apply", page_size: 1 });
      expect(listed.total).toBe(tasks.total);
      expect((await client.call("order_stat_query", {}))["todo_peer_apply_count"]).toBe(tasks.total);
    }
  });

  test("rejected with a reason that its maker and the company are told", async () => {
    const a = await desk.handedIn();
    const body = { rows: [of(a)], reason_code: "untrue" as const, reason: "执照与登记不符", ...key() };
    expect(await admin.call("peer_application_reject", body)).toEqual({ results: [{ id: a.id, ok: true, msg: "" }], done: 1 });
    expect(await desk.get(a.id)).toMatchObject({
      application_status: "rejected",
      reason_code: "untrue",
      decided_by_name: "系统管理员",
      moves: [],
    });
    const told = await rows<{ channel: string; content: string; status: string }>(
      app.db,
      q`select channel, content, status from outbound_messages where ref_noun = 'peer_application' and ref_id = ${a.id} order by id`,
    );
    expect(told.map((t) => [t.channel, t.status, t.content.includes("信息不实：执照与登记不符")])).toEqual([
      ["in_app", "sent", true],
      ["sms", "no_provider", true],
    ]);
  });

  test("several are passed row by row: those with nothing against them, the others say why not", async () => {
    const [clean, own, late] = [
      await desk.handedIn(),
      await desk.handedIn({}, admin),
      await desk.handedIn({ travel_licence_to: "2026-12-01" }),
    ];
    const { body } = await desk.pass([late, clean, own]);
    expect(body).toEqual({
      results: [
        { id: clean.id, ok: true, msg: "" },
        { id: own.id, ok: false, msg: "不能审核自己提交的申请" },
        { id: late.id, ok: false, msg: "有 1 项检查未通过，请打开详情单独审核" },
      ],
      done: 1,
    });
    expect((await desk.pass([late])).ret).toBe(0);
  });
});

describe("sight", () => {
  test("peer 24: own: seen, counted, exported and opened by who handed it in or won it, and by nobody else", async () => {
    await rows(app.db, q`update roles set data_scope = 'own' where name = '客服'`);
    const [one, two, three] = [await app.as("service_1"), await app.as("service_2"), await app.as("service_3")];
    const keyword = "朝花夕拾";
    const a = await desk.handedIn({ name: `${keyword}旅行社有限公司`, source: "bd", source_id: two.id }, one);
    const { business_licence } = await desk.get(a.id);
    for (const [client, n] of [
      [one, 1],
      [two, 1],
      [three, 0],
    ] as const) {
      expect((await client.call("peer_application_query", { keyword })).total).toBe(n);
      expect((await client.raw("peer_application_get", { id: a.id })).ret).toBe(n === 1 ? 0 : 5);
      expect((await client.raw("file_link_get", { key: business_licence[0], noun: "peer_application", noun_id: a.id })).ret).toBe(
        n === 1 ? 0 : 5,
      );
      const note = await client.raw("peer_application_update", { ...of(await desk.get(a.id)), note: `看过${n}` });
      expect([note.ret, note.msg]).toEqual(n === 1 ? [0, ""] : [5, "入驻申请不存在或无权查看"]);
    }
    await rows(app.db, q`update roles set data_scope = 'team' where name = '客服'`);
  });

  test("a new file is its caller's own; those that hang there may be sent again", async () => {
    const a = await desk.handedIn();
    const { business_licence } = await desk.get(a.id);
    const mine = await ownFile(app.db, mate.id, app.clock.now());
    const update = async (business: string[]) =>
      (await mate.raw("peer_application_update", { ...of(await desk.get(a.id)), business_licence: business })).msg;
    expect(await update([...business_licence, mine])).toBe("");
    expect(await update([await ownFile(app.db, maker.id, app.clock.now())])).toBe("营业执照文件不存在，请重新上传");
  });
});
