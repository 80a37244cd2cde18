import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { md5Of } from "../../account/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { DEMO_PASSWORD } from "../index.ts";

const THEN = "2024-09-02T02:00:00.000Z";
const NOW = "2026-11-20T02:00:00.000Z";
let app: TestApp;
let desk: OrderDesk;

beforeAll(async () => {
  app = await testApp({ now: THEN });
  const workers = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(workers.map((w) => [w.account, w.id])));
  await rows(
    app.db,
    q`insert into workers (account, nickname, passwd, role_id, passwd_at, created_at, updated_at)
      select 'auditor1', '周审计', passwd, role_id, passwd_at, created_at, updated_at from workers where account = 'admin'`,
  );
});

const signIn = async (account: string): Promise<Client> => {
  const now = (): Date => app.clock.now();
  const info = await new Client(app.send, now).call("open/oss_login", { account, passwd: md5Of(DEMO_PASSWORD) });
  return new Client(app.send, now, info.token, info.id);
};
const fingerprint = async (table: string, columns = "t"): Promise<string> =>
  (
    await row<{ h: string }>(
      app.db,
      q`select md5(coalesce(string_agg(${raw(columns)}::text, '|' order by t.id), '')) as h from ${raw(table)} t`,
    )
  )?.h ?? "";
/** What an erasure must leave as it is. */
const kept = async (): Promise<string[]> => [
  await fingerprint("journals"),
  await fingerprint("journal_lines"),
  await fingerprint("order_fees"),
  await fingerprint("order_payments"),
  await fingerprint(
    "orders",
    "(t.order_no, t.order_status, t.pay_status, t.amount_paid, t.amount_payable, t.applicant_count, t.completed_at, t.cancelled_at)",
  ),
  await fingerprint("applicants", "(t.applicant_no, t.applicant_status, t.settle_price, t.supplier_id, t.result_at)"),
];
const logsTo = (id: number) =>
  rows<{ t: string }>(app.db, q`select to_jsonb(l) - 'seq' - 'hash' as t from operation_logs l where id <= ${id} order by id`);

/** A file that really lies in the store. */
async function stored(): Promise<string> {
  const key = await desk.file();
  const file = path.join(app.dataDir, "paper.jpg");
  writeFileSync(file, key);
  await app.parts.files.put(key, file, "image/jpeg");
  return key;
}
const lies = (key: string): boolean => existsSync(path.join(app.dataDir, "files", key));

