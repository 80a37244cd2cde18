/** A company passed becomes a peer, whole or not at all; and what is looked at before. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { ApplicationDesk } from "../../testing/make/peer-application.ts";
import { creditCode, workerId } from "../../testing/make/supplier.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let admin: Client;
let maker: Client;
let desk: ApplicationDesk;
const region = async (kind: "bd" | "cs", account: string): Promise<void> => {
  const worker_id = await workerId(app.db, account);
  await rows(
    app.db,
    q`insert into region_owners (kind, name, worker_id, area_codes, from_date, created_at, updated_at)
      values (${kind}, ${`上海${kind}`}, ${worker_id}, '{310000}', '2026-01-01', ${app.clock.now()}, ${app.clock.now()})`,
  );
};
beforeAll(async () => {
  app = await testApp();
  [admin, maker] = [await app.as("admin"), await app.as("business_1")];
  desk = new ApplicationDesk(app, maker, admin);
  await region("bd", "business_1");
  await region("cs", "service_1");
});
const of = ({ id, version }: { id: number; version: number }) => ({ id, version });
const manager = async (account: string, set: { max_peers?: number | null; accept_new?: boolean }): Promise<void> => {
  const at = app.clock.now();
  const { max_peers = null, accept_new = true } = set;
  await rows(
    app.db,
    q`insert into peer_managers (worker_id, max_peers, accept_new, created_at, updated_at)
      values (${await workerId(app.db, account)}, ${max_peers}, ${accept_new}, ${at}, ${at})
      on conflict (worker_id) do update set max_peers = excluded.max_peers, accept_new = excluded.accept_new`,
  );
};

describe("a peer", () => {
  test("peer 1: is made whole: number, owner account, owners of its place, papers, four accounts, told to all", async () => {
    await manager("business_1", {});
    const a = await desk.handedIn({ name: "上海朝阳国际旅行社有限公司" });
    expect((await desk.pass([a], { level_id: "V2" })).body).toMatchObject({ done: 1 });
    const { peer_id, ...d } = await desk.get(a.id);
    expect(d).toMatchObject({ application_status: "approved", level_id: "V2", bd_owner_name: "叶舟", cs_owner_name: "袁小满" });
    const peer = await row<Record<string, unknown>>(
      app.db,
      q`
      select p.peer_no, p.short_name, p.level_id, p.settle_mode, p.credit_limit::int, p.created_by, p.approved_at,
        (select json_agg(json_build_array(c.account, c.role, c.status, c.passwd) order by c.id) from peer_accounts c where c.peer_id = p.id) as accounts,
        (select json_agg(json_build_array(o.role, o.worker_id, o.from_date, o.to_date, o.by) order by o.role) from peer_owners o where o.peer_id = p.id) as owners,
        (select json_agg(json_build_array(x.kind, x.number, x.valid_from, x.valid_to) order by x.kind) from peer_documents x where x.peer_id = p.id) as papers,
        (select count(*)::int from ledger_accounts l where l.owner_id = p.id and l.code like 'peer_%') as accounts_open
      from peers p where p.id = ${peer_id}`,
    );
    const account = String(peer?.["peer_no"]).toLowerCase();
    const [bd, cs] = [await workerId(app.db, "business_1"), await workerId(app.db, "service_1")];
    expect(peer).toEqual({
      peer_no: expect.stringMatching(/^TY\d{6}$/) as string,
      short_name: "上海朝阳国际旅行社",
      level_id: "V2",
      settle_mode: "prepaid",
      credit_limit: 0,
      created_by: maker.id,
      approved_at: app.clock.now().toISOString(),
      accounts: [[account, "owner", 1, null]],
      owners: [
        ["bd", bd, "2026-11-20", null, "application"],
        ["cs", cs, "2026-11-20", null, "application"],
      ],
      papers: [
        ["business_licence", d.credit_code, "2020-01-01", null],
        ["travel_licence", d.licence_no, "2020-01-01", "2028-12-31"],
      ],
      accounts_open: 4,
    });
    const link = await row<{ minutes: number; reset_delivery: string }>(
      app.db,
      q`select extract(epoch from reset_until - ${app.clock.now()}::timestamptz)::int / 60 as minutes, reset_delivery from peer_accounts where peer_id = ${peer_id}`,
    );
    expect(link).toEqual({ minutes: 30, reset_delivery: "unsent" });
    const told = await rows<{ content: string; receiver: string }>(
      app.db,
      q`select content, receiver from outbound_messages where ref_id = ${a.id} and ref_noun = 'peer_application' and channel = 'sms'`,
    );
    expect(told).toEqual([
      { content: expect.stringContaining(`登录账号 ${account}`) as string, receiver: expect.stringContaining("****") as string },
    ]);
  });

  test("a manager who takes nobody new or has no room leaves it to nobody; one chosen by hand is refused", async () => {
    const chosen = async (id: number) => {
      const a = await desk.handedIn();
      return { a, said: await refusalOf(desk.pass([a], { bd_owner_id: id })) };
    };
    const bd = await workerId(app.db, "business_1");
    await manager("business_1", { accept_new: false });
    const { a, said } = await chosen(bd);
    expect(said).toEqual(["bad_input", "叶舟 暂不接新客，请选择其他人"]);
    expect((await desk.get(a.id)).place_owners[0]).toMatchObject({
      role: "bd",
      worker_id: null,
      worker_name: "叶舟",
      why: "叶舟 暂不接新客",
    });
    await manager("business_1", { max_peers: 1 });
    expect((await chosen(bd)).said[1]).toMatch(/^叶舟 已满（\d+\/1），请选择其他人$/);
    expect((await chosen(await workerId(app.db, "expert"))).said).toEqual(["bad_input", "商务须为启用且有「同行列表」权限的员工"]);
    expect((await desk.pass([a])).ret).toBe(0);
    expect(await row(app.db, q`select bd_owner_id, cs_owner_id is null as no_cs from peers where application_id = ${a.id}`)).toEqual({
      bd_owner_id: null,
      no_cs: false,
    });
    await manager("business_1", {});
  });

  test("peer 23: a mobile is on one enabled account", async () => {
    const { contact_mobile } = await desk.body();
    await desk.passed({ contact_mobile });
    const again = await desk.handedIn({ contact_mobile });
    expect(await refusalOf(desk.pass([again]))).toEqual(["duplicate", "该手机号已是同行账号"]);
    expect((await desk.get(again.id)).moves).toContainEqual({ move: "approve", ok: false, missing: "该手机号已是同行账号" });
  });

  const STEPS = ["peers", "peer_accounts", "peer_owners", "peer_documents", "ledger_accounts", "peer_applications"] as const;
  test.each(STEPS)("peer 1: or nothing of it is: a fault while %s is written", async (table) => {
    const a = await desk.handedIn();
    const stand = () =>
      Promise.all(
        [...STEPS, "outbound_messages"].map((t) => row(app.db, q`select count(*)::int as n, max(xmin::text::int8) as at from ${raw(t)}`)),
      );
    await rows(app.db, q`create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
    await rows(app.db, q`create trigger broken before insert or update on ${raw(table)} for each row execute function broken()`);
    const before = await stand();
    const answer = await desk.pass([a]);
    await rows(app.db, q`drop function broken() cascade`);
    expect(answer.status).toBe(500);
    expect(await stand()).toEqual(before);
    expect(await desk.get(a.id)).toMatchObject({ application_status: "pending", version: a.version, peer_id: null });
    expect((await desk.pass([a])).ret).toBe(0);
  });
});

describe("checks", () => {
  const checkOf = async (id: number, key: string) => (await desk.get(id)).checks.find((c) => c.key === key);
  test("who invites himself is found by code, legal person or mobile", async () => {
    const inviter = await desk.passed();
    const invited = { source: "fission" as const, source_id: inviter.peer_id };
    const { contact_mobile } = await desk.body();
    const peer = await row<{ short_name: string }>(app.db, q`select short_name from peers where id = ${inviter.peer_id}`);
    const clean = await desk.handedIn({ ...invited, contact_mobile });
    expect(await checkOf(clean.id, "fraud")).toMatchObject({ result: "ok", text: `邀请人「${peer?.short_name}」没有相同信息` });
    const same = await desk.handedIn({ ...invited, legal_person: inviter.legal_person });
    expect(await checkOf(same.id, "fraud")).toMatchObject({ result: "bad", text: `与邀请人「${peer?.short_name}」的法人相同` });
    expect(await checkOf(same.id, "same_legal_person")).toMatchObject({
      result: "warn",
      evidence: [{ noun: "peer", id: inviter.peer_id }],
    });
    expect(await desk.get(same.id)).toMatchObject({ bad_checks: 2, inviter: { peer_id: inviter.peer_id } });
    const [listed] = (await admin.call("peer_application_query", { keyword: same.application_no })).list;
    expect(listed).toMatchObject({ bad_checks: 2, source_text: peer?.short_name, place_text: "上海市" });
  });

  test("alike names, a licence that ends, a code that was refused before", async () => {
    const first = await desk.handedIn({ name: "福州环球国际旅行社有限公司" });
    const second = await desk.handedIn({ name: "福州环球国际旅行社（仓山）有限公司", travel_licence_to: "2026-11-19" });
    expect(await checkOf(second.id, "similar_name")).toMatchObject({
      result: "warn",
      evidence: [{ noun: "peer_application", id: first.id }],
    });
    expect(await checkOf(second.id, "licence")).toMatchObject({ result: "bad", text: "旅行社许可证已于 2026-11-19 到期" });
    expect(await refusalOf(desk.pass([second]))).toEqual(["guard_failed", "旅行社许可证已于 2026-11-19 到期"]);
    const credit_code = creditCode(899_999);
    const gone = await desk.handedIn({ credit_code });
    await maker.call("peer_application_withdraw", of(gone));
    const again = await desk.handedIn({ credit_code });
    expect(await checkOf(again.id, "code_in_use")).toMatchObject({
      result: "warn",
      evidence: [{ id: gone.id, text: `${gone.application_no} 已撤回` }],
    });
  });
});
