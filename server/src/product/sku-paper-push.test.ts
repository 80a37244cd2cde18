import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/sql.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { OrderDesk, PLAIN_SKU, type Made } from "../testing/make/order.ts";

let app: TestApp;
let maker: Client;
let desk: OrderDesk;
let skuId: number;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("product");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  skuId = await desk.sku(PLAIN_SKU);
});

type Papers = NonNullable<InputOf<"sku_update">["papers"]>;
type Impact = OutputOf<"sku_paper_impact_query">;
const sku = (): Promise<OutputOf<"sku_edit_get">> => maker.call("sku_edit_get", { id: skuId });
const impact = (more: Partial<InputOf<"sku_paper_impact_query">> = {}, as = maker): Promise<Impact> =>
  as.call("sku_paper_impact_query", { sku_id: skuId, page_size: 100, ...more });
const save = async (change: (papers: Papers) => Papers): Promise<void> => {
  const { id, version, papers } = await sku();
  await maker.call("sku_update", { id, version, papers: change(papers) });
};
const push = async (applicant_ids: number[], as = maker) =>
  as.call("sku_paper_push_add", {
    sku_id: skuId,
    version: (await sku()).version,
    applicant_ids,
    expected_count: applicant_ids.length,
    idempotency_key: randomUUID(),
  });
const results = async (id: number, as = maker) => (await as.call("sku_paper_push_result_query", { push_id: id })).list;
const slotsOf = async (id: number) => new Map((await desk.person(id)).materials.map((m) => [m.name, m]));
const paper = async (kind: number, name: string, times: Partial<Papers[number]> = {}): Promise<Papers[number]> => {
  const document = await app.db
    .selectFrom("documents")
    .select("id")
    .where("kind", "=", kind)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return {
    identity: "employed",
    document_id: document.id,
    owner: "must",
    when: "always",
    group_key: "",
    need_n: 1,
    copies: null,
    note: "",
    ...times,
  };
};
const paid = async (people = 1): Promise<Made> => {
  const o = await desk.order({ people });
  await desk.pay(o.id);
  return o;
};
const one = (o: Made): number => o.people[0] ?? 0;
const reminds = (id: number) =>
  rows<{ kind: string; content: string; remind_status: string }>(
    app.db,
    q`select kind, content, remind_status from order_reminds where applicant_id = ${id} order by id`,
  );
const NEW = "近3年申根签证页";
const GONE = "行程单";
const MORE = "身份证正反面";
/** One paper is new, one leaves, of one there are two copies. */
const changed = async (papers: Papers): Promise<Papers> => {
  const [gone, more] = [await paper(1, GONE), await paper(1, MORE)];
  return [
    ...papers.filter((p) => p.document_id !== gone.document_id).map((p) => (p.document_id === more.document_id ? { ...p, copies: 2 } : p)),
    await paper(1, NEW),
  ];
};
let before: Papers;

describe("the impact of a paper list", () => {
  let fresh: number;
  let late: number;
  beforeAll(async () => {
    fresh = one(await paid());
    late = one(await paid());
    await desk.handIn(late);
    before = (await sku()).papers;
  });

  test("nobody is named while the list is as it was sold; a dry run of another list keeps nothing", async () => {
    expect(await impact()).toMatchObject({ list: [], total: 0, people: 0, hidden: 0 });
    const dry = await impact({ papers: await changed(before) });
    expect(dry.list.map((a) => [a.applicant_id, a.is_supplement])).toEqual([
      [fresh, false],
      [late, true],
    ]);
    expect(dry.list[0]?.changes).toEqual([
      { kind: "copies", name: MORE, before: "1份", after: "2份", files: 0 },
      { kind: "add", name: NEW, before: null, after: "必交", files: 0 },
      { kind: "cancel", name: GONE, before: null, after: null, files: 0 },
    ]);
    // What is handed in stays, and is said.
    expect(dry.list[1]?.changes.find((c) => c.kind === "cancel")?.files).toBe(1);
    expect((await sku()).papers).toEqual(before);
    expect(await impact()).toMatchObject({ people: 0 });
  });

  test("saving gives it to nobody; those picked get it, each order says so, and the reminder ends when all is handed in", async () => {
    const next = await changed(before);
    await save(() => next);
    expect((await slotsOf(fresh)).has(NEW)).toBe(false);
    const made = await push([late]);
    expect(made).toMatchObject({ push_state: "running", total: 1, waiting: 1 });
    // Nothing moves before the job runs.
    expect((await slotsOf(late)).has(NEW)).toBe(false);
    await app.runJobs();
    expect(await maker.call("sku_paper_push_get", { id: made.id })).toMatchObject({ push_state: "done", done: 1, waiting: 0, failed: 0 });
    expect(await results(made.id)).toMatchObject([
      { applicant_id: late, outcome: "done", msg: `新增${NEW}；取消${GONE}；${MORE}由1份改为2份（1项已传的文件保留）` },
    ]);
    const slots = await slotsOf(late);
    expect([slots.get(NEW)?.material_status, slots.get(GONE)?.material_status, slots.get(GONE)?.files]).toEqual(["missing", "waived", 1]);
    expect([slots.get(MORE)?.copies, slots.get(MORE)?.material_status]).toEqual([2, "submitted"]);
    expect((await slotsOf(fresh)).has(NEW)).toBe(false);
    const log = await row<{ reason: string; changes: { label: string; before: unknown; after: unknown }[] }>(
      app.db,
      q`select reason, changes from order_logs where applicant_id = ${late} and label = '资料清单变更'`,
    );
    expect(log?.reason).toContain("推送了商品资料清单的变更");
    expect(log?.changes.map((c) => [c.label, c.before, c.after])).toEqual([
      [`${MORE}份数`, "1份", "2份"],
      ["新增资料", null, NEW],
      ["取消资料", GONE, null],
    ]);
    // He had handed everything in: a supplement request with a message, and the state stays.
    expect((await desk.person(late)).applicant_status).toBe("pre_review");
    expect(await reminds(late)).toMatchObject([
      { kind: "supplement", content: `商品资料清单变更，需补交：${MORE}（共2份）、${NEW}`, remind_status: "open" },
    ]);
    expect(
      await rows(app.db, q`select 1 from outbound_messages where template = 'material_supplement' and content like ${`%${NEW}%`}`),
    ).toHaveLength(1);
    await desk.handIn(late);
    expect((await reminds(late)).map((r) => r.remind_status)).toEqual(["done"]);
  });

  test("who has the list already is not named again; a later change of his data does not take it away", async () => {
    expect((await impact()).list.map((a) => a.applicant_id)).toEqual([fresh]);
    const p = await desk.person(late);
    await desk.call("applicant_update", { id: late, version: p.version, marital: "married" });
    expect((await slotsOf(late)).get(NEW)?.material_status).toBe("submitted");
  });

  test("what comes back to the list is asked for again with its files", async () => {
    const back = await paper(1, GONE);
    await save((papers) => [...papers, back]);
    expect((await impact()).list.find((a) => a.applicant_id === late)?.changes.map((c) => [c.kind, c.name])).toEqual([["add", GONE]]);
    await push([late]);
    await app.runJobs();
    expect((await slotsOf(late)).get(GONE)?.material_status).toBe("submitted");
  });
});

