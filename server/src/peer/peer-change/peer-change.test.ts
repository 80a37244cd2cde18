/** Other terms: asked for by one, passed by another, written into the peer or refused in words. */
import { beforeAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { changeBody, keyed, TermsDesk, type ChangeBody } from "../../testing/make/peer-terms.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { creditCode, ownFile } from "../../testing/make/supplier.ts";

let app: TestApp;
let desk: TermsDesk;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  desk = await TermsDesk.of(app);
  await rows(app.db, q`update peer_levels set credit_cap = 5000000 where code = 'V3'`);
});
const v3 = (more: Parameters<typeof makePeer>[1] = {}) => makePeer(app.db, { level_id: "V3", ...more }, app.clock.now());
const refused = (peer_id: number, more: Partial<ChangeBody> & Pick<ChangeBody, "kind">) =>
  refusalOf(desk.admin.raw("peer_change_add", keyed(changeBody(peer_id, more))));
const read = (id: number) => desk.admin.call("peer_get", { id });
const passed = async (change: Parameters<TermsDesk["pass"]>[0]) => expect((await desk.pass(change)).ret).toBe(0);
const file = () => ownFile(app.db, desk.admin.id, app.clock.now());

test("peer 7: of a cap of 5000000 a limit of 5000001 is refused; 2500000 for a time on 5000000 is taken, 2500001 is not", async () => {
  const { id } = await v3();
  expect(await refused(id, { kind: "credit_limit", credit_limit: 5_000_001 })).toEqual(["limit_exceeded", "超过等级授信上限 ¥50,000.00"]);
  await passed(await desk.ask(id, { kind: "credit_limit", credit_limit: 5_000_000 }));
  const temp = { kind: "credit_temp", valid_to: "2026-12-10" } as const;
  expect(await refused(id, { ...temp, temp_limit: 2_500_001 })).toEqual([
    "limit_exceeded",
    "长期与临时额度合计不能超过 ¥75,000.00，临时额度最多 ¥25,000.00",
  ]);
  await passed(await desk.ask(id, { ...temp, temp_limit: 2_500_000 }));
  expect(await read(id)).toMatchObject({ credit_limit: 5_000_000, temp_limit: 2_500_000, temp_until: "2026-12-10" });
});

test("a limit that waits says cap, used and why credit is stopped; what is decided does not", async () => {
  const { id } = await v3({ settle_mode: "credit", credit_limit: 1_000_000 });
  await desk.admin.call("peer_hold_add", keyed({ peer_id: id, kind: "risk", blocks: ["credit"], reason: "核实回款情况" }));
  const change = await desk.ask(id, { kind: "credit_temp", temp_limit: 200_000, valid_to: "2026-12-10" });
  const now = { level_cap: 5_000_000, effective_limit: 1_000_000, credit_used: 0, credit_available: 1_000_000 };
  const stopped = { ...now, credit_blocked: "管控：核实回款情况" };
  expect((await desk.other.call("peer_change_get", { id: change.id })).credit).toEqual(stopped);
  expect((await desk.other.call("peer_change_query", { peer_id: [id] })).list.map((c) => c.credit)).toEqual([stopped]);
  expect((await desk.admin.call("peer_query", { keyword: (await read(id)).peer_no })).list.map((p) => p.credit_blocked)).toEqual([
    "管控：核实回款情况",
  ]);
  await passed(change);
  expect((await desk.other.call("peer_change_get", { id: change.id })).credit).toBeNull();
});

test("peer 7: a request that held when it was made and no longer does is refused when it is passed", async () => {
  const { id } = await v3();
  const change = await desk.ask(id, { kind: "credit_limit", credit_limit: 4_000_000 });
  await rows(app.db, q`update peers set level_id = 'V1' where id = ${id}`);
  const waiting = await desk.other.call("peer_change_get", { id: change.id });
  expect(waiting.faults).toEqual(["超过等级授信上限 ¥10,000.00"]);
  expect(await refusalOf(desk.pass(change))).toEqual(["limit_exceeded", "超过等级授信上限 ¥10,000.00"]);
  expect((await read(id)).credit_limit).toBe(0);
});

