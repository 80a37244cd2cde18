import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { ownFile, workerId } from "../../testing/make/supplier.ts";
import { filesInUse, personalErase } from "../index.ts";

let app: TestApp;
let admin: Client;
let me: number;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  me = await workerId(app.db, "admin");
});
type Facts = Omit<InputOf<"peer_document_add">, "idempotency_key">;
const key = () => ({ idempotency_key: crypto.randomUUID() });
const file = () => ownFile(app.db, me, app.clock.now());
const contract = async (peer_id: number, more: Partial<Facts> = {}): Promise<Facts> => ({
  peer_id,
  kind: "contract",
  number: "HT-1",
  id_card_no: null,
  valid_from: "2026-01-01",
  valid_to: "2026-12-10",
  files: [await file()],
  note: "",
  ...more,
});
const add = async (body: Facts) => admin.call("peer_document_add", { ...body, ...key() });
const refused = async (body: Facts) => (await refusalOf(admin.raw("peer_document_add", { ...body, ...key() })))[1];

test("a paper takes the place of the last of its kind, ends by the day, and brings its peer into the queue of papers", async () => {
  const { id } = await makePeer(app.db, { bd_owner_id: me });
  const first = await add(await contract(id));
  expect(first).toMatchObject({ validity: "expiring", is_must: false, created_by_name: "系统管理员" });
  expect((await admin.call("peer_query", { queue: "peer_paper" })).list.map((p) => p.id)).toEqual([id]);
  expect((await admin.call("peer_query", { paper: "expiring" })).list).toMatchObject([
    { id, paper_until: "2026-12-10", paper_validity: "expiring" },
  ]);
  await add(await contract(id, { number: "HT-2", valid_to: "2027-12-31" }));
  expect((await admin.call("peer_query", { queue: "peer_paper" })).total).toBe(0);
  const { list } = await admin.call("peer_document_query", { peer_id: id, with_superseded: true });
  expect(list.filter((d) => d.kind === "contract").map((d) => [d.number, d.superseded_at === null])).toEqual([
    ["HT-2", true],
    ["HT-1", false],
  ]);
  expect((await admin.call("peer_document_query", { peer_id: id })).list).toHaveLength(3);
  expect((await admin.call("peer_log_query", { id })).list[0]?.changes).toEqual([
    { field: "documents", label: "合同", before: "HT-1 2026-01-01 至 2026-12-10", after: "HT-2 2026-01-01 至 2027-12-31" },
  ]);
});

test("a paper that ended, or that has not begun, does not take the place of the one that holds", async () => {
  const { id } = await makePeer(app.db);
  const first = await add(await contract(id));
  const licence = { kind: "business_licence" as const, number: "91", valid_from: "2020-01-01" };
  expect(await refused(await contract(id, { ...licence, valid_to: "2026-10-01" }))).toBe(
    "该营业执照已于 2026-10-01 到期，请登记有效的证照",
  );
  expect(await refused(await contract(id, { number: "HT-2", valid_from: "2026-12-11", valid_to: "2027-12-10" }))).toBe(
    "新合同自 2026-12-11 起生效，现有的有效至 2026-12-10，请在新证照生效当日起登记",
  );
  const { list } = await admin.call("peer_document_query", { peer_id: id });
  expect(list.find((d) => d.kind === "contract")).toMatchObject({ id: first.id, superseded_at: null });
  expect((await admin.call("peer_get", { id })).blocks).toEqual([]);
  const fresh = await makePeer(app.db, { papers: [] });
  await add(await contract(fresh.id, { valid_from: "2026-12-11", valid_to: null }));
});