describe("whom a push reaches", () => {
  let people: number[];
  let approved: number;
  let held: number;
  beforeAll(async () => {
    await save(() => before);
    people = (await paid(3)).people;
    approved = one(await paid());
    held = one(await paid());
    await desk.handIn(approved);
    await desk.passItems(approved);
    await desk.move("applicant_hold", held, { hold_party: "customer", reason: "客户出差不便补料" });
    const next = await changed((await sku()).papers);
    await save(() => next);
  });

  test("what is approved is neither cancelled nor changed", async () => {
    const { list } = await impact({ change: "cancel" });
    expect(list.map((a) => a.applicant_id)).not.toContain(approved);
    await push([approved]);
    await app.runJobs();
    const slots = await slotsOf(approved);
    expect([slots.get(GONE)?.material_status, slots.get(MORE)?.material_status, slots.get(MORE)?.copies]).toEqual(["passed", "passed", 1]);
    expect(slots.get(NEW)?.material_status).toBe("missing");
  });

  test("a held person is named with the reason and cannot get it", async () => {
    const found = (await impact()).list.find((a) => a.applicant_id === held);
    expect(found?.blocked).toBe("申请人已挂起：客户出差不便补料");
    const { pickable, total } = await impact();
    expect(pickable).toBe(total - 1);
    const { id } = await push([held]);
    await app.runJobs();
    expect(await results(id)).toMatchObject([{ outcome: "refused", msg: "申请人已挂起：客户出差不便补料" }]);
    expect((await slotsOf(held)).has(NEW)).toBe(false);
  });

  test("pages and filters name the same people; everybody a filter matches gets it, if it still matches as many", async () => {
    const { order_no } = (await impact()).list.find((a) => a.applicant_id === people[0]) ?? { order_no: "" };
    expect((await impact({ keyword: order_no.toLowerCase() })).total).toBe(3);
    const first = await impact({ keyword: order_no, page: 1, page_size: 2 });
    const second = await impact({ keyword: order_no, page: 2, page_size: 2 });
    expect([...first.list, ...second.list].map((a) => a.applicant_id)).toEqual(people);
    expect((await impact({ applicant_status: "in_embassy" })).total).toBe(0);
    const { version } = await sku();
    const ask = { sku_id: skuId, version, filter: { keyword: order_no }, idempotency_key: randomUUID() };
    const { code } = await maker.refused("sku_paper_push_add", { ...ask, expected_count: 2 });
    expect(code).toBe("count_changed");
    const made = await maker.call("sku_paper_push_add", { ...ask, expected_count: 3, idempotency_key: randomUUID() });
    expect(made.total).toBe(3);
    await app.runJobs();
    expect((await results(made.id)).map((r) => [r.applicant_id, r.outcome])).toEqual(people.map((id) => [id, "done"]));
    expect((await impact({ keyword: order_no })).total).toBe(0);
    // A second push finds nothing to do.
    const again = await push(people);
    await app.runJobs();
    expect(await maker.call("sku_paper_push_get", { id: again.id })).toMatchObject({ push_state: "done", same: 3, done: 0 });
  });

  test("a push made from an older list of the product is refused, and so is one of nobody or of another product's people", async () => {
    const { version } = await sku();
    const ask = { sku_id: skuId, version, applicant_ids: people, expected_count: 3, idempotency_key: randomUUID() };
    expect((await maker.refused("sku_paper_push_add", { ...ask, version: version - 1 })).answer.msg).toBe(
      "商品已被修改，请重新查看受影响的申请人",
    );
    expect(
      (await maker.refused("sku_paper_push_add", { sku_id: skuId, version, expected_count: 1, idempotency_key: randomUUID() })).answer.msg,
    ).toContain("请选择要推送的申请人");
    const other = await maker.refused("sku_paper_push_add", { ...ask, sku_id: await desk.sku("KR-TOUR-S-01"), version: 1 });
    expect(other.code).toBe("count_changed");
  });
});

