import { beforeAll, describe, expect, it } from "vitest";
import { orderDetail } from "@visadesk/contract/order/order.ts";
import { applicantDetail } from "@visadesk/contract/order/applicant.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { loadOrders } from "../../../../scripts/bench-load.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase, type TestDatabase } from "../../testing/database.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import { mayReadFile } from "../material/file-access.sql.ts";
import { orderReads } from "./order.read.ts";

let database: TestDatabase;
let ctx: Ctx;
let worker: number;
const now = new Date(TEST_NOW);
beforeAll(async () => {
  database = await testDatabase();
  await loadOrders(database.url, 400, now);
  worker = (await row<{ id: number }>(database.db, q`select min(id) as id from workers`))?.id ?? 0;
  ctx = readCtx(database.db, principalFor({ worker_id: worker, codes: ["order_view", "order_process"] }), now);
}, 60_000);
const pick = async (status: string): Promise<number> =>
  (
    await row<{ id: number }>(
      database.db,
      q`select id from orders where order_status = ${status} and applicant_count > 1 order by id desc limit 1`,
    )
  )?.id ?? 0;

/** What is wrong with an answer. Its numbers are masks, which the contract takes as an answer but from nobody. */
const faults = (type: typeof orderDetail | typeof applicantDetail, answer: unknown): unknown[] =>
  (type.safeParse(answer).error?.issues ?? []).filter(
    (i) =>
      !["contact_mobile", "passport_no", "mobile"].includes(String(i.path.at(-1))) ||
      !i.message.endsWith("是脱敏显示的内容，请输入完整内容"),
  );

describe("order_get", () => {
  it("answers what the contract says, with fees that sum to the payable amount", async () => {
    const id = await pick("completed");
    const got = await orderReads.order_get({ id }, ctx);
    expect(faults(orderDetail, got)).toEqual([]);
    expect(got.fees.reduce((n, f) => n + f.payable, 0)).toBe(got.amount_payable);
    expect(got.payments.reduce((n, p) => n + p.amount, 0)).toBe(got.amount_paid);
    expect(got.people.map((p) => p.seq)).toEqual(got.people.map((_, i) => i + 1));
    expect(got.people.every((p) => p.settle_price === null)).toBe(true);
    expect(got.snapshot.sku_name).toBe(got.sku_name);
  });
  it("tells what has changed of the product since", async () => {
    const id = await pick("processing");
    const { sku_id, sku_name } = await orderReads.order_get({ id }, ctx);
    await rows(database.db, q`update skus set name = '改名后的商品' where id = ${sku_id}`);
    const later = readCtx(database.db, ctx.me, new Date(now.getTime() + 120_000));
    const { snapshot, snapshot_diff } = await orderReads.order_get({ id }, later);
    expect(snapshot.sku_name).toBe(sku_name);
    expect(snapshot_diff).toContainEqual({ label: "商品名称", then: sku_name, now: "改名后的商品" });
  });
  it("an unpaid order offers payment and cancelling, a paid one neither", async () => {
    const id = await pick("completed");
    await rows(database.db, q`update orders set order_status = 'pending_payment', pay_status = 'unpaid' where id = ${id}`);
    const open = await orderReads.order_get({ id }, ctx);
    expect(open.moves.filter((m) => m.ok).map((m) => m.move)).toEqual(expect.arrayContaining(["pay", "cancel"]));
    const paid = await orderReads.order_get({ id: await pick("processing") }, ctx);
    expect(paid.moves.map((m) => m.move)).not.toContain("pay");
  });
  it("the timeline is newest first and pages by id", async () => {
    const id = await pick("completed");
    await rows(
      database.db,
      q`insert into order_logs (order_id, kind, noun, noun_id, label, actor_name, at) select ${id}, 'note', 'order', ${id}, '备注' || n, '测试', ${now} from generate_series(1, 60) n`,
    );
    const first = await orderReads.order_log_query({ order_id: id }, ctx);
    expect(first.list).toHaveLength(50);
    expect(first.has_more).toBe(true);
    const rest = await orderReads.order_log_query({ order_id: id, before_id: first.list.at(-1)?.id }, ctx);
    expect(rest.list).toHaveLength(12);
    const pay = rest.list.find((l) => l.move === "pay");
    expect(pay?.to_label).toBe("办理中");
    const notes = await orderReads.order_log_query({ order_id: id, kind: ["note"] }, ctx);
    expect(notes.list.every((l) => l.kind === "note")).toBe(true);
  });
});

