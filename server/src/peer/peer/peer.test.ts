import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { workerId } from "../../testing/make/supplier.ts";
import { ownersOf } from "../index.ts";

let app: TestApp;
let admin: Client;
const worker = (account: string) => workerId(app.db, account);
const key = () => ({ idempotency_key: crypto.randomUUID() });
const seen = async (id: number) => ({ id, version: (await admin.call("peer_get", { id })).version });

beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

/** What an account of the ledger stands at, past every posting. */
const stands = (code: string, peer: number, balance: number) =>
  rows(
    app.db,
    q`insert into ledger_accounts (code, owner_id, kind, side, balance, gl_code) values (${code}, ${peer}, '', 'credit', ${balance}, '0000')
      on conflict (code, owner_id, kind) do update set balance = excluded.balance`,
  );

const placeOf = ({ province_code, city_code }: { province_code: string; city_code: string }) => ({ province_code, city_code });

describe("peers as they are read", () => {
  test("the page says names, figures, what is missing for its moves; the list finds by number, pinyin, former name, code and mobile", async () => {
    const made = await makePeer(app.db, {
      short_name: "蓝海国旅",
      name: "上海蓝海国际旅行社有限公司",
      contact_mobile: "13655550123",
      bd_owner_id: await worker("business_1"),
      cs_owner_id: await worker("service_1"),
      level_id: "V3",
      settle_mode: "credit",
      credit_limit: 5_000_000,
    });
    await stands("peer_principal", made.id, 120_000);
    await stands("peer_gift", made.id, 3_000);
    await stands("peer_credit", made.id, 450_000);
    await rows(app.db, q`update peers set former_names = '{蓝天旅社}', search_text = search_text || '蓝天旅社' where id = ${made.id}`);
    expect(await admin.call("peer_get", { id: made.id })).toMatchObject({
      peer_no: made.peer_no,
      bd_owner_name: "叶舟",
      cs_owner_name: "袁小满",
      place_text: "上海市",
      contact_mobile: "136****0123",
      state: "active",
      activity: "lost",
      balance: 123_000,
      credit_used: 450_000,
      credit_available: 4_550_000,
      is_over_limit: false,
      level_cap: 5_000_000,
      blocks: [],
      moves: [{ move: "close", ok: false, missing: "余额 ¥1,230.00 未清" }],
    });
    for (const keyword of [made.peer_no, "蓝海", "lanhai", "蓝天旅社", "0123", "13655550123"])
      expect(
        (await admin.call("peer_query", { keyword })).list.map((p) => p.id),
        keyword,
      ).toContain(made.id);
    expect((await admin.call("search_query", { q: "蓝海" })).groups.find((g) => g.key === "peer")?.list[0]).toMatchObject({
      title: "蓝海国旅",
      tag: "正常",
      route: "peer-view",
    });
  });

  test("a missing peer and one out of sight answer alike", async () => {
    expect(await refusalOf(admin.raw("peer_get", { id: 987_654 }))).toEqual(["not_found", "同行不存在或无权查看"]);
  });
});