describe("scope and the job", () => {
  let outsider: Client;
  let mine: number;
  let foreign: number;
  beforeAll(async () => {
    await save(() => before);
    await rows(
      app.db,
      q`insert into roles (name, note, module_group, data_scope) values ('只看自己的产品经理', '', ${[may.sku]}::int4[], 'own')`,
    );
    await rows(
      app.db,
      q`insert into workers (account, nickname, passwd, passwd_at, role_id) select 'product_own', '产品甲', passwd, passwd_at, (select max(id) from roles) from workers where account = 'product'`,
    );
    outsider = await app.as("product_own");
    [mine, foreign] = [one(await paid()), one(await paid())];
    const worker = await app.db.selectFrom("workers").select("id").where("account", "=", "product_own").executeTakeFirstOrThrow();
    await rows(app.db, q`update orders set cs_owner_id = ${worker.id} where id = (select order_id from applicants where id = ${mine})`);
    const next = await changed((await sku()).papers);
    await save(() => next);
  });

  test("people out of the data scope are counted, not named, and cannot be picked", async () => {
    const all = await impact();
    const own = await impact({}, outsider);
    expect(own.list.map((a) => a.applicant_id)).toEqual([mine]);
    expect([own.total, own.hidden]).toEqual([1, all.people - 1]);
    const { version } = await sku();
    const ask = { sku_id: skuId, version, expected_count: 2, idempotency_key: randomUUID() };
    const { code } = await outsider.refused("sku_paper_push_add", { ...ask, applicant_ids: [mine, foreign] });
    expect(code).toBe("count_changed");
    // All that he sees is one.
    expect((await outsider.refused("sku_paper_push_add", { ...ask, filter: {}, expected_count: all.total })).code).toBe("count_changed");
    const { id } = await push([foreign]);
    expect(await results(id, outsider)).toEqual([]);
    await maker.call("sku_paper_push_cancel", { id });
  });

  test("the same key starts one push", async () => {
    const { version } = await sku();
    const ask = { sku_id: skuId, version, applicant_ids: [mine], expected_count: 1, idempotency_key: randomUUID() };
    const first = await maker.call("sku_paper_push_add", ask);
    expect(await maker.call("sku_paper_push_add", ask)).toEqual(first);
    expect((await maker.call("sku_paper_push_query", { sku_id: skuId })).list.filter((p) => p.id >= first.id)).toHaveLength(1);
    await maker.call("sku_paper_push_cancel", { id: first.id });
  });

  test("a cancelled push changes nobody who still waited and says so; an ended one cannot be cancelled", async () => {
    const { id } = await push([mine, foreign]);
    await maker.call("sku_paper_push_cancel", { id });
    await app.runJobs();
    expect((await slotsOf(mine)).has(NEW)).toBe(false);
    expect(await maker.call("sku_paper_push_get", { id })).toMatchObject({ push_state: "cancelled", done: 0, waiting: 0 });
    expect((await results(id)).map((r) => [r.outcome, r.msg])).toEqual([
      ["cancelled", "推送已取消"],
      ["cancelled", "推送已取消"],
    ]);
    const { answer } = await maker.refused("sku_paper_push_cancel", { id });
    expect(answer.msg).toBe("推送已结束，不能取消");
  });

  test("a push that is asked to stop while it runs keeps what was done and leaves the rest", async () => {
    const { id } = await push([mine, foreign]);
    // As if it had been stopped after the first order: that one is told already.
    await rows(app.db, q`update sku_paper_push_people set outcome = 'done', msg = '新增' where push_id = ${id} and applicant_id = ${mine}`);
    await rows(app.db, q`update jobs set cancel_asked = true where id = (select job_id from sku_paper_pushes where id = ${id})`);
    await app.runJobs();
    expect(await maker.call("sku_paper_push_get", { id })).toMatchObject({ push_state: "cancelled", done: 1, waiting: 0 });
    expect((await results(id)).map((r) => r.outcome)).toEqual(["done", "cancelled"]);
    expect((await slotsOf(foreign)).has(NEW)).toBe(false);
  });
});