test("a cap that somebody raised does not carry his own requests, neither made nor passed, until another person confirms it", async () => {
  const at = app.clock.now();
  await rows(
    app.db,
    q`update roles set module_group = array_append(module_group, ${may.peer_level}::int) where id = (select role_id from workers where account = 'business_3')`,
  );
  const level = async () => (await desk.admin.call("peer_level_query", {})).list.find((l) => l.code === "V4");
  const cap = async (by: Client, credit_cap: number) =>
    by.call("peer_level_update", { code: "V4", version: (await level())?.version ?? 0, credit_cap });
  const SELF = ["maker_is_checker", "授信上限由申请人本人调整，须由他人复核等级后再审"];
  const v4 = async () => (await makePeer(app.db, { level_id: "V4" }, at)).id;
  const before = (await level())?.credit_cap ?? 0;
  await cap(desk.admin, before + 1_000);
  await cap(desk.admin, before + 2_000);
  expect(await level()).toMatchObject({ cap_by: desk.admin.id, cap_given: before, credit_cap: before + 2_000 });
  const over = { kind: "credit_limit", credit_limit: before + 1 } as const;
  expect(await refused(await v4(), over)).toEqual(SELF);
  expect(await refused(await v4(), { kind: "credit_temp", temp_limit: before * 1.5 + 1, valid_to: "2026-12-10" })).toEqual(SELF);
  // As far as others gave it, and for others.
  await desk.ask(await v4(), { kind: "credit_limit", credit_limit: before });
  await desk.ask(await v4(), over, desk.other);
  const confirm = async (by: Client) =>
    by.raw("peer_level_cap_confirm", { code: "V4", version: (await level())?.version ?? 0, credit_cap: (await level())?.credit_cap ?? 0 });
  expect(await refusalOf(confirm(desk.admin))).toEqual(["maker_is_checker", "不能复核自己调整的授信上限"]);
  expect((await confirm(desk.other)).ret).toBe(0);
  expect(await level()).toMatchObject({ cap_by: null, cap_given: null, credit_cap: before + 2_000 });
  expect(await refusalOf(confirm(desk.other))).toEqual(["guard_failed", "授信上限无需复核"]);
  const change = await desk.ask(await v4(), over);
  // Lowered by another while it waits, raised again by its maker.
  await cap(desk.other, before);
  await cap(desk.admin, before + 2_000);
  expect((await desk.other.call("peer_change_get", { id: change.id })).faults).toEqual([SELF[1]]);
  expect(await refusalOf(desk.pass(change))).toEqual(SELF);
  await cap(desk.other, before + 2_001);
  await passed(change);
});

test("the maker never passes his own, administrators neither; one waits at a time; a value that moved meanwhile is refused", async () => {
  const { id } = await v3();
  const change = await desk.ask(id, { kind: "credit_limit", credit_limit: 1_000_000 });
  expect(await refusalOf(desk.pass(change, desk.admin))).toEqual(["maker_is_checker", "不能审核自己提交的申请"]);
  expect(await refused(id, { kind: "credit_limit", credit_limit: 2_000_000 })).toEqual(["duplicate", "已有待审的长期额度申请"]);
  expect((await read(id)).pending_changes).toMatchObject([{ id: change.id, label: "长期额度" }]);
  await rows(app.db, q`update peers set credit_limit = 300000 where id = ${id}`);
  expect(await refusalOf(desk.pass(change))).toEqual(["state_changed", "原值已变化，请重新提交"]);
  expect(await refusalOf(desk.other.raw("peer_change_withdraw", { id: change.id, version: change.version }))).toEqual([
    "guard_failed",
    "只有提交人可以撤回",
  ]);
  await desk.admin.call("peer_change_withdraw", { id: change.id, version: change.version });
  const again = await desk.ask(id, { kind: "credit_limit", credit_limit: 1_000_000 });
  expect(again.rows).toEqual([{ label: "长期额度", before: "¥3,000.00", after: "¥10,000.00" }]);
  const body = { id: again.id, version: again.version, reason_code: "risk", reason: "近期回款变慢" } as const;
  await desk.other.call("peer_change_reject", keyed(body));
  expect(await desk.admin.call("peer_change_get", { id: again.id })).toMatchObject({
    change_status: "rejected",
    decided_note: "风险：近期回款变慢",
    decided_by_name: expect.any(String),
  });
});

