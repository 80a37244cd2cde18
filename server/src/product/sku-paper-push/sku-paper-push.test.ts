import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { GONE, MORE, NEW, paperList, type PaperList, type Papers } from "../../testing/make/paper-list.ts";

let app: TestApp;
let list: PaperList;
beforeAll(async () => {
  app = await testApp();
  list = await paperList(app);
});

const reminds = (id: number) =>
  rows<{ kind: string; content: string; remind_status: string }>(
    app.db,
    q`select kind, content, remind_status from order_reminds where applicant_id = ${id} order by id`,
  );
let before: Papers;

describe("the impact of a paper list", () => {
  let fresh: number;
  let late: number;
  beforeAll(async () => {
    fresh = await list.person();
    late = await list.person();
    await list.desk.handIn(late);
    before = (await list.sku()).papers;
  });

  test("nobody is named while the list is as it was sold; a dry run of another list keeps nothing", async () => {
    expect(await list.impact()).toMatchObject({ list: [], total: 0, people: 0, hidden: 0 });
    const dry = await list.impact({ papers: await list.changed(before) });
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
    expect((await list.sku()).papers).toEqual(before);
    expect(await list.impact()).toMatchObject({ people: 0 });
  });

  test("saving gives it to nobody; those picked get it, each order says so, and the reminder ends when all is handed in", async () => {
    const next = await list.changed(before);
    await list.save(next);
    expect((await list.slots(fresh)).has(NEW)).toBe(false);
    const made = await list.push([late]);
    expect(made).toMatchObject({ push_state: "running", total: 1, waiting: 1 });
    // Nothing moves before the job runs.
    expect((await list.slots(late)).has(NEW)).toBe(false);
    await app.runJobs();
    expect(await list.maker.call("sku_paper_push_get", { id: made.id })).toMatchObject({
      push_state: "done",
      done: 1,
      waiting: 0,
      failed: 0,
    });
    expect(await list.results(made.id)).toMatchObject([
      { applicant_id: late, outcome: "done", msg: `新增${NEW}；取消${GONE}；${MORE}由1份改为2份（1项已传的文件保留）` },
    ]);
    const slots = await list.slots(late);
    expect([slots.get(NEW)?.material_status, slots.get(GONE)?.material_status, slots.get(GONE)?.files]).toEqual(["missing", "waived", 1]);
    expect([slots.get(MORE)?.copies, slots.get(MORE)?.material_status]).toEqual([2, "submitted"]);
    expect((await list.slots(fresh)).has(NEW)).toBe(false);
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
    expect((await list.desk.person(late)).applicant_status).toBe("pre_review");
    expect(await reminds(late)).toMatchObject([
      { kind: "supplement", content: `商品资料清单变更，需补交：${MORE}（共2份）、${NEW}`, remind_status: "open" },
    ]);
    expect(
      await rows(app.db, q`select 1 from outbound_messages where template = 'material_supplement' and content like ${`%${NEW}%`}`),
    ).toHaveLength(1);
    await list.desk.handIn(late);
    expect((await reminds(late)).map((r) => r.remind_status)).toEqual(["done"]);
  });

  test("who has the list already is not named again; a later change of his data does not take it away", async () => {
    expect((await list.impact()).list.map((a) => a.applicant_id)).toEqual([fresh]);
    const p = await list.desk.person(late);
    await list.desk.call("applicant_update", { id: late, version: p.version, marital: "married" });
    expect((await list.slots(late)).get(NEW)?.material_status).toBe("submitted");
  });

  test("what comes back to the list is asked for again with its files", async () => {
    const back = await list.paper(GONE);
    await list.save([...(await list.sku()).papers, back]);
    expect((await list.impact()).list.find((a) => a.applicant_id === late)?.changes.map((c) => [c.kind, c.name])).toEqual([["add", GONE]]);
    await list.push([late]);
    await app.runJobs();
    expect((await list.slots(late)).get(GONE)?.material_status).toBe("submitted");
  });
});