test("setting 23: of 3 closed orders 2 are erased after another person's approval, the one with an unsettled line stays", async () => {
  const [first, second, open] = [await desk.order({ people: 2 }), await desk.order(), await desk.order()];
  const paper = await stored();
  const shared = await stored();
  const m = (await desk.person(first.people[0] ?? 0)).materials.find((x) => x.kind === 1);
  await desk.call("applicant_material_upload", {
    id: m?.id ?? 0,
    version: m?.version ?? 0,
    files: [{ file: paper, page_no: 1 }],
    doc_date: desk.today(),
  });
  await rows(app.db, q`update applicants set result_files = ${[shared]} where id in (${first.people[0]}::int8, ${open.people[0]}::int8)`);
  for (const o of [first, second]) {
    const { order } = await desk.facts(o.id);
    await desk.call("order_cancel", { id: o.id, version: order.version, cancel_reason: "customer", reason: "客户取消" });
  }
  await desk.pay(open.id);
  await desk.reviewed(open.people[0] ?? 0);
  await desk.move("applicant_submit", open.people[0] ?? 0, { submit_date: desk.today() });
  await rows(app.db, q`update orders set order_status = 'completed', completed_at = ${app.clock.now()} where id = ${open.id}`);

  app.clock.set(NOW);
  const [maker, checker] = [await signIn("admin"), await signIn("auditor1")];
  const before = await kept();
  const last = (await row<{ id: number }>(app.db, q`select max(id) as id from operation_logs`))?.id ?? 0;
  const logs = await logsTo(last);

  const run = await maker.call("erasure_preview", {});
  expect(run).toMatchObject({ cutoff_date: "2024-11-20", erasure_status: "preview", kept_count: 1, maker_name: "系统管理员" });
  expect(run.counts).toEqual([
    { area: "order", label: "订单", records: 2, people: 3, files: 2 },
    { area: "peer", label: "同行", records: 0, people: 0, files: 0 },
  ]);
  expect(run.kept).toEqual([{ noun: "order", noun_id: open.id, noun_no: open.order_no, reason: "有未结算的供应商款" }]);
  expect((await maker.refused("erasure_preview", {})).answer.msg).toBe("已有未结束的清理，请先批准或取消");
  const approval = { id: run.id, version: run.version, idempotency_key: crypto.randomUUID() };
  expect((await maker.refused("erasure_approve", approval)).code).toBe("maker_is_checker");
  await app.runJobs();
  expect((await row<{ n: number }>(app.db, q`select count(*)::int as n from orders where erased_at is not null`))?.n).toBe(0);

  await checker.call("erasure_approve", { ...approval, idempotency_key: crypto.randomUUID() });
  await app.runJobs();
  const done = (await maker.call("erasure_query", {})).list[0];
  expect(done).toMatchObject({ erasure_status: "done", checker_name: "周审计", kept_count: 1 });
  expect(done?.erased).toMatchObject([{ records: 2, people: 3, files: 2 }, { records: 0 }]);
  expect(done?.kept[0]?.noun_no).toBe(open.order_no);

  expect(await kept()).toEqual(before);
  expect(await logsTo(last)).toEqual(logs);
  const gone = await rows<Record<string, unknown>>(
    app.db,
    q`select o.contact_name, o.contact_mobile, o.search_text, a.name_cn, a.passport_no, a.birth_date, a.search,
        coalesce(o.contact_mobile_sealed, o.contact_mobile_hash, o.contact_mobile_tail, a.passport_no_sealed, a.passport_no_hash, a.passport_no_tail,
          a.id_card_no_sealed, a.id_card_no_hash, a.id_card_no_tail, a.mobile_sealed, a.mobile_hash, a.mobile_tail) as sealed from orders o join applicants a on a.order_id = o.id where o.id in (${first.id}::int8, ${second.id}::int8)`,
  );
  expect(gone).toHaveLength(3);
  for (const g of gone)
    expect(g).toEqual({
      contact_name: "已清理",
      contact_mobile: "",
      search_text: "",
      name_cn: null,
      passport_no: null,
      birth_date: null,
      search: [],
      sealed: null,
    });
  const stays = await row<{ name_cn: string; passport_no: string }>(
    app.db,
    q`select name_cn, passport_no from applicants where order_id = ${open.id}`,
  );
  expect(stays?.passport_no).toMatch(/^E\*\*\*\*/);
  expect([lies(paper), lies(shared)]).toEqual([false, true]);
  expect((await checker.call("order_get", { id: first.id })).order_no).toBe(first.order_no);
  expect((await maker.call("erasure_preview", {})).counts[0]?.records).toBe(0);
});

test("an approved run that was cancelled erases nothing; a legal hold keeps a record with its reason", async () => {
  app.clock.set(THEN);
  const held = await desk.order();
  const { order } = await desk.facts(held.id);
  await desk.call("order_cancel", { id: held.id, version: order.version, cancel_reason: "customer", reason: "客户取消" });
  await rows(app.db, q`update orders set legal_hold = '仲裁未结' where id = ${held.id}`);
  app.clock.set(NOW);
  const [maker, checker] = [await signIn("admin"), await signIn("auditor1")];
  const [open] = (await maker.call("erasure_query", {})).list;
  await maker.call("erasure_cancel", { id: open?.id ?? 0, version: open?.version ?? 0 });
  const run = await maker.call("erasure_preview", {});
  expect(run.kept.map((k) => k.reason)).toEqual(["有未结算的供应商款", "依法保留：仲裁未结"]);
  const approved = await checker.call("erasure_approve", { id: run.id, version: run.version, idempotency_key: crypto.randomUUID() });
  await maker.call("erasure_cancel", { id: approved.id, version: approved.version });
  await app.runJobs();
  expect((await maker.call("erasure_query", {})).list[0]).toMatchObject({ erasure_status: "cancelled", erased: null });
});

