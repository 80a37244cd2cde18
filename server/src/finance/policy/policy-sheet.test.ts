/** Lists for insurers, sheets that come back, who is told, whose policies somebody sees. */
import { beforeAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { enqueue } from "#kit/jobs.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { insuredOrder, policiesOf, type MadePolicy } from "../../testing/make/policy.ts";

let app: TestApp;
let desk: OrderDesk;
let clerk: Client;
const key = () => ({ idempotency_key: crypto.randomUUID() });
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  await rows(
    app.db,
    q`update roles set module_group = (select array_agg(distinct c) from unnest(module_group || ${[Number(may.insurance)]}::int4[]) c)
      where id in (select role_id from workers where account in ('finance', 'business_1'))`,
  );
  await rows(app.db, q`update roles set data_scope = 'all' where id in (select role_id from workers where account = 'finance')`);
  clerk = await app.as("finance");
});
const get = (id: number) => clerk.call("policy_get", { id });
const seen = async (id: number) => ({ id, version: (await get(id)).version });
const made = async (o: { people?: number; travel_date?: string } = {}): Promise<MadePolicy[]> =>
  policiesOf(app.db, (await insuredOrder(desk, o)).id);
const job = async (name: string): Promise<void> => {
  await enqueue(app.db, name, {}, {}, app.clock.now());
  await app.runJobs();
};