describe("whom a push reaches", () => {
  let people: number[];
  let approved: number;
  let held: number;
  beforeAll(async () => {
    await list.save(before);
    people = (await list.paid(3)).people;
    approved = await list.person();
    held = await list.person();
    await list.desk.handIn(approved);
    await list.desk.passItems(approved);
    await list.desk.move("applicant_hold", held, { hold_party: "customer", reason: "客户出差不便补料" });
    const next = await list.changed((await list.sku()).papers);
    await list.save(next);
  });

  test("what is approved is neither cancelled nor changed", async () => {
    const cancelled = (await list.impact({ change: "cancel" })).list;
    expect(cancelled.map((a) => a.applicant_id)).not.toContain(approved);
    await list.push([approved]);
    await app.runJobs();
    const slots = await list.slots(approved);
    expect([slots.get(GONE)?.material_status, slots.get(MORE)?.material_status, slots.get(MORE)?.copies]).toEqual(["passed", "passed", 1]);
    expect(slots.get(NEW)?.material_status).toBe("missing");
  });

  test("a held person is named with the reason and cannot get it", async () => {
    const found = (await list.impact()).list.find((a) => a.applicant_id === held);
    expect(found?.blocked).toBe("申请人已挂起：客户出差不便补料");
    const { pickable, total } = await list.impact();
    expect(pickable).toBe(total - 1);
    const { id } = await list.push([held]);
    await app.runJobs();
    expect(await list.results(id)).toMatchObject([{ outcome: "refused", msg: "申请人已挂起：客户出差不便补料" }]);
    expect((await list.slots(held)).has(NEW)).toBe(false);
  });

  test("pages and filters name the same people; everybody a filter matches gets it, if it still matches as many", async () => {
    const { order_no } = (await list.impact()).list.find((a) => a.applicant_id === people[0]) ?? { order_no: "" };
    expect((await list.impact({ keyword: order_no.toLowerCase() })).total).toBe(3);
    const first = await list.impact({ keyword: order_no, page: 1, page_size: 2 });
    const second = await list.impact({ keyword: order_no, page: 2, page_size: 2 });
    expect([...first.list, ...second.list].map((a) => a.applicant_id)).toEqual(people);
    expect((await list.impact({ applicant_status: "in_embassy" })).total).toBe(0);
    const { version } = await list.sku();
    const ask = { sku_id: list.skuId, version, filter: { keyword: order_no }, idempotency_key: randomUUID() };
    const { code } = await list.maker.refused("sku_paper_push_add", { ...ask, expected_count: 2 });
    expect(code).toBe("count_changed");
    const made = await list.maker.call("sku_paper_push_add", { ...ask, expected_count: 3, idempotency_key: randomUUID() });
    expect(made.total).toBe(3);
    await app.runJobs();
    expect((await list.results(made.id)).map((r) => [r.applicant_id, r.outcome])).toEqual(people.map((id) => [id, "done"]));
    expect((await list.impact({ keyword: order_no })).total).toBe(0);
    // A second push finds nothing to do.
    const again = await list.push(people);
    await app.runJobs();
    expect(await list.maker.call("sku_paper_push_get", { id: again.id })).toMatchObject({ push_state: "done", same: 3, done: 0 });
  });

  test("a push made from an older list of the product is refused, and so is one of nobody or of another product's people", async () => {
    const { version } = await list.sku();
    const ask = { sku_id: list.skuId, version, applicant_ids: people, expected_count: 3, idempotency_key: randomUUID() };
    expect((await list.maker.refused("sku_paper_push_add", { ...ask, version: version - 1 })).answer.msg).toBe(
      "商品已被修改，请重新查看受影响的申请人",
    );
    expect(
      (await list.maker.refused("sku_paper_push_add", { sku_id: list.skuId, version, expected_count: 1, idempotency_key: randomUUID() }))
        .answer.msg,
    ).toContain("请选择要推送的申请人");
    const other = await list.maker.refused("sku_paper_push_add", { ...ask, sku_id: await list.desk.sku("KR-TOUR-S-01"), version: 1 });
    expect(other.code).toBe("count_changed");
  });
});

describe("rules of a group", () => {
  const FUNDS = ["近6个月银行流水", "存款证明", "个人所得税纳税记录"];
  test("a group that asks for one more counts by its open papers; the approved one keeps what it is", async () => {
    await list.save(before);
    const id = await list.person();
    const { materials_must } = await list.desk.person(id);
    const proof = (await list.slots(id)).get("近6个月银行流水");
    await list.desk.call("applicant_material_upload", {
      id: proof?.id ?? 0,
      version: proof?.version ?? 0,
      files: [{ file: await list.desk.file(), page_no: 1 }],
      doc_date: list.desk.today(),
    });
    await list.desk.passItems(id);
    await list.save(before.map((p) => (p.group_key === "" ? p : { ...p, need_n: 2 })));
    const found = (await list.impact()).list.find((a) => a.applicant_id === id);
    expect(found?.changes).toEqual(
      FUNDS.slice(1).map((name) => ({ kind: "rule", name, before: "必交，同组任选1", after: "必交，同组任选2", files: 0 })),
    );
    await list.push([id]);
    await app.runJobs();
    expect((await list.slots(id)).get("近6个月银行流水")).toMatchObject({ material_status: "passed", need_n: 1 });
    expect(await list.desk.person(id)).toMatchObject({ materials_must: materials_must + 1, materials_passed: 1 });
    // Nobody is asked to hand in a paper that is not new.
    expect(await reminds(id)).toEqual([]);
  });

  test("a form is neither added nor taken off: it follows the version the order was sold with", async () => {
    const form = await app.db.selectFrom("documents").select("id").where("kind", "=", 5).orderBy("id").executeTakeFirstOrThrow();
    const kinds = new Map((await list.sku()).documents.map((d) => [d.id, d.kind]));
    const papers = before.filter((p) => kinds.get(p.document_id) !== 5);
    expect(papers.length).toBeLessThan(before.length);
    const rule = { identity: "employed", owner: "must", when: "always", group_key: "", need_n: 1, copies: null, note: "" } as const;
    const names = (await list.impact({ papers: [...papers, { ...rule, document_id: form.id }] })).list.flatMap((a) =>
      a.changes.filter((c) => c.name.includes("申请表(")),
    );
    expect(names).toEqual([]);
  });
});