test("a run whose job gives up can be approved again or cancelled; what all attempts erased is counted", async () => {
  app.clock.set(THEN);
  const made = [await desk.order({ people: 2 }), await desk.order()];
  for (const o of made) {
    const { order } = await desk.facts(o.id);
    await desk.call("order_cancel", { id: o.id, version: order.version, cancel_reason: "customer", reason: "客户取消" });
  }
  app.clock.set(NOW);
  const [maker, checker] = [await signIn("admin"), await signIn("auditor1")];
  const run = await maker.call("erasure_preview", {});
  expect(run.counts[0]).toMatchObject({ records: 2, people: 3 });
  const approval = () => ({ id: run.id, idempotency_key: crypto.randomUUID() });
  await checker.call("erasure_approve", { ...approval(), version: run.version });
  const gone = raw(`create function no_more() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`);
  await rows(app.db, gone);
  await rows(
    app.db,
    raw(`create trigger no_more before update on orders for each row when (old.id = ${made[1]?.id}) execute function no_more()`),
  );
  for (let i = 0; i < 5; i++) {
    await app.runJobs().catch(() => undefined);
    app.clock.advance(3_600_000);
  }
  const failed = (await maker.call("erasure_query", {})).list[0];
  expect(failed).toMatchObject({ id: run.id, erasure_status: "preview", checker_name: null });
  expect(failed?.erased).toMatchObject([{ area: "order", records: 1, people: 2 }]);
  const told = await rows<{ to: string; content: string }>(
    app.db,
    q`select receiver as to, content from outbound_messages where template = 'erasure_failed' order by receiver`,
  );
  expect(told.map((t) => t.to)).toEqual(["admin", "auditor1"]);
  expect(told[0]?.content).toContain("执行失败，已清理1条");
  expect(
    await row(
      app.db,
      q`select reason, changes->0->>'after' as to from operation_logs where endpoint = 'erasure_run' order by id desc limit 1`,
    ),
  ).toEqual({ reason: "执行失败，已清理1条", to: "预览" });

  await rows(app.db, raw("drop trigger no_more on orders"));
  expect((await maker.refused("erasure_approve", { ...approval(), version: failed?.version ?? 0 })).code).toBe("maker_is_checker");
  await checker.call("erasure_approve", { ...approval(), version: failed?.version ?? 0 });
  await app.runJobs();
  const done = (await maker.call("erasure_query", {})).list[0];
  expect(done).toMatchObject({ erasure_status: "done", checker_name: "周审计" });
  expect(done?.erased).toMatchObject([{ records: 2, people: 3 }, { records: 0 }]);
});

test("each month a preview is made as soon as there is something to erase, and those who may approve it are told", async () => {
  const made = () => rows(app.db, q`select id from erasure_runs where maker_id is null`);
  app.clock.set("2026-11-30T21:00:00.000Z");
  await app.runJobs();
  expect(await made()).toEqual([]);
  await rows(app.db, q`update orders set erased_at = null where id = (select min(id) from orders where erased_at is not null)`);
  app.clock.set("2026-12-01T21:00:00.000Z");
  await app.runJobs();
  expect(await made()).toHaveLength(1);
  expect(await row(app.db, q`select maker_id, cutoff_date, erasure_status from erasure_runs order by id desc limit 1`)).toEqual({
    maker_id: null,
    cutoff_date: "2024-12-02",
    erasure_status: "preview",
  });
  const told = await rows<{ n: number }>(
    app.db,
    q`select receiver_worker_id as n from outbound_messages where template = 'erasure_preview'`,
  );
  expect(told.length).toBeGreaterThanOrEqual(2);
});

test("a server that was off on the first makes it later; a preview that nobody decides is told once a month", async () => {
  const newest = () =>
    row<{ id: number; cutoff_date: string }>(app.db, q`select id, cutoff_date from erasure_runs order by id desc limit 1`);
  const waiting = () =>
    rows<{ to: string; content: string }>(
      app.db,
      q`select receiver as to, content from outbound_messages where template = 'erasure_waiting' order by id`,
    );
  const december = await newest();
  app.clock.set("2026-12-02T21:00:00.000Z");
  await app.runJobs();
  expect([await newest(), await waiting()]).toEqual([december, []]);
  // The first of January passes without the server; December's preview is still undecided.
  app.clock.set("2027-01-04T21:00:00.000Z");
  await app.runJobs();
  app.clock.set("2027-01-05T21:00:00.000Z");
  await app.runJobs();
  expect(await newest()).toEqual(december);
  const told = await waiting();
  expect(told.map((t) => t.to).sort()).toEqual(["admin", "auditor1"]);
  expect(told[0]?.content).toContain("2024-12-02以前结束的到期清理预览仍未处理");
  await rows(app.db, q`update erasure_runs set erasure_status = 'cancelled' where id = ${december?.id}`);
  app.clock.set("2027-01-06T21:00:00.000Z");
  await app.runJobs();
  expect((await newest())?.cutoff_date).toBe("2025-01-07");
  expect(await waiting()).toHaveLength(2);
});