test("a licence that ended is missing, thirty days later it stops new orders; a contract that ended stops credit", async () => {
  const { id } = await makePeer(app.db, {
    papers: [
      { kind: "business_licence", number: "1", valid_from: "2020-01-01", valid_to: "2026-10-20" },
      { kind: "travel_licence", number: "2", valid_from: "2020-01-01", valid_to: "2026-10-21" },
      { kind: "contract", number: "3", valid_from: "2020-01-01", valid_to: "2026-11-19" },
    ],
  });
  expect((await admin.call("peer_document_query", { peer_id: id })).missing).toEqual(["business_licence", "travel_licence"]);
  const { state, blocks } = await admin.call("peer_get", { id });
  expect([state, blocks.map((b) => [b.block, b.cause, b.text, b.waivers_left])]).toEqual([
    "frozen",
    [
      ["order", "licence", "营业执照已于 2026-10-20 到期", 2],
      ["credit", "contract", "合同已于 2026-11-19 到期", 2],
    ],
  ]);
});

test("each kind of paper has its own number and files, and what does not fit is said at its field", async () => {
  const { id } = await makePeer(app.db);
  const legal = async (more: Partial<Facts> = {}) =>
    contract(id, { kind: "legal_id", number: "", id_card_no: "11010519491231002X", files: [], legal_files: [await file()], ...more });
  expect(await refused(await contract(id, { files: [] }))).toBe("请上传扫描件");
  expect(await refused(await contract(id, { valid_to: "2025-12-31" }))).toBe("结束日期不能早于开始日期");
  expect(await refused(await contract(id, { id_card_no: "11010519491231002X" }))).toBe("仅法人证件填写");
  expect(await refused(await legal({ id_card_no: null }))).toBe("请输入法人证件号");
  expect(await refused(await legal({ legal_files: [] }))).toBe("请上传扫描件");
  expect(await refused(await legal({ number: "11010519491231002X" }))).toBe("法人证件号请填在「法人证件号」");
  const made = await add(await legal());
  expect(made.id_card_no).toContain("*");
  const [key_] = made.files;
  const asked = { key: key_ ?? "", noun_id: id };
  expect((await admin.raw("file_link_get", { ...asked, noun: "peer" })).ret).not.toBe(0);
  expect((await admin.raw("file_link_get", { ...asked, noun: "peer_legal" })).msg).not.toBe("文件不存在或无权查看");
});

test("erasure takes people out of peers that were closed before the day: contact, logins, the legal person's paper; the company stays", async () => {
  const { id } = await makePeer(app.db, { contact_name: "诸葛联系" });
  const paper = await file();
  await add(await contract(id, { kind: "legal_id", number: "", id_card_no: "11010519491231002X", files: [], legal_files: [paper] }));
  const before = new Date("2029-01-01T00:00:00Z");
  const erase = (isDry: boolean) => personalErase(app.db, before, isDry ? null : (work) => asWrite(app.db, null, app.clock.now(), work));
  expect(await erase(true)).toMatchObject({ records: 0 });
  const { version } = await admin.call("peer_get", { id });
  await admin.call("peer_close", { id, version, reason: "双方终止合作", ...key() });
  expect(await erase(true)).toEqual({ records: 1, people: 2, files: 1, kept: [] });
  expect(await erase(false)).toEqual({ records: 1, people: 2, files: 1, kept: [] });
  expect(await erase(false)).toMatchObject({ records: 0 });
  const [left] = await rows<{ all: string }>(
    app.db,
    q`select (to_jsonb(p)::text || to_jsonb(a)::text || (select string_agg(to_jsonb(c)::text, '') from peer_accounts c where c.peer_id = p.id)) as all
      from peers p join peer_applications a on a.id = p.application_id where p.id = ${id}`,
  );
  expect(left?.all).not.toContain("诸葛联系");
  expect(left?.all).not.toMatch(/"(contact_)?mobile_(sealed|hash|tail)": "/);
  expect(await admin.call("peer_get", { id })).toMatchObject({
    contact_name: "已清理",
    contact_mobile: "",
    name: expect.stringContaining("旅行社") as string,
  });
  expect(await filesInUse(app.db, [paper])).toEqual([]);
  const seen = await admin.call("peer_get", { id });
  expect(seen.moves).toEqual([{ move: "reopen", ok: false, missing: "个人信息已到期清理，请重新提交入驻申请" }]);
});