describe("applicant_get", () => {
  it("answers what the contract says, with the moves of the state", async () => {
    const a = await row<{ id: number; order_id: number }>(
      database.db,
      q`select id, order_id from applicants where applicant_status = 'in_embassy' and held_at is null order by id desc limit 1`,
    );
    if (!a) throw new Error("nobody in the embassy");
    const got = await applicantReads.applicant_get({ id: a.id, order_id: a.order_id }, ctx);
    expect(faults(applicantDetail, got)).toEqual([]);
    expect(got.moves.map((m) => m.move)).toEqual(["embassy_supplement", "issue", "refuse"]);
    expect(got.materials).toHaveLength(6);
  });
  it("two ids that do not belong together answer like an unknown one", async () => {
    const [a, b] = await rows<{ id: number; order_id: number }>(
      database.db,
      q`select id, order_id from applicants where seq = 1 order by id limit 2`,
    );
    await expect(applicantReads.applicant_get({ id: a?.id ?? 0, order_id: b?.order_id ?? 0 }, ctx)).rejects.toThrow(
      "申请人不存在或无权查看",
    );
    await expect(applicantReads.applicant_get({ id: 9_999_999, order_id: 1 }, ctx)).rejects.toThrow("申请人不存在或无权查看");
  });
});

describe("private files", () => {
  it("one content handed in for two people is a look at both, a payment's proof at everybody of the order", async () => {
    const papers = await rows<{ id: number; applicant_id: number; order_id: number }>(
      database.db,
      q`select min(m.id) as id, m.applicant_id, m.order_id from applicant_materials m join orders o on o.id = m.order_id
        where m.applicant_id is not null and o.applicant_count = 2 group by m.order_id, m.applicant_id order by m.order_id, m.applicant_id limit 2`,
    );
    const [order, people] = [papers[0]?.order_id ?? 0, papers.map((p) => p.applicant_id)];
    expect(papers.map((p) => p.order_id)).toEqual([order, order]);
    const [both, paid] = ["private/bb/of-both.jpg", "private/cc/paid.jpg"];
    for (const p of papers)
      await rows(
        database.db,
        q`insert into material_files (material_id, file, filename, size, created_at) values (${p.id}, ${both}, 'b.jpg', 1, ${now})`,
      );
    await rows(
      database.db,
      q`update order_payments set proof = ${[paid]}::text[] where id = (select min(id) from order_payments where order_id = ${order})`,
    );
    expect((await mayReadFile(ctx, "order", order, both))?.subject_ids).toEqual(people);
    expect((await mayReadFile(ctx, "applicant", people[1] ?? 0, both))?.subject_ids).toEqual([people[1]]);
    expect(await mayReadFile(ctx, "order", order, paid)).toMatchObject({ subject_ids: people, label: "付款凭证" });
    expect(await mayReadFile(ctx, "order", order, "private/dd/nobody.jpg")).toBeNull();
  });
  it("belong to one person, and only to who sees him", async () => {
    const m = await row<{ id: number; applicant_id: number; order_id: number; name: string }>(
      database.db,
      q`select id, applicant_id, order_id, name from applicant_materials order by id limit 1`,
    );
    const key = "private/aa/passport-of-one.jpg";
    await rows(
      database.db,
      q`insert into material_files (material_id, file, filename, size, created_at) values (${m?.id}, ${key}, 'p.jpg', 1, ${now})`,
    );
    expect((await mayReadFile(ctx, "applicant", m?.applicant_id ?? 0, key))?.subject_ids).toEqual([m?.applicant_id]);
    expect(await mayReadFile(ctx, "order", m?.order_id ?? 0, key)).toMatchObject({ subject_ids: [m?.applicant_id], label: m?.name });
    expect(await mayReadFile(ctx, "applicant", (m?.applicant_id ?? 0) + 5, key)).toBeNull();
    const blind = readCtx(
      database.db,
      principalFor({ worker_id: 999, codes: ["order_process"], data_scope: "own", scope_ids: [999] }),
      now,
    );
    expect(await mayReadFile(blind, "applicant", m?.applicant_id ?? 0, key)).toBeNull();
    expect(await mayReadFile(blind, "order", m?.order_id ?? 0, key)).toBeNull();
  });
});
