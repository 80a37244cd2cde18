/** Reasons, mail centres, and what the first verdicts say about papers. */
import { beforeAll, describe, expect, test } from "vitest";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk, type Made } from "../../testing/make/order.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

type Reason = OutputOf<"reject_reason_query">["list"][number];
const reasons = async (): Promise<Reason[]> => (await admin.call("reject_reason_query", { page_size: 100 })).list;
const reasonOf = async (code: string): Promise<Reason> => {
  const found = (await reasons()).find((r) => r.code === code);
  if (!found) throw new Error(`no reason ${code}`);
  return found;
};
const key = () => ({ idempotency_key: crypto.randomUUID() });
const handedIn = async (): Promise<{ order: Made; person: number }> => {
  const order = await desk.order();
  await desk.pay(order.id);
  const person = order.people[0] ?? 0;
  await desk.handIn(person);
  return { order, person };
};
const elecOf = async (person: number) => {
  const m = (await desk.person(person)).materials.find((x) => x.kind === 1 && x.material_status === "submitted");
  if (!m) throw new Error("no paper was handed in");
  return m;
};
const reject = async (person: number, reject_code: string) => {
  const { id, version } = await elecOf(person);
  return desk.call("applicant_material_reject", { id, version, reject_code });
};

describe("不合格原因库", () => {
  test("a new reason is offered at once, by kind, the usual ones of the paper first; a name stands once", async () => {
    const { id } = await admin.call("reject_reason_add", { text: "照片有阴影", advice: "请在均匀光线下重拍", kinds: [4] });
    const made = (await reasons()).find((r) => r.id === id);
    expect(made).toMatchObject({ code: `r${id}`, text: "照片有阴影", used_90: 0, papers: 0, status: 1 });
    const photo = await row<{ id: number }>(app.db, q`select id from documents where kind = 4 order by id limit 1`);
    await rows(app.db, q`update documents set reason_ids = array[${id}]::int8[] where id = ${photo?.id}`);
    const offered = (await admin.call("reject_reason_pick", { document_id: photo?.id ?? 0 })).list;
    expect(offered[0]?.code).toBe(`r${id}`);
    expect(offered.every((r) => r.kinds.includes(4))).toBe(true);
    expect((await admin.refused("reject_reason_add", { text: "照片有阴影", advice: "", kinds: [4] })).code).toBe("duplicate");
    const stale = await admin.raw("reject_reason_update", { id, version: 9, text: "照片有阴影", advice: "", kinds: [4] });
    expect(stale.status).toBe(409);
  });

  test("what a reviewer says must be in use and meant for the paper's kind; the customer gets the advice", async () => {
    const { person } = await handedIn();
    const m = await elecOf(person);
    const refused = (reject_code: string) => desk.refused("applicant_material_reject", { id: m.id, version: m.version, reject_code });
    expect((await refused("nonsense")).msg).toContain("不合格原因不存在或已禁用");
    const photo = (await reasons()).find((r) => r.text === "照片有阴影");
    expect((await refused(photo?.code ?? "")).msg).toContain("「照片有阴影」不适用于");
    const seal = await reasonOf("seal");
    await admin.call("reject_reason_disable", { id: seal.id, version: seal.version });
    expect((await refused("seal")).msg).toContain("不合格原因不存在或已禁用");
    await admin.call("reject_reason_enable", { id: seal.id, version: seal.version + 1 });
    await reject(person, "seal");
    await desk.move("applicant_review_reject", person, {});
    const sent = await row<{ content: string }>(
      app.db,
      q`select content from outbound_messages where template = 'material_supplement' order by id desc limit 1`,
    );
    expect(sent?.content).toContain(`${m.name}（${seal.text}：${seal.advice}）`);
  });

  test("merging moves papers and figures, and what was said stays readable", async () => {
    const { order, person } = await handedIn();
    const m = await elecOf(person);
    await reject(person, "corners");
    const [from, into] = [await reasonOf("corners"), await reasonOf("unclear")];
    expect(from.used_90).toBe(1);
    const both = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from documents where reason_ids @> ${[from.id]}::int8[] or reason_ids @> ${[into.id]}::int8[]`,
    );
    expect(from.papers).toBeGreaterThan(0);
    const input = { id: from.id, version: from.version, into_id: into.id };
    expect(await admin.call("reject_reason_merge", { ...input, ...key() })).toEqual({ papers: from.papers });
    const [gone, kept] = [await reasonOf("corners"), await reasonOf("unclear")];
    expect(gone).toMatchObject({ status: 0, merged_into: into.text, papers: 0, used_90: 0 });
    expect(kept).toMatchObject({ status: 1, papers: both?.n, used_90: into.used_90 + 1 });
    const twice = await row(app.db, q`select 1 from documents where cardinality(array_positions(reason_ids, ${into.id}::int8)) > 1`);
    expect(twice).toBeUndefined();
    const shown = await (await app.as("admin")).call("applicant_get", { order_id: order.id, id: person });
    expect(shown.materials.find((x) => x.id === m.id)).toMatchObject({ reject_code: "corners", reject_reason: from.text });
    expect((await admin.refused("reject_reason_enable", { id: from.id, version: gone.version })).answer.msg).toContain("已并入另一条原因");
    expect((await admin.refused("reject_reason_merge", { ...input, version: gone.version, ...key() })).code).toBe("state_changed");
    expect(
      (await admin.refused("reject_reason_merge", { id: into.id, version: kept.version, into_id: from.id, ...key() })).answer.msg,
    ).toContain("已禁用");
  });

  test("a merge into a reason that is merged later leads to the last one", async () => {
    const add = async (text: string): Promise<number> => (await admin.call("reject_reason_add", { text, advice: "", kinds: [1] })).id;
    const [a, b, c] = [await add("甲乙丙一"), await add("甲乙丙二"), await add("甲乙丙三")];
    await admin.call("reject_reason_merge", { id: a, version: 1, into_id: b, ...key() });
    await admin.call("reject_reason_merge", { id: b, version: 2, into_id: c, ...key() });
    expect(new Set((await reasons()).filter((r) => r.merged_into === "甲乙丙三").map((r) => r.id))).toEqual(new Set([a, b]));
  });

  test("a kind of paper never loses its last reason", async () => {
    await rows(app.db, q`update reject_reasons set kinds = array_remove(kinds, 5) where code <> 'pages'`);
    const pages = await reasonOf("pages");
    expect((await admin.refused("reject_reason_disable", { id: pages.id, version: pages.version })).answer.msg).toBe(
      "申请表资料将没有可选的原因，请先新增",
    );
    const { text, advice } = pages;
    const without = admin.refused("reject_reason_update", { id: pages.id, version: pages.version, text, advice, kinds: [1] });
    expect((await without).code).toBe("guard_failed");
  });
});

describe("收件中心", () => {
  const form = (name: string, more: object = {}) => ({
    name,
    contact: "王收件",
    mobile: "13800000001",
    address: { province_code: "310000", city_code: "310100", county_code: "310101", detail: "演示路1号" },
    hours: "",
    note: "",
    ...more,
  });
  const centre = async (id: number) => {
    const found = (await admin.call("mail_centre_query", {})).list.find((c) => c.id === id);
    if (!found) throw new Error("centre is missing");
    return found;
  };

  test("its address is checked against the library and shown whole; a name stands once", async () => {
    const { id } = await admin.call("mail_centre_add", form("北区收件（演示）"));
    expect(await centre(id)).toMatchObject({ address_text: "上海市黄浦区演示路1号", mobile: "13800000001", used_count: 0, status: 1 });
    const wrong = { province_code: "310000", city_code: "310100", county_code: "", detail: "演示路1号" };
    const refusal = await admin.refused("mail_centre_add", form("另一处", { address: wrong }));
    expect(refusal.answer).toMatchObject({ msg: "请选择区县", body: { code: "bad_input", issues: [{ path: "address" }] } });
    expect((await admin.refused("mail_centre_add", form("北区收件（演示）"))).code).toBe("duplicate");
    expect((await admin.raw("mail_centre_add", form("第三处", { mobile: "1380000" }))).status).toBe(400);
    await admin.call("mail_centre_update", { id, version: 1, ...form("北区收件（演示）", { hours: "工作日 9–18 点" }) });
    expect(await centre(id)).toMatchObject({ hours: "工作日 9–18 点", version: 2 });
    expect((await admin.call("mail_centre_pick", { keyword: "北区" })).list).toEqual([
      { id, name: "北区收件（演示）", contact: "王收件", address_text: "上海市黄浦区演示路1号" },
    ]);
  });

  test("base-data 13, 14: in use it cannot be disabled, with the count the list shows; replaced, it can", async () => {
    const used = (await admin.call("mail_centre_query", { is_used: true })).list[0];
    if (!used) throw new Error("the catalogue uses no centre");
    expect(used.used_count).toBeGreaterThan(0);
    const products = await admin.call("mail_centre_product_query", { record_id: used.id, sku_status: ["on_sale"], page_size: 100 });
    expect(products.total).toBe(used.used_count);
    const input = { id: used.id, version: used.version };
    const refusal = await admin.refused("mail_centre_disable", { ...input, used_count: used.used_count });
    expect(refusal.answer.msg).toBe(`有${used.used_count}个在售商品使用，请先替换`);
    expect((await admin.refused("mail_centre_disable", { ...input, used_count: 0 })).code).toBe("count_changed");
    const order = await desk.order();
    const { id: to_id } = await admin.call("mail_centre_add", form("南区收件（演示）"));
    const all = await admin.call("mail_centre_product_query", { record_id: used.id, page_size: 100 });
    const sku_ids = all.list.map((p) => p.id);
    const done = await admin.call("mail_centre_replace", { id: used.id, to_id, sku_ids, expected_count: sku_ids.length, ...key() });
    expect(done.done).toBe(sku_ids.length);
    expect((await centre(to_id)).used_count).toBe(used.used_count);
    await admin.call("mail_centre_disable", { ...input, used_count: 0 });
    expect((await admin.call("mail_centre_pick", {})).list.map((c) => c.id)).not.toContain(used.id);
    expect((await desk.facts(order.id)).snapshot.receive_address?.mail_centre_id).toBe(used.id);
    expect((await admin.refused("mail_centre_remove", { id: used.id, version: used.version + 1 })).answer.msg).toBe("已被使用，只能禁用");
  });
});

describe("首次通过率", () => {
  const count = async (): Promise<void> => {
    await rows(app.db, q`delete from jobs where job = 'document_stat'`);
    await rows(app.db, q`delete from job_slots where job = 'document_stat'`);
    app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
    await app.runJobs();
  };
  const statOf = (id: number) =>
    row<{ reviewed_90: number; passed_90: number; first_pass_rate: number | null; after_reviewed: number; before_reviewed: number }>(
      app.db,
      q`select reviewed_90, passed_90, first_pass_rate, before_reviewed, after_reviewed from document_stats where document_id = ${id}`,
    );

  test("the first verdict counts: a paper passed after a rejection was rejected first", async () => {
    await rows(app.db, q`truncate material_rejections`);
    await rows(app.db, q`update applicant_materials set material_status = 'submitted', round = 0, reviewed_at = null`);
    const [first, second] = [await handedIn(), await handedIn()];
    const m = await elecOf(first.person);
    const paper = m.document_id ?? 0;
    await reject(first.person, "seal");
    await desk.call("applicant_material_upload", {
      id: m.id,
      version: m.version + 1,
      files: [{ file: await desk.file(), page_no: 1 }],
      doc_date: desk.today(),
    });
    const again = await elecOf(first.person);
    await desk.call("applicant_material_pass", { id: again.id, version: again.version });
    const other = (await desk.person(second.person)).materials.find((x) => x.document_id === paper);
    await desk.call("applicant_material_pass", { id: other?.id ?? 0, version: other?.version ?? 0 });
    expect(await admin.call("elec_review_get", { id: paper })).toEqual({
      reviewed: 2,
      passed: 1,
      rate: null,
      reasons: [{ code: "seal", text: "缺少公章或签字", n: 1 }],
    });
    await count();
    expect(await statOf(paper)).toMatchObject({ reviewed_90: 2, passed_90: 1, first_pass_rate: null });
  });

  test("90 days of every paper, and 30 days on both sides of its last edit; worst papers first", async () => {
    const papers = await rows<{ id: number }>(app.db, q`select id from documents where kind = 1 order by id limit 2`);
    const [bad, good] = papers.map((p) => p.id);
    await rows(app.db, q`truncate material_rejections`);
    await rows(
      app.db,
      q`update applicant_materials set document_id = ${good}, round = 0, material_status = 'submitted', reviewed_at = null`,
    );
    const some = await rows<{ id: number }>(app.db, q`select id from applicant_materials order by id limit 12`);
    const now = app.clock.now().getTime();
    const days = (n: number): Date => new Date(now - n * 86_400_000);
    const judge = async (id: number, paper: number | undefined, ago: number, code: string | null): Promise<void> => {
      await rows(
        app.db,
        q`update applicant_materials set document_id = ${paper}, material_status = 'passed', round = ${code === null ? 0 : 1}, reviewed_at = ${days(ago)} where id = ${id}`,
      );
      if (code !== null)
        await rows(
          app.db,
          q`insert into material_rejections (material_id, document_id, round, reject_code, at) values (${id}, ${paper}, 1, ${code}, ${days(ago)})`,
        );
    };
    // 20 days ago the text was changed: two of six passed before it, three of four since; one verdict is too old.
    const verdicts: [number, string | null][] = [
      [40, "seal"],
      [35, "seal"],
      [30, "amount"],
      [28, "seal"],
      [25, null],
      [22, null],
      [15, null],
      [10, null],
      [5, "pages"],
      [1, null],
      [91, "pages"],
    ];
    for (const [i, [ago, code]] of verdicts.entries()) await judge(some[i]?.id ?? 0, bad, ago, code);
    await judge(some[11]?.id ?? 0, good, 3, null);
    await rows(app.db, q`update documents set requirement = requirement || '。', updated_at = ${days(20)} where id = ${bad}`);
    await rows(app.db, q`update documents set remark = '不是给客户看的', updated_at = ${days(2)} where id = ${bad}`);
    await count();
    expect(await statOf(bad ?? 0)).toEqual({ reviewed_90: 10, passed_90: 5, first_pass_rate: 0.5, before_reviewed: 6, after_reviewed: 4 });
    const { list, at } = await admin.call("elec_quality_get", {});
    expect(at).toBe(app.clock.now().toISOString());
    expect(list.map((p) => [p.id, p.rejected_90])).toEqual([
      [bad, 5],
      [good, 0],
    ]);
    expect(list[0]).toMatchObject({ first_pass_rate: 0.5, before_rate: 2 / 6, after_rate: null, text_at: days(20).toISOString() });
    expect(list[0]?.reasons.map((r) => [r.text, r.n])).toEqual([
      ["缺少公章或签字", 3],
      ["金额不足", 1],
      ["页数不全", 1],
    ]);
    expect(await admin.call("elec_review_get", { id: bad ?? 0 })).toMatchObject({ reviewed: 11, passed: 5 });
  });

  test("a paper of another kind is like none, and the figures need the paper's own code", async () => {
    const mail = await row<{ id: number }>(app.db, q`select id from documents where kind = 2 limit 1`);
    expect((await admin.refused("elec_review_get", { id: mail?.id ?? 0 })).code).toBe("not_found");
    expect((await (await app.as("finance")).raw("elec_quality_get", {})).status).toBe(403);
  });
});