describe("投保名单", () => {
  test("finance: a policy put into a list has its batch, each person is logged as seen, the file is its maker's for seven days", async () => {
    const [one, two] = await made({ people: 2 });
    const rows_ = [await seen(one?.id ?? 0), await seen(two?.id ?? 0)];
    const { done, sheet_id, batch_no } = await clerk.call("policy_sheet_export", { rows: rows_, ...key() });
    expect(done).toBe(2);
    expect((await get(one?.id ?? 0)).batch_no).toBe(batch_no);
    const admin = await app.as("admin");
    expect((await admin.raw("policy_sheet_get", { id: sheet_id ?? 0 })).msg).toBe("投保名单不存在或无权下载");
    const { url } = await clerk.call("policy_sheet_get", { id: sheet_id ?? 0 });
    const file = await app.http.inject({ method: "GET", url });
    expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
    const looks = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from operation_logs where noun = 'policy' and noun_id = ${String(one?.id)} and kind = 'reveal'`,
    );
    expect(looks?.n).toBe(2);
    await rows(app.db, q`update policy_sheets set expires_at = ${app.clock.now()} where id = ${sheet_id ?? 0}`);
    expect((await clerk.raw("policy_sheet_get", { id: sheet_id ?? 0 })).msg).toBe("文件已过期，请重新导出");
    await job("policy_sheet_expire");
    expect(await row(app.db, q`select file_key from policy_sheets where id = ${sheet_id ?? 0}`)).toEqual({ file_key: null });
  });

  test("who has no passport yet stays behind, with the reason", async () => {
    const [one, two] = await made({ people: 2 });
    await rows(
      app.db,
      q`update applicants set passport_no = null, passport_no_sealed = null, passport_no_hash = null, passport_no_tail = null
        where id = (select applicant_id from policies where id = ${one?.id ?? 0})`,
    );
    const { results } = await clerk.call("policy_sheet_export", { rows: [await seen(one?.id ?? 0), await seen(two?.id ?? 0)], ...key() });
    expect(results.map((r) => r.ok)).toEqual([false, true]);
    expect(results[0]?.msg).toMatch(/尚未登记护照号，不能投保$/);
  });

  test("a sheet of numbers is tried first and registered then; what is wrong is said row by row", async () => {
    const [one, two] = await made({ people: 2 });
    const line = (apply_no: string, policy_no: string, start_on = "", end_on = "") => ({ apply_no, policy_no, start_on, end_on });
    const sheet = [
      line(one?.apply_no ?? "", "ANTU-SHEET-1"),
      line(one?.apply_no ?? "", "ANTU-SHEET-2"),
      line(two?.apply_no ?? "", "12"),
      line("BX0", "ANTU-SHEET-3"),
      line("", "ANTU-SHEET-4"),
    ];
    const faults = [null, "与第2行的投保编号重复", "保单号应为6-40位字母、数字或 - /", "投保编号不存在或无权查看", "请填写投保编号"];
    const trial = await clerk.call("policy_sheet_import", { rows: sheet, dry_run: true, ...key() });
    expect([trial.done, trial.rows.map((r) => r.fault)]).toEqual([0, faults]);
    expect((await get(one?.id ?? 0)).policy_status).toBe("to_issue");
    const bare = await clerk.refused("policy_sheet_import", { rows: sheet, dry_run: false, ...key() });
    expect(bare.issues).toEqual([{ path: "file", message: "请上传保单文件" }]);
    const file = await desk.file("application/pdf", 1_000, ["finance"]);
    const done = await clerk.call("policy_sheet_import", { rows: sheet, file, dry_run: false, ...key() });
    expect([done.done, done.rows.map((r) => r.fault)]).toEqual([1, faults]);
    expect(await get(one?.id ?? 0)).toMatchObject({ policy_status: "issued", policy_no: "ANTU-SHEET-1", file });
  });
});

describe("who is told and who sees", () => {
  test("cover that begins within two days and is not written is red, in the queue, and told once a day", async () => {
    const [p] = await made({ travel_date: "2026-11-22" });
    expect(await get(p?.id ?? 0)).toMatchObject({ is_soon: true, is_begun: false });
    const { list } = await clerk.call("policy_query", { queue: "policy_issue", policy_no: p?.apply_no });
    expect(list).toHaveLength(1);
    await job("policy_due_remind");
    await job("policy_due_remind");
    const told = await rows<{ content: string; account: string }>(
      app.db,
      q`select m.content, w.account from outbound_messages m join workers w on w.id = m.receiver_worker_id where m.template = 'policy_due' and w.account = 'finance'`,
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.content).toMatch(/^有 \d+ 份保单两天内起保仍待出单，最早 2026-11-22。/);
  });

  test("finance 22: who sees only his own orders finds only their policies, in list, head and record; tabs and list agree", async () => {
    const [theirs] = await made();
    const bd = await app.as("business_1");
    const own = await bd.call("policy_query", { page_size: 100 });
    expect(own.list.some((x) => x.id === theirs?.id)).toBe(false);
    expect((await bd.raw("policy_get", { id: theirs?.id ?? 0 })).msg).toBe("保单不存在或无权查看");
    const { states } = await bd.call("policy_figures", {});
    expect(states.reduce((n, s) => n + s.count, 0)).toBe(own.list.length);
    const all = await clerk.call("policy_figures", {});
    for (const { state, count } of all.states) {
      const { total } = await clerk.call("policy_query", { policy_status: [state], page_size: 1 });
      expect(total).toBe(count);
    }
  });

  test("finance 24: without a login 401, without the code 403, wrong money and days are named", async () => {
    const [p] = await made();
    const other = await app.as("expert");
    expect((await other.raw("policy_query", {})).status).toBe(403);
    const claim = { on: "2026-11-20", claimed: 1, paid: 0, note: "" };
    for (const [field, value] of [
      ["claimed", -1],
      ["claimed", 1.5],
      ["claimed", 2 ** 53],
      ["paid", -1],
    ] as const) {
      const bad = await clerk.refused("policy_claim_add", { ...(await seen(p?.id ?? 0)), ...claim, [field]: value, ...key() });
      expect(bad.answer.status).toBe(400);
      expect(bad.issues[0]?.message).toMatch(/额/);
    }
  });

  test("the insured is found by name, whole passport and its last four; shown in full by a logged look", async () => {
    const [p] = await made();
    for (const insured of ["张伟", "E10000000", "0000"]) {
      const { list } = await clerk.call("policy_query", { insured, policy_no: p?.apply_no });
      expect(list.map((x) => x.id)).toEqual([p?.id]);
    }
    expect(await clerk.call("policy_reveal", { id: p?.id ?? 0 })).toEqual({
      insured_name: "张伟",
      insured_passport: "E10000000",
      insured_birthday: "1990-05-20",
    });
  });
});