describe("what is changed at once", () => {
  test("open facts are saved, the company's change by a reviewed request alone, a group is one of service and enabled", async () => {
    const { id } = await makePeer(app.db);
    const saved = await admin.call("peer_update", {
      ...(await seen(id)),
      short_name: "新简称",
      contact_mobile: "13700001111",
      allow_country_ids: ["JP", "JP"],
    });
    expect(saved).toMatchObject({ short_name: "新简称" });
    expect(await admin.call("peer_get", { id })).toMatchObject({ contact_mobile: "137****1111", allow_country_ids: ["JP"] });
    const wrong = async (body: object) => (await refusalOf(admin.raw("peer_update", { ...(await seen(id)), ...body })))[1];
    for (const fact of [{ business_kind: "other" }, { licence_no: "" }, { name: "新名旅行社" }, { credit_code: "91350100M000100Y43" }])
      expect(await wrong(fact)).toBe("企业信息需提交变更申请");
    expect(await wrong({ service_group_id: 99_999 })).toBe("请选择启用的服务分组");
    expect(await wrong({ allow_country_ids: ["ZZ"] })).toBe("国家/地区不存在");
    expect(await wrong({ address: { province_code: "310000", city_code: "440100", county_code: "", detail: "x" } })).toBe("地址编码不存在");
    const log = await admin.call("peer_log_query", { id });
    expect(log.list[0]?.changes).toContainEqual(expect.objectContaining({ field: "short_name", after: "新简称" }));
  });

  test("moved to another province its owners change when that is asked, and the history has neither overlap nor gap", async () => {
    const [bd, cs] = [await worker("business_1"), await worker("service_1")];
    const { id } = await makePeer(app.db, { bd_owner_id: bd });
    for (const kind of ["bd", "cs"] as const)
      await admin.call("region_owner_add", {
        kind,
        name: `广东${kind}`,
        worker_id: kind === "bd" ? await worker("business_2") : cs,
        area_codes: ["440000"],
        from_date: "2026-11-20",
        ...key(),
      });
    const address = { province_code: "440000", city_code: "440100", county_code: "440106", detail: "天河路1号" };
    expect(await admin.call("peer_place_owner_query", placeOf(address))).toMatchObject({
      list: [
        { role: "bd", worker_name: "范以沫", why: null },
        { role: "cs", worker_name: "袁小满", why: null },
      ],
    });
    expect((await refusalOf(admin.raw("peer_update", { ...(await seen(id)), address })))[1]).toBe("省份已变化，请选择是否更换负责人");
    await admin.call("peer_update", { ...(await seen(id)), address, move_owners: true });
    expect(await admin.call("peer_get", { id })).toMatchObject({ bd_owner_name: "范以沫", cs_owner_name: "袁小满" });
    expect(
      (await admin.call("peer_owner_query", { peer_id: id })).list.map((o) => [o.role, o.worker_name, o.from_date, o.to_date, o.by]),
    ).toEqual([
      ["cs", "袁小满", "2026-11-20", null, "region"],
      ["bd", "范以沫", "2026-11-20", null, "region"],
      ["bd", "叶舟", "2025-11-20", "2026-11-20", "application"],
    ]);
    expect(await ownersOf(app.db, id, "2026-11-19")).toEqual({ bd, cs: null });
    expect(await ownersOf(app.db, id, "2026-11-20")).toEqual({ bd: await worker("business_2"), cs });
  });

  test("moved to another province its owners stay where that is asked, and where the new one has no room", async () => {
    const [bd, taker] = [await worker("business_1"), await worker("business_3")];
    const { id } = await makePeer(app.db, { bd_owner_id: bd });
    await admin.call("region_owner_add", {
      kind: "bd",
      name: "福建",
      worker_id: taker,
      area_codes: ["350000"],
      from_date: "2026-11-20",
      ...key(),
    });
    await rows(
      app.db,
      q`insert into peer_managers (worker_id, accept_new, created_at, updated_at) values (${taker}, false, ${app.clock.now()}, ${app.clock.now()})
        on conflict (worker_id) do update set accept_new = false`,
    );
    const address = { province_code: "350000", city_code: "350100", county_code: "350102", detail: "八一七路1号" };
    await admin.call("peer_update", { ...(await seen(id)), address, move_owners: true });
    expect(await admin.call("peer_get", { id })).toMatchObject({ bd_owner_id: bd, place_text: "福建省 福州市" });
    const back = { province_code: "440000", city_code: "440100", county_code: "440106", detail: "天河路1号" };
    await admin.call("peer_update", { ...(await seen(id)), address: back, move_owners: false });
    expect(await admin.call("peer_get", { id })).toMatchObject({ bd_owner_id: bd });
  });

  test("several get one group, row by row", async () => {
    const [a, b] = [await makePeer(app.db), await makePeer(app.db)];
    const group = await row<{ id: number }>(
      app.db,
      q`insert into peer_groups (name, kind, visible_mode, created_at, updated_at) values ('华东组', 'service', 'all', ${app.clock.now()}, ${app.clock.now()}) returning id`,
    );
    const answer = await admin.call("peer_group_batch", { ids: [b.id, a.id, 987_654], service_group_id: group?.id ?? 0, ...key() });
    expect(answer).toMatchObject({ done: 2, results: [{ ok: true }, { ok: true }, { ok: false, msg: "同行不存在或无权查看" }] });
    expect((await admin.call("peer_query", { service_group_id: [group?.id ?? 0] })).total).toBe(2);
  });
});

