import { beforeAll, describe, expect, test } from "vitest";
import { PAPER_NOUNS, PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { paperBodies } from "../../testing/once/paper.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
let made = 0;
const fresh = (what = "资料"): string => `${what}${(made += 1)}`;
const elec = (more: object = {}) => ({ ...paperBodies.elec(fresh()), ...key(), ...more });
const idOf = async (kind: number, name: string): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from documents where kind = ${kind} and name = ${name}`))?.id ?? 0;
interface Issues {
  issues: { path: string; message: string }[];
}
/** Status, first sentence and field of a refused call. */
async function fault(name: string, body: object): Promise<[number, string, string | undefined]> {
  const answer = await admin.raw(name, body);
  expect([answer.status, answer.ret]).not.toEqual([200, 0]);
  return [answer.status, answer.msg, (answer.body as Partial<Issues> | null)?.issues?.[0]?.path];
}

describe("base-data 20: fields that do not fit together are refused", () => {
  test.each<[string, object, string, string]>([
    ["a sub-type of another category", { category: 3, sub_type: "passport" }, "sub_type", "子类不属于所选的资料分类，请重新选择"],
    ["a category without its sub-type", { category: 3, sub_type: null }, "sub_type", "请选择子类"],
    ["a sub-type with category 8", { category: 8, sub_type: "other" }, "sub_type", "同行人资料没有子类，请清空"],
    ["an unknown sub-type", { sub_type: "nothing" }, "sub_type", "子类格式不正确"],
    ["no category", { category: undefined }, "category", "请选择资料分类"],
    ["several pages, but one", { page_type: 1, max_pages: 1 }, "max_pages", "多页资料的最多页数为2至50"],
    ["neither one page nor several", { page_type: undefined }, "page_type", "请选择单页或多页"],
    ["no requirement", { requirement: " " }, "requirement", "请输入要求"],
    ["no format", { formats: [] }, "formats", "请选择格式"],
    ["a name of one character", { name: "证" }, "name", "名称至少2个字符"],
  ])("elec: %s", async (_what, wrong, path, msg) => {
    expect(await fault("elec_add", elec(wrong))).toEqual([400, msg, path]);
  });

  test("what the table must know: country, reason, file", async () => {
    expect(await fault("elec_add", elec({ country_ids: ["ZZ"] }))).toEqual([200, "适用国家不存在，请重新选择", "country_ids"]);
    expect((await fault("elec_add", elec({ reason_ids: [99_999] })))[2]).toBe("reason_ids");
    expect((await fault("elec_add", elec({ samples_good: ["public/00/nothing00001.png"] })))[2]).toBe("samples_good");
  });

  test.each<[string, object, string, string]>([
    ["#FFF", { bg: "#FFF" }, "photo_rule.bg", "背景色格式应为#RRGGBB"],
    ["a ratio of its own in pixels", { w_px: 600 }, "photo_rule.w_px", "像素比例与毫米比例不一致"],
    ["a head as high as the photo", { head_max_mm: 45 }, "photo_rule.head_max_mm", "头部最大须小于照片的高"],
    ["no size", { w_mm: undefined }, "photo_rule.w_mm", "请输入照片尺寸"],
  ])("photo: %s", async (_what, wrong, path, msg) => {
    const body = paperBodies.photo(fresh("照片"));
    expect(await fault("photo_add", { ...body, photo_rule: { ...body.photo_rule, ...wrong }, ...key() })).toEqual([400, msg, path]);
  });

  test("application: a form to download needs the file, an official one its address; no category is taken", async () => {
    const body = { ...paperBodies.application(fresh("申请表")), ...key() };
    expect(await fault("application_add", { ...body, fill_mode: "pdf" })).toEqual([400, "请上传PDF表格", "pdf_file"]);
    expect(await fault("application_add", { ...body, fill_mode: "official" })).toEqual([400, "请输入官网地址", "official_url"]);
    expect((await fault("application_add", { ...body, fill_mode: "official", official_url: "javascript:alert(1)" }))[2]).toBe(
      "official_url",
    );
    expect((await fault("application_add", { ...body, category: 2 }))[1]).toContain("不支持的字段");
    const { id } = await admin.call("application_add", body);
    expect(await admin.call("application_get", { id })).toMatchObject({ category: 2, sub_type: "application", version_no: null });
  });
});

test.each(PAPER_NOUNS)("%s: added, listed, read, changed; a paper of another kind is like none", async (noun) => {
  const name = fresh(PAPERS[noun].label);
  const { id } = await admin.call(`${noun}_add`, { ...paperBodies[noun](name), ...key() });
  const { list } = await admin.call(`${noun}_query`, { keyword: name });
  expect(list).toMatchObject([{ id, name, status: 1, used_count: 0, updated_by_name: "系统管理员", country_names: [] }]);
  await admin.call(`${noun}_update`, { id, version: 1, requirement: "改过的要求", country_ids: ["JP"] });
  expect(await admin.call(`${noun}_get`, { id })).toMatchObject({
    name,
    requirement: "<p>改过的要求</p>",
    country_names: ["日本"],
    version: 2,
  });
  expect((await admin.raw(`${noun}_update`, { id, version: 1, remark: "晚了" })).status).toBe(409);
  const log = await row<{ noun_no: string; changes: { label: string; after: string }[] }>(
    app.db,
    q`select noun_no, changes from operation_logs where endpoint = ${`${noun}_update`} and result = 'ok' and noun_id = ${String(id)}`,
  );
  expect([log?.noun_no, log?.changes.map((c) => c.label).sort()]).toEqual([name, ["要求", "适用国家"]]);
  const other: PaperNoun = noun === "elec" ? "mail" : "elec";
  for (const act of ["get", "update", "enable", "remove"])
    expect((await admin.raw(`${other}_${act}`, { id, ...(act !== "get" && { version: 2 }) })).ret, act).toBe(5);
});

describe("names", () => {
  test("are unique among enabled papers of a kind, also when one is renamed or enabled again", async () => {
    const name = fresh("同名");
    const first = await admin.call("elec_add", elec({ name }));
    expect(await fault("elec_add", elec({ name }))).toEqual([200, "名称已存在", "name"]);
    await admin.call("mail_add", { ...paperBodies.mail(name), ...key() });
    const second = await admin.call("elec_add", elec());
    expect((await fault("elec_update", { id: second.id, version: 1, name }))[1]).toBe("名称已存在");
    await admin.call("elec_disable", { id: first.id, version: 1, used_count: 0 });
    await admin.call("elec_update", { id: second.id, version: 1, name });
    expect((await fault("elec_enable", { id: first.id, version: 2 }))[1]).toBe("名称已存在");
  });

  test("two people adding the same at once: one succeeds", async () => {
    const name = fresh("抢名");
    const answers = await Promise.all([1, 2, 3].map(() => admin.raw("elec_add", elec({ name }))));
    expect(answers.map((a) => a.msg).sort()).toEqual(["", "名称已存在", "名称已存在"]);
  });
});

test("a single page is one page; a changed photo is no longer verified, another text leaves the stamp", async () => {
  const { id } = await admin.call("elec_add", elec({ page_type: 1, max_pages: 20 }));
  await admin.call("elec_update", { id, version: 1, page_type: 0 });
  expect(await admin.call("elec_get", { id })).toMatchObject({ page_type: 0, max_pages: 1 });

  const photo = await admin.call("photo_add", { ...paperBodies.photo(fresh("照片")), ...key() });
  const get = () => admin.call("photo_get", { id: photo.id });
  expect(await get()).toMatchObject({ is_verify_due: true, verified_at: null });
  await admin.call("photo_verify", { id: photo.id, version: 1, source: "使馆官网" });
  await admin.call("photo_update", { id: photo.id, version: 2, requirement: "白底" });
  const verified = await get();
  expect(verified).toMatchObject({ is_verify_due: false, verified_by_name: "系统管理员" });
  await admin.call("photo_update", { id: photo.id, version: 3, photo_rule: { ...verified.photo_rule, bg: "#F5F5F5" } });
  expect(await get()).toMatchObject({ is_verify_due: true, verified_at: null });
});

test("a seeded photo whose sizes are not in one ratio can be edited, but not given another such size", async () => {
  const id = await idOf(4, "英国签证照片");
  const { photo_rule, version } = await admin.call("photo_get", { id });
  await admin.call("photo_update", { id, version, remark: "现场采集" });
  expect((await fault("photo_update", { id, version: version + 1, photo_rule: { ...photo_rule, w_px: 610 } }))[1]).toBe(
    "像素比例与毫米比例不一致",
  );
});

test("copies are for the chosen countries, each by itself; a copied form starts as a draft", async () => {
  const source = await idOf(1, "在职及准假证明");
  const taken = await admin.call("elec_add", elec());
  const { name } = await admin.call("elec_get", { id: taken.id });
  await admin.call("elec_add", elec({ name: `${name}·法国` }));
  const answer = await admin.call("elec_copy", { ids: [source, taken.id, 99_999], country_ids: ["FR"], name_suffix: "·法国", ...key() });
  expect(answer.results.map((r) => [r.ok, r.msg])).toEqual([
    [true, ""],
    [false, "名称已存在"],
    [false, "电子资料不存在"],
  ]);
  expect(answer.ids).toHaveLength(1);
  const copy = await admin.call("elec_get", { id: answer.ids[0] ?? 0 });
  expect(copy).toMatchObject({
    name: "在职及准假证明·法国",
    country_ids: ["FR"],
    sub_type: "employed",
    status: 1,
    used_count: 0,
    version: 1,
  });
  const same = await admin.call("elec_copy", { ids: [source], country_ids: ["FR"], ...key() });
  expect(same.results).toMatchObject([{ ok: false, msg: "名称已存在" }]);

  const form = await admin.call("application_copy", {
    ids: [await idOf(5, "日本签证申请表")],
    country_ids: ["KR"],
    name_suffix: "·韩",
    ...key(),
  });
  expect(await admin.call("application_get", { id: form.ids[0] ?? 0 })).toMatchObject({ version_no: null, has_draft: true });
});

describe("import", () => {
  test("a trial tells each bad row and keeps nothing; a file with one is not taken in", async () => {
    const [good, other] = [fresh("导入"), fresh("导入")];
    const lines = [
      { name: good, category: 2, sub_type: "passport", page_type: 0, requirement: "彩色扫描" },
      { name: good, category: 2, sub_type: "passport", page_type: 0, requirement: "重名" },
      { name: "护照首页扫描件", category: 2, sub_type: "passport", page_type: 0, requirement: "已有" },
      { name: other, category: 8, sub_type: "other", page_type: 0, requirement: "没有子类" },
      { name: other, category: 2, sub_type: "passport", page_type: 0, requirement: "多出一列", price: 1 },
      {},
    ];
    const count = async (): Promise<number> => (await row<{ n: number }>(app.db, q`select count(*)::int as n from documents`))?.n ?? 0;
    const before = await count();
    const trial = await admin.call("elec_import", { rows: lines, dry_run: true, ...key() });
    expect(trial.added).toBe(0);
    expect(trial.results.map((r) => [r.row, r.ok, r.msg.split("；")[0]])).toEqual([
      [1, true, ""],
      [2, false, "名称与第1行相同"],
      [3, false, "名称已存在"],
      [4, false, "同行人资料没有子类，请清空"],
      [5, false, "不支持的字段：price"],
      [6, false, "请输入名称"],
    ]);
    const refused = await admin.refused("elec_import", { rows: lines, dry_run: false, ...key() });
    expect([refused.code, refused.answer.msg]).toEqual(["import_invalid", "有 5 行错误，请修正后重新导入"]);
    expect(await count()).toBe(before);
    const done = await admin.call("elec_import", { rows: lines.slice(0, 1), dry_run: false, ...key() });
    expect(done.added).toBe(1);
    expect((await admin.call("elec_query", { keyword: good })).list).toMatchObject([
      { formats: ["jpg", "png", "pdf"], max_mb: 5, default_owner: "must" },
    ]);
  });

  test("what the list shows can be taken in again under another name", async () => {
    const { list } = await admin.call("photo_query", { keyword: "美国" });
    const [first] = list;
    const { name, requirement, country_ids, photo_rule, reason_ids } = first ?? { name: "" };
    const again = await admin.call("photo_import", {
      rows: [{ name: `${name}二`, requirement, country_ids, photo_rule, reason_ids }],
      dry_run: false,
      ...key(),
    });
    expect(again.results).toEqual([{ row: 1, ok: true, msg: "" }]);
  });
});

test("a changed text reaches new orders only, or everybody whose slot nobody approved, as many as the caller was told", async () => {
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  const order = await desk.order();
  await desk.pay(order.id);
  const id = await idOf(1, "近6个月银行流水");
  const slot = async () =>
    row<{ requirement: string; status: string }>(
      app.db,
      q`select m.requirement, m.material_status as status from applicant_materials m join applicants a on a.id = m.applicant_id where a.order_id = ${order.id} and m.document_id = ${id}`,
    );
  const before = await slot();
  const paper = await admin.call("elec_get", { id });
  await admin.call("elec_update", { id, version: paper.version, requirement: "近6个月，逐页盖章" });
  await app.runJobs();
  expect((await slot())?.requirement).toBe(before?.requirement);

  const impact = await admin.call("elec_impact_get", { id });
  expect(impact).toMatchObject({
    used_count: paper.used_count,
    total: 1,
    applicants: [{ order_no: order.order_no, material_status: before?.status }],
  });
  expect(impact.applicants[0]?.name_cn).toContain("*");
  const change = { id, version: paper.version + 1, requirement: "近6个月，逐页盖银行章", refresh_open: true };
  const refused = await admin.refused("elec_update", { ...change, expected_count: 2 });
  expect([refused.code, refused.answer.msg]).toEqual(["count_changed", "未审核的申请人已变为 1 位，请重新确认"]);
  expect((await admin.call("elec_get", { id })).version).toBe(paper.version + 1);
  await admin.call("elec_update", { ...change, expected_count: 1 });
  await app.runJobs();
  expect((await slot())?.requirement).toBe("<p>近6个月，逐页盖银行章</p>");
  expect((await admin.raw("mail_impact_get", { id })).ret).toBe(5);
});

describe("catalogue reads", () => {
  const names = async (filter: object): Promise<string[]> =>
    (await admin.call("elec_query", { page_size: 100, ...filter })).list.map((d) => d.name);

  test("filters: empty identities and countries suit all; used, pages, category, state", async () => {
    expect(await names({ identity: ["student"], category: [3] })).toContain("学生证");
    expect(await names({ identity: ["student"], category: [3] })).not.toContain("退休证");
    expect(await names({ identity: ["retired"] })).toContain("护照首页扫描件");
    expect(await names({ country_id: ["FR"], keyword: "护照首页" })).toEqual(["护照首页扫描件"]);
    expect(await names({ is_used: true })).toContain("护照首页扫描件");
    expect(await names({ is_used: false })).not.toContain("护照首页扫描件");
    expect(await names({ page_type: 1, keyword: "护照首页" })).toEqual([]);
    expect(await names({ sub_type: ["passport"], keyword: "护照首页" })).toEqual(["护照首页扫描件"]);
    expect(await names({ status: 0, keyword: "护照首页" })).toEqual([]);
    const passport = (await admin.call("elec_query", { keyword: "护照首页" })).list[0];
    const used = await rows<{ n: number }>(
      app.db,
      q`select count(distinct k.id)::int as n from skus k join sku_documents x on x.sku_id = k.id where k.sku_status = 'on_sale' and x.document_id = ${passport?.id}`,
    );
    expect(passport?.used_count).toBe(used[0]?.n);
    expect((await admin.call("elec_query", { sort: "name", order: "asc", page_size: 3 })).list).toHaveLength(3);
  });

  test("application lists tell version, questions and draft", async () => {
    const { list } = await admin.call("application_query", { keyword: "日本签证申请表", fill_mode: ["online"] });
    expect(list[0]).toMatchObject({ name: "日本签证申请表", version_no: 1, has_draft: false });
    expect(list[0]?.questions).toBeGreaterThan(5);
  });

  test("base-data 22: pickers answer any account that is logged in, enabled papers only, and 401 without a session", async () => {
    const viewer = await app.as("viewer");
    const { list } = await viewer.call("document_pick", { kind: [4], country_id: "JP" });
    expect(list.map((d) => d.name)).toContain("日本签证照片");
    expect(list.map((d) => d.name)).not.toContain("美国签证照片");
    expect((await viewer.call("document_pick", { keyword: "护照首页" })).list).toMatchObject([
      { kind: 1, category: 2, sub_type: "passport" },
    ]);
    expect((await app.anonymous.raw("document_pick", {})).status).toBe(401);
    expect((await viewer.raw("elec_query", {})).status).toBe(403);
  });
});
