/** Leads: registered at the desk or from a sheet, called, applied for, won; who sees them and who takes them over. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import type { Client } from "../../testing/client.ts";
import { leadBody, leadMobile, makeFair, makeLead } from "../../testing/make/exhibition.ts";
import { ApplicationDesk } from "../../testing/make/peer-application.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { ownFile } from "../../testing/make/supplier.ts";
import { personalErase } from "../index.ts";

let app: TestApp;
let admin: Client;
let bd: Client;
let other: Client;
beforeAll(async () => {
  app = await testApp();
  await rows(app.db, q`update roles set data_scope = 'own' where id = (select role_id from workers where account = 'business_1')`);
  [admin, bd, other] = [await app.as("admin"), await app.as("business_1"), await app.as("business_2")];
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
const refused = async (by: Client, name: Parameters<Client["raw"]>[0], body: object): Promise<[number | undefined, string]> => {
  const a = await by.raw(name, body);
  return [a.status === 200 ? a.ret : a.status, a.msg];
};
const now = (id: number, by = admin) => by.call("exhibition_lead_get", { id });
const of = async (id: number) => ({ id, version: (await now(id)).version });
const day = (n: number): string => dayOf(app.clock.now(), n);

describe("the desk", () => {
  test("a number is registered once at a fair, told while it is typed, and again at another", async () => {
    const [fair, next] = [await makeFair(bd, { staff_ids: [bd.id, other.id] }), await makeFair(bd)];
    const mobile = leadMobile();
    expect(await bd.call("exhibition_lead_check", { exhibition_id: fair.id, mobile })).toEqual({ peer: null, lead: null });
    const lead = await makeLead(bd, fair.id, { mobile, name: "诸葛访客", title: "总经理", note: "诸葛说过", next_follow_on: day(3) });
    await bd.call("exhibition_lead_follow", { ...(await of(lead.id)), text: "诸葛再谈" });
    expect([lead.kind, lead.owner_id, lead.mobile.includes("*")]).toEqual(["new", bd.id, true]);
    const known = await other.call("exhibition_lead_check", { exhibition_id: fair.id, mobile });
    // That it is taken and by which company: nothing of the person, the interest or what was said.
    expect(known).toEqual({ peer: null, lead: { id: lead.id, company: lead.company, lead_status: "contacted" } });
    expect(await refused(bd, "exhibition_lead_add", { ...leadBody(fair.id, { mobile }), ...key() })).toEqual([11, "该手机号已登记"]);
    expect((await makeLead(bd, next.id, { mobile })).exhibition_id).toBe(next.id);
    const seen = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from operation_logs where endpoint = 'exhibition_lead_check' and kind = 'reveal' and noun_id = ${String(fair.id)}`,
    );
    expect(seen?.n).toBe(2);
  });

  test("twenty at once with one number leave one lead", async () => {
    const fair = await makeFair(bd);
    const mobile = leadMobile();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => bd.raw("exhibition_lead_add", { ...leadBody(fair.id, { mobile }), ...key() })),
    );
    expect([all.filter((a) => a.ret === 0).length, all.filter((a) => a.ret === 11).length]).toEqual([1, 19]);
  });

  test("whoever is a peer of ours signs in, by its contact's number or a login's", async () => {
    const mobile = leadMobile();
    const peer = await makePeer(app.db, { contact_mobile: mobile });
    const fair = await makeFair(bd);
    const { peer: known } = await bd.call("exhibition_lead_check", { exhibition_id: fair.id, mobile });
    expect(known?.id).toBe(peer.id);
    expect(await makeLead(bd, fair.id, { mobile })).toMatchObject({ kind: "peer", peer_id: peer.id, is_late: false });
    expect(await bd.call("peer_exhibition_get", { id: fair.id })).toMatchObject({ lead_new: 0, lead_peer: 1 });
  });
});

test("a sheet is judged row by row; a dry run writes nothing", async () => {
  const fair = await makeFair(bd);
  const mine = leadMobile();
  await makePeer(app.db, { contact_mobile: mine });
  const [taken, twice] = [leadMobile(), leadMobile()];
  await makeLead(bd, fair.id, { mobile: taken });
  const line = (more: object) => ({
    company: "苏州行舟旅行社",
    name: "",
    mobile: leadMobile(),
    title: "",
    interest: "",
    note: "",
    ...more,
  });
  const sheet = [
    line({ interest: "高" }),
    line({ mobile: mine }),
    line({ mobile: taken }),
    line({ mobile: twice }),
    line({ mobile: twice }),
    line({ mobile: "12345" }),
    line({ interest: "很高" }),
    line({ company: "" }),
  ];
  const body = { exhibition_id: fair.id, rows: sheet };
  const dry = await bd.call("exhibition_lead_import", { ...body, dry_run: true, ...key() });
  expect(dry.rows.map((r) => [r.row, r.outcome, r.fault])).toEqual([
    [2, "add", null],
    [3, "sign_in", null],
    [4, "fault", "该手机号已登记"],
    [5, "add", null],
    [6, "fault", "与第5行的手机号重复"],
    [7, "fault", "请输入正确的手机号"],
    [8, "fault", "意向请填高、中或低"],
    [9, "fault", "请输入公司"],
  ]);
  expect([dry.done, (await bd.call("exhibition_lead_query", { exhibition_id: [fair.id] })).total]).toEqual([0, 1]);
  // Whose numbers are known was told, so it was a look.
  const looks = () =>
    row(
      app.db,
      q`select count(*)::int as n from operation_logs where endpoint = 'exhibition_lead_import' and kind = 'reveal' and noun_id = ${String(fair.id)}`,
    );
  expect(await looks()).toEqual({ n: 1 });
  await bd.call("exhibition_lead_import", { ...body, rows: [line({})], dry_run: true, ...key() });
  expect(await looks()).toEqual({ n: 1 });
  const done = await bd.call("exhibition_lead_import", { ...body, dry_run: false, ...key() });
  const said = await bd.call("peer_exhibition_log_query", { id: fair.id });
  expect(said.list.find((l) => l.reason?.startsWith("导入"))).toMatchObject({ reason: `导入 ${done.done} 条`, changes: [] });
  expect([done.done, (await bd.call("exhibition_lead_query", { exhibition_id: [fair.id] })).total]).toEqual([3, 4]);
});

test("called, given up, taken up again", async () => {
  const lead = await makeLead(bd, (await makeFair(bd)).id);
  const call = { text: "已加微信，下周报价" };
  expect(await refused(bd, "exhibition_lead_follow", { ...(await of(lead.id)), ...call, next_follow_on: day(0) })).toEqual([
    17,
    "下次跟进须在今天之后",
  ]);
  await bd.call("exhibition_lead_follow", { ...(await of(lead.id)), ...call, next_follow_on: day(3) });
  const page = await now(lead.id);
  expect(page).toMatchObject({ lead_status: "contacted", next_follow_on: day(3), follow_count: 1, last_follow: call.text });
  expect(page.follows).toMatchObject([{ text: call.text }]);
  await bd.call("exhibition_lead_lose", { ...(await of(lead.id)), reason_code: "price", reason: "嫌价格高" });
  expect(await now(lead.id)).toMatchObject({ lead_status: "lost", lost_reason: "价格：嫌价格高", next_follow_on: null });
  expect(await refused(bd, "exhibition_lead_follow", { ...(await of(lead.id)), ...call })).toEqual([2, "状态已变化，请刷新后再试"]);
  await bd.call("exhibition_lead_revive", await of(lead.id));
  expect(await now(lead.id)).toMatchObject({ lead_status: "contacted", lost_reason: "" });
});

describe("peer 24: whose they are", () => {
  test("peer 24: another's lead is not there, in no list, count, export or file", async () => {
    const lead = await makeLead(bd, (await makeFair(admin, { staff_ids: [bd.id, other.id] })).id);
    const not_there: [number, string] = [5, "线索不存在或无权查看"];
    expect(await refused(other, "exhibition_lead_get", { id: lead.id })).toEqual(not_there);
    expect(await refused(other, "exhibition_lead_update", { id: lead.id, version: 1, note: "改" })).toEqual(not_there);
    expect(await refused(other, "exhibition_lead_follow", { id: lead.id, version: 1, text: "打电话" })).toEqual(not_there);
    expect((await other.call("exhibition_lead_query", { exhibition_id: [lead.exhibition_id] })).total).toBe(0);
    await rows(app.db, q`update exhibition_leads set owner_id = ${other.id} where id = ${lead.id}`);
    expect((await now(lead.id, other)).id).toBe(lead.id);
  });

  test("peer 24: the queue holds new leads and those whose day has come, and tells what its list tells", async () => {
    const fair = await makeFair(bd);
    const [fresh, due, later] = [await makeLead(bd, fair.id), await makeLead(bd, fair.id), await makeLead(bd, fair.id)];
    for (const l of [due, later])
      await bd.call("exhibition_lead_follow", { ...(await of(l.id)), text: "已电话联系", next_follow_on: day(l === due ? 1 : 9) });
    const mine = async (): Promise<number[]> =>
      (await bd.call("exhibition_lead_query", { queue: "lead_follow", exhibition_id: [fair.id] })).list
        .map((l) => l.id)
        .toSorted((a, b) => a - b);
    expect(await mine()).toEqual([fresh.id]);
    await rows(app.db, q`update exhibition_leads set next_follow_on = ${day(0)} where id = ${due.id}`);
    expect(await mine()).toEqual([fresh.id, due.id]);
    const { total } = await bd.call("exhibition_lead_query", { queue: "lead_follow" });
    expect((await bd.call("task_query", { queue: ["lead_follow"], scope: "mine" })).total).toBe(total);
  });

  test("a new lead that nobody called for two working days is late", async () => {
    const fair = await makeFair(bd);
    const lead = await makeLead(bd, fair.id);
    expect((await now(lead.id)).is_late).toBe(false);
    await rows(app.db, q`update exhibition_leads set created_at = created_at - interval '7 days' where id = ${lead.id}`);
    expect((await now(lead.id)).is_late).toBe(true);
    expect((await bd.call("peer_exhibition_get", { id: fair.id })).uncalled).toBe(1);
    expect((await bd.call("exhibition_lead_query", { exhibition_id: [fair.id], is_late: true })).total).toBe(1);
  });
});

test("an application handed in by the fair takes its lead along, its approval wins it", async () => {
  const fair = await makeFair(bd);
  const desk = new ApplicationDesk(app, bd, admin);
  const mobile = leadMobile();
  const lead = await makeLead(bd, fair.id, { mobile });
  const source = { source: "exhibition" as const, source_id: fair.id, contact_mobile: mobile };
  const a = await desk.handedIn(source);
  expect(await now(lead.id)).toMatchObject({ lead_status: "applied", application_no: a.application_no });
  expect(await refused(bd, "exhibition_lead_update", { ...(await of(lead.id)), mobile: leadMobile() })).toEqual([
    15,
    "线索已提交申请，不能修改手机号",
  ]);
  await bd.call("peer_application_withdraw", { id: a.id, version: a.version });
  expect(await now(lead.id)).toMatchObject({ lead_status: "contacted", application_id: null });
  const again = await desk.handedIn(source);
  await admin.call("peer_application_approve", { rows: [{ id: again.id, version: again.version }], ...key() });
  const won = await now(lead.id);
  expect([won.lead_status, won.kind, won.peer_id !== null]).toEqual(["won", "new", true]);
  expect(await bd.call("peer_exhibition_get", { id: fair.id })).toMatchObject({ applied: 1, won: 1, first_orders: 0 });
});

describe("a lead registered after its application", () => {
  const desk = () => new ApplicationDesk(app, bd, admin);
  test("stands where the application stands, also out of a sheet", async () => {
    const fair = await makeFair(bd);
    const by = (contact_mobile: string) => ({ source: "exhibition" as const, source_id: fair.id, contact_mobile });
    const [waits, passed, listed] = [leadMobile(), leadMobile(), leadMobile()];
    const a = await desk().handedIn(by(waits));
    await desk().passed(by(passed));
    const third = await desk().handedIn(by(listed));
    expect(await makeLead(bd, fair.id, { mobile: waits })).toMatchObject({ lead_status: "applied", application_no: a.application_no });
    const won = await makeLead(bd, fair.id, { mobile: passed });
    expect([won.lead_status, won.kind, won.peer_id !== null]).toEqual(["won", "new", true]);
    const line = { company: "苏州行舟旅行社", name: "", mobile: listed, title: "", interest: "", note: "" };
    await bd.call("exhibition_lead_import", { exhibition_id: fair.id, rows: [line], dry_run: false, ...key() });
    const { list } = await bd.call("exhibition_lead_query", { exhibition_id: [fair.id], lead_status: ["applied"] });
    expect(new Set(list.map((l) => l.application_no))).toEqual(new Set([a.application_no, third.application_no]));
    expect(await bd.call("peer_exhibition_get", { id: fair.id })).toMatchObject({ lead_new: 3, lead_peer: 0, applied: 3, won: 1 });
  });

  test("leaves it again when the application says that it came by somebody else", async () => {
    const fair = await makeFair(bd);
    const mobile = leadMobile();
    const lead = await makeLead(bd, fair.id, { mobile });
    const a = await desk().handedIn({ source: "exhibition", source_id: fair.id, contact_mobile: mobile });
    const of_a = { id: a.id, version: a.version };
    expect(await refused(bd, "peer_application_update", { ...of_a, source: "bd" })).toEqual([17, "请选择商务"]);
    await bd.call("peer_application_update", { ...of_a, source: "self" });
    expect([
      (await bd.call("peer_application_get", { id: a.id })).source_id,
      (await now(lead.id)).lead_status,
      (await now(lead.id)).application_no,
    ]).toEqual([null, "contacted", null]);
  });
});

describe("what a fair leaves of people ends", () => {
  const before = new Date("2029-01-01T00:00:00Z");
  const erase = (isDry: boolean) => personalErase(app.db, before, isDry ? null : (work) => asWrite(app.db, null, app.clock.now(), work));
  const textOf = async (id: number) =>
    (
      await row<{ t: string }>(
        app.db,
        q`select to_jsonb(l)::text || coalesce((select string_agg(f.text, '') from exhibition_lead_follows f where f.lead_id = l.id), '') as t from exhibition_leads l where l.id = ${id}`,
      )
    )?.t ?? "";
  test("names, numbers, cards and words of leads go once the fair is long over; one that is applied for stays", async () => {
    // What other tests left goes first.
    await rows(app.db, q`update exhibition_leads set updated_at = '2029-06-01'`);
    await erase(false);
    const fair = await makeFair(bd);
    const card_file = await ownFile(app.db, bd.id, app.clock.now());
    const mobile = leadMobile();
    const lead = await makeLead(bd, fair.id, { name: "诸葛访客", title: "诸葛职务", note: "诸葛说过", card_file });
    await bd.call("exhibition_lead_follow", { ...(await of(lead.id)), text: "诸葛再谈" });
    await bd.call("exhibition_lead_lose", { ...(await of(lead.id)), reason_code: "other", reason: "诸葛不做了" });
    const waits = await makeLead(bd, fair.id, { mobile, name: "司马访客" });
    await new ApplicationDesk(app, bd, admin).handedIn({ source: "exhibition", source_id: fair.id, contact_mobile: mobile });
    await rows(app.db, q`update peer_exhibitions set end_on = '2029-01-01', start_on = '2028-12-30' where id = ${fair.id}`);
    expect(await erase(true)).toMatchObject({ records: 0 });
    await rows(app.db, q`update peer_exhibitions set end_on = '2028-12-31' where id = ${fair.id}`);
    const gone = { records: 1, people: 1, files: 1, kept: [] };
    expect([await erase(true), await erase(false), await erase(false)]).toEqual([
      gone,
      gone,
      { records: 0, people: 0, files: 0, kept: [] },
    ]);
    expect(await textOf(lead.id)).not.toMatch(/诸葛|"mobile_(sealed|hash|tail)": "/);
    expect(await now(lead.id)).toMatchObject({ company: lead.company, name: "已清理", mobile: "", lead_status: "lost", card_file: null });
    expect(await textOf(waits.id)).toContain("司马访客");
  });

  test("with a peer that is erased goes whoever of it was met", async () => {
    const mobile = leadMobile();
    const peer = await makePeer(app.db, { contact_mobile: mobile });
    await erase(false);
    const lead = await makeLead(bd, (await makeFair(bd)).id, { mobile, name: "诸葛老客" });
    await rows(app.db, q`update peers set peer_status = 'closed', closed_at = '2026-12-01' where id = ${peer.id}`);
    expect(await erase(true)).toMatchObject({ records: 1, people: 3 });
    expect(await erase(false)).toMatchObject({ records: 1, people: 3 });
    expect(await textOf(lead.id)).not.toContain("诸葛老客");
  });
});

test("who takes over holds the right; the leads of whoever leaves are his", async () => {
  const lead = await makeLead(bd, (await makeFair(bd)).id);
  const viewer = (await row<{ id: number }>(app.db, q`select id from workers where account = 'viewer'`))?.id;
  expect(await refused(bd, "exhibition_lead_update", { ...(await of(lead.id)), owner_id: viewer })).toEqual([
    17,
    "跟进人须在职，且有展会管理权限",
  ]);
  await bd.call("exhibition_lead_update", { ...(await of(lead.id)), owner_id: other.id });
  expect((await now(lead.id)).owner_id).toBe(other.id);
});