describe("closing and opening again", () => {
  test("what is left is said in turn; then logins and keys are off and links are dead", async () => {
    const { id, account_id } = await makePeer(app.db);
    const close = async () => refusalOf(admin.raw("peer_close", { ...(await seen(id)), reason: "双方终止合作", ...key() }));
    await stands("peer_credit", id, 5_000);
    expect(await close()).toEqual(["in_use", "授信未还 ¥50.00"]);
    await stands("peer_frozen", id, 100);
    expect(await close()).toEqual(["in_use", "余额 ¥1.00 未清"]);
    await stands("peer_credit", id, 0);
    await stands("peer_frozen", id, 0);
    const apiKey = await admin.call("peer_api_key_add", { peer_id: id, callback_url: "", ip_list: [], note: "", ...key() });
    const order = await row<{ id: number }>(
      app.db,
      q`insert into work_orders (work_order_no, config_id, peer_id, source, title, reply_minutes, resolve_minutes, due_reply_at, due_at, created_at, updated_at)
        select 'GD1', min(id), ${id}, 'staff', '查一下', 30, 60, n.t, n.t, n.t, n.t from work_order_configs, (select ${app.clock.now()}::timestamptz as t) n group by n.t returning id`,
    );
    expect(await close()).toEqual(["in_use", "尚有 1 个未结工单"]);
    await rows(app.db, q`delete from work_orders where id = ${order?.id}`);
    expect((await close())[1]).toBe("");
    expect(await admin.call("peer_get", { id })).toMatchObject({ state: "closed", close_reason: "双方终止合作" });
    expect(await admin.call("peer_account_get", { id: account_id })).toMatchObject({ status: 0 });
    expect((await admin.call("peer_api_key_query", { peer_id: id })).list).toMatchObject([{ id: apiKey.id, status: 0 }]);
  });

  test("opened again it begins at the lowest level without credit; a code that another has keeps it closed", async () => {
    const { id, account_id } = await makePeer(app.db, { level_id: "V4", settle_mode: "credit", credit_limit: 100, credit_days: 30 });
    await admin.call("peer_close", { ...(await seen(id)), reason: "双方终止合作", ...key() });
    const { credit_code } = await admin.call("peer_get", { id });
    const other = await makePeer(app.db, { credit_code, short_name: "后来者" });
    const reopen = async () => refusalOf(admin.raw("peer_reopen", { ...(await seen(id)), reason: "双方恢复合作", ...key() }));
    expect(await reopen()).toEqual(["duplicate", "该企业已是同行「后来者」"]);
    await admin.call("peer_close", { ...(await seen(other.id)), reason: "双方终止合作", ...key() });
    await rows(app.db, q`update peer_documents set valid_to = '2026-11-19' where peer_id = ${id} and kind = 'travel_licence'`);
    expect(await reopen()).toEqual(["guard_failed", "缺少有效的旅行社许可证，请先登记证照"]);
    await rows(app.db, q`update peer_documents set valid_to = '2027-11-19' where peer_id = ${id} and kind = 'travel_licence'`);
    expect((await reopen())[1]).toBe("");
    expect(await admin.call("peer_get", { id })).toMatchObject({
      state: "active",
      level_id: "V1",
      settle_mode: "prepaid",
      credit_limit: 0,
      credit_days: 0,
    });
    expect(await admin.call("peer_account_get", { id: account_id })).toMatchObject({ status: 1 });
  });
});