test("ten requests of one kind at once leave one; two reviewers at once pass it once", async () => {
  const { id } = await v3();
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      desk.admin.raw("peer_change_add", keyed(changeBody(id, { kind: "credit_limit", credit_limit: 100_000 + i }))),
    ),
  );
  expect(many.filter((a) => a.ret === 0)).toHaveLength(1);
  const [change] = (await desk.other.call("peer_change_query", { peer_id: [id] })).list;
  if (!change) throw new Error("one waits");
  const both = await Promise.all([desk.pass(change), desk.pass(change)]);
  expect(both.filter((a) => a.ret === 0 && a.status === 200)).toHaveLength(1);
});

describe("what each kind writes", () => {
  test("settling by credit asks for a contract in force; days belong to credit alone", async () => {
    const { id } = await v3();
    const mode = { kind: "settle_mode", settle_mode: "credit", credit_days: 30 } as const;
    expect(await refused(id, mode)).toEqual(["guard_failed", "缺少有效的合同，请先登记合同"]);
    const contract = { kind: "contract", number: "HT-9", id_card_no: null, valid_from: "2026-01-01", valid_to: null, note: "" } as const;
    await desk.admin.call("peer_document_add", keyed({ peer_id: id, ...contract, files: [await file()] }));
    await passed(await desk.ask(id, mode));
    expect(await read(id)).toMatchObject({ settle_mode: "credit", credit_days: 30 });
    await passed(await desk.ask(id, { kind: "settle_mode", settle_mode: "cash", credit_days: 30 }));
    expect(await read(id)).toMatchObject({ settle_mode: "cash", credit_days: 0 });
  });

  test("a level given by hand is locked to its day, at most 180 days ahead; several are asked for at once, row by row", async () => {
    const [a, b] = [await v3(), await v3({ level_id: "V5" })];
    expect(await refused(a.id, { kind: "level", level_id: "V5", valid_to: "2027-06-01" })).toEqual(["bad_input", "有效至最晚 2027-05-19"]);
    const batch = { level_id: "V5", reason_code: "growth", reason: "战略合作客户", valid_to: null } as const;
    const { results, done } = await desk.admin.call("peer_change_batch", keyed({ ...batch, ids: [a.id, b.id] }));
    expect([done, results.map((r) => r.msg)]).toEqual([1, ["", "与现在的内容相同，无需变更"]]);
    // What is wrong with the form refuses all of it, so that its dialog keeps what was typed.
    const late = await desk.admin.raw(
      "peer_change_batch",
      keyed({ ...batch, level_id: "V4" as const, valid_to: "2027-06-01", ids: [a.id, b.id] }),
    );
    expect([late.msg, late.body]).toMatchObject(["有效至最晚 2027-05-19", { issues: [{ path: "valid_to" }] }]);
    await passed(await desk.ask(b.id, { kind: "level", level_id: "V4", valid_to: "2026-12-31", reason: "四季度保级" }));
    expect(await read(b.id)).toMatchObject({ level_id: "V4", level_locked_until: "2026-12-31", level_lock_reason: "四季度保级" });
  });

  test("a company's name, code, person, kind and licence change with papers alone; the old name stays found, a code of another active peer is refused", async () => {
    const [p, other] = [await read((await v3()).id), await read((await v3()).id)];
    const facts = {
      kind: "company",
      name: "新名国际旅行社有限公司",
      credit_code: creditCode(990_001),
      legal_person: "李新任",
      business_kind: "other",
      licence_no: "",
    } as const;
    expect(await refused(p.id, facts)).toEqual(["bad_input", "请上传证明材料"]);
    expect(await refused(p.id, { ...facts, credit_code: other.credit_code, files: [await file()] })).toEqual([
      "duplicate",
      `该企业已是同行「${other.short_name}」`,
    ]);
    const agency = { ...facts, business_kind: "travel_agency" as const, files: [await file()] };
    expect(await refused(p.id, agency)).toEqual(["bad_input", "旅行社请填写许可证号"]);
    const change = await desk.ask(p.id, { ...facts, files: [await file()] });
    expect(change.rows.slice(3)).toEqual([
      { label: "类型", before: "旅行社", after: "其他" },
      { label: "许可证号", before: p.licence_no, after: "—" },
    ]);
    await passed(change);
    expect(await read(p.id)).toMatchObject({
      name: facts.name,
      credit_code: facts.credit_code,
      legal_person: "李新任",
      business_kind: "other",
      licence_no: "",
      former_names: [p.name],
    });
    const found = async (keyword: string) => (await desk.admin.call("peer_query", { keyword })).list.map((x) => x.id);
    expect([await found(p.name), await found("新名国际")]).toEqual([[p.id], [p.id]]);
  });

  test("the owner's account passes to another login of the peer, the old one stays as an operator", async () => {
    const { id, account_id } = await v3();
    const login = {
      account: "next_owner",
      name: "赵接任",
      mobile: "13700003311",
      role: "operator",
      order_limit: null,
      can_pay: true,
    } as const;
    const next = await desk.admin.call("peer_account_add", keyed({ peer_id: id, ...login }));
    const { account_id: foreign } = await v3();
    const files = [await file()];
    expect((await refused(id, { kind: "owner_account", account_id: foreign, files }))[1]).toBe("该子账号不属于此同行");
    const change = await desk.ask(id, { kind: "owner_account", account_id: next.id, files });
    expect(change.rows[0]?.after).toBe("next_owner（赵接任）");
    await passed(change);
    const { list } = await desk.admin.call("peer_account_query", { peer_id: [id] });
    expect(Object.fromEntries(list.map((a) => [a.id, a.role]))).toEqual({ [account_id]: "operator", [next.id]: "owner" });
  });

  test("what a kind does not ask for is refused at its field, what it asks for is missed there", async () => {
    const { id } = await v3();
    const answer = await desk.admin.raw("peer_change_add", keyed(changeBody(id, { kind: "credit_temp", credit_limit: 5, valid_to: null })));
    const { issues } = answer.body as { issues: { path: string; message: string }[] };
    expect(issues.map((i) => `${i.path} ${i.message}`)).toEqual([
      "credit_limit 长期额度不属于这类变更",
      "temp_limit 请填写临时额度",
      "valid_to 请选择有效至",
    ]);
  });
});

test("the queue holds what others made, counts as the list does, and empties with the decision", async () => {
  const { id } = await v3();
  const before = (await desk.other.call("peer_change_query", { queue: "peer_change_review" })).total ?? 0;
  const change = await desk.ask(id, { kind: "credit_limit", credit_limit: 70_000 });
  const queued = async (by = desk.other) =>
    (await by.call("task_query", { queue: ["peer_change_review"], scope: "mine", page_size: 100 })).total;
  expect([await queued(), (await desk.other.call("peer_change_query", { queue: "peer_change_review" })).total]).toEqual([
    before + 1,
    before + 1,
  ]);
  await passed(change);
  expect(await queued()).toBe(before);
  expect((await desk.admin.call("peer_log_query", { id })).list.flatMap((l) => l.changes ?? [])).toContainEqual({
    field: "credit_limit",
    label: "通过·长期额度",
    before: "¥0.00",
    after: "¥700.00",
  });
});
