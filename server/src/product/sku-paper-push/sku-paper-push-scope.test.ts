import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Client } from "../../testing/client.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { GONE, NEW, paperList, type PaperList } from "../../testing/make/paper-list.ts";

let app: TestApp;
let list: PaperList;
beforeAll(async () => {
  app = await testApp();
  list = await paperList(app);
});

describe("scope and the job", () => {
  let outsider: Client;
  let mine: number;
  let foreign: number;
  beforeAll(async () => {
    await rows(
      app.db,
      q`insert into roles (name, note, module_group, data_scope, created_at, updated_at) values ('只看自己的产品经理', '', ${[may.sku]}::int4[], 'own', ${app.clock.now()}, ${app.clock.now()})`,
    );
    await rows(
      app.db,
      q`insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
        select 'product_own', '产品甲', passwd, passwd_at, (select max(id) from roles), created_at, updated_at from workers where account = 'product'`,
    );
    outsider = await app.as("product_own");
    [mine, foreign] = [await list.person(), await list.person()];
    const worker = await app.db.selectFrom("workers").select("id").where("account", "=", "product_own").executeTakeFirstOrThrow();
    await rows(app.db, q`update orders set cs_owner_id = ${worker.id} where id = (select order_id from applicants where id = ${mine})`);
    const next = await list.changed((await list.sku()).papers);
    await list.save(next);
  });

  test("people out of the data scope are counted, not named, and cannot be picked", async () => {
    const all = await list.impact();
    const own = await list.impact({}, outsider);
    expect(own.list.map((a) => a.applicant_id)).toEqual([mine]);
    expect([own.total, own.hidden]).toEqual([1, all.people - 1]);
    const { version } = await list.sku();
    const ask = { sku_id: list.skuId, version, expected_count: 2, idempotency_key: randomUUID() };
    const { code } = await outsider.refused("sku_paper_push_add", { ...ask, applicant_ids: [mine, foreign] });
    expect(code).toBe("count_changed");
    // All that he sees is one.
    expect((await outsider.refused("sku_paper_push_add", { ...ask, filter: {}, expected_count: all.total })).code).toBe("count_changed");
    const { id } = await list.push([foreign]);
    expect(await list.results(id, outsider)).toEqual([]);
    await list.maker.call("sku_paper_push_cancel", { id });
  });

  test("the same key starts one push", async () => {
    const { version } = await list.sku();
    const ask = { sku_id: list.skuId, version, applicant_ids: [mine], expected_count: 1, idempotency_key: randomUUID() };
    const first = await list.maker.call("sku_paper_push_add", ask);
    expect(await list.maker.call("sku_paper_push_add", ask)).toEqual(first);
    expect((await list.maker.call("sku_paper_push_query", { sku_id: list.skuId })).list.filter((p) => p.id >= first.id)).toHaveLength(1);
    await list.maker.call("sku_paper_push_cancel", { id: first.id });
  });

  test("a cancelled push changes nobody who still waited and says so; an ended one cannot be cancelled", async () => {
    const { id } = await list.push([mine, foreign]);
    await list.maker.call("sku_paper_push_cancel", { id });
    await app.runJobs();
    expect((await list.slots(mine)).has(NEW)).toBe(false);
    expect(await list.maker.call("sku_paper_push_get", { id })).toMatchObject({ push_state: "cancelled", done: 0, waiting: 0 });
    expect((await list.results(id)).map((r) => [r.outcome, r.msg])).toEqual([
      ["cancelled", "推送已取消"],
      ["cancelled", "推送已取消"],
    ]);
    const { answer } = await list.maker.refused("sku_paper_push_cancel", { id });
    expect(answer.msg).toBe("推送已结束，不能取消");
  });

  test("a push that is asked to stop while it runs keeps what was done and leaves the rest", async () => {
    const { id } = await list.push([mine, foreign]);
    // As if it had been stopped after the first order: that one is told already.
    await rows(app.db, q`update sku_paper_push_people set outcome = 'done', msg = '新增' where push_id = ${id} and applicant_id = ${mine}`);
    await rows(app.db, q`update jobs set cancel_asked = true where id = (select job_id from sku_paper_pushes where id = ${id})`);
    await app.runJobs();
    expect(await list.maker.call("sku_paper_push_get", { id })).toMatchObject({ push_state: "cancelled", done: 1, waiting: 0 });
    expect((await list.results(id)).map((r) => r.outcome)).toEqual(["done", "cancelled"]);
    expect((await list.slots(foreign)).has(NEW)).toBe(false);
  });

  test("two runners give it once; who is approved at the same moment keeps his paper", async () => {
    const { id: paper, version } = (await list.slots(mine)).get(GONE) ?? { id: 0, version: 0 };
    const files = [{ file: await list.desk.file(), page_no: 1 }];
    await list.desk.call("applicant_material_upload", { id: paper, version, files });
    const { id } = await list.push([mine]);
    const pass = { id: paper, version: version + 1 };
    const [, , passed] = await Promise.allSettled([app.runJobs(), app.runJobs(), list.desk.call("applicant_material_pass", pass)]);
    await app.runJobs();
    expect((await list.slots(mine)).get(GONE)?.material_status).toBe(passed.status === "fulfilled" ? "passed" : "waived");
    expect(await list.maker.call("sku_paper_push_get", { id })).toMatchObject({ push_state: "done", done: 1, waiting: 0 });
    expect(await rows(app.db, q`select 1 from order_logs where applicant_id = ${mine} and label = '资料清单变更'`)).toHaveLength(1);
  });
});
