/** The queues of the area: who finds what in them, and that badge, tile and list say one number. */
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import { beforeAll, expect, test } from "vitest";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { counters } from "../workbench/stat.ts";
import { queueCounts } from "../workbench/task.sql.ts";
import { tasks } from "../workbench/task.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { principalFor, readCtx } from "../testing/ctx.ts";
import { parcelAt } from "../testing/make/parcel-row.ts";
import { SupplierDesk } from "../testing/make/supplier-desk.ts";
import { supplierDesks } from "./supplier.queues.ts";

let app: TestApp;
let desk: SupplierDesk;
const CODES: readonly PermissionName[] = ["workbench", "supplier", "supplier_review", "supplier_product", "supplier_logistics"];
const KEYS: readonly QueueKey[] = ["supplier_review", "supplier_payee_review", "supplier_paper", "supplier_gap", "parcel_todo"];
beforeAll(async () => {
  app = await testApp();
  desk = new SupplierDesk(app, await app.as("product"), await app.as("admin"));
});
let sessions = 0;
/** Each caller in a session of his own: counters are kept per session. */
const by = (worker_id: number, codes = CODES, scope_ids: readonly number[] | null = null): Ctx => {
  const me = principalFor({ worker_id, codes, scope_ids, data_scope: scope_ids === null ? "all" : "own" });
  return readCtx(app.db, { ...me, session_id: ++sessions }, app.clock.now());
};
const found = async (ctx: Ctx, queue: QueueKey, scope: "mine" | "all" = "mine"): Promise<number[]> =>
  (await tasks(ctx, { queue: [queue], scope, page: 1, page_size: 100 })).list.map((t) => t.source_id);
const task = async (ctx: Ctx, queue: QueueKey, id: number) =>
  (await tasks(ctx, { queue: [queue], page: 1, page_size: 100 })).list.find((t) => t.source_id === id);

test("a supplier and an account wait for everybody but who entered them", async () => {
  const s = await desk.entered();
  const payee = await row<{ id: number }>(app.db, q`select id from supplier_payees where supplier_id = ${s.id}`);
  for (const [queue, id] of [
    ["supplier_review", s.id],
    ["supplier_payee_review", payee?.id ?? 0],
  ] as const) {
    expect(await found(by(desk.checker.id), queue), queue).toContain(id);
    expect(await found(by(desk.maker.id), queue), queue).not.toContain(id);
    expect(await found(by(desk.maker.id), queue, "all"), queue).toContain(id);
    // Somebody who sees only his own suppliers does not meet it.
    expect(await found(by(desk.checker.id, CODES, [desk.checker.id]), queue), queue).not.toContain(id);
  }
  expect(await task(by(desk.checker.id), "supplier_review", s.id)).toMatchObject({
    title: `供应商待审 · ${s.short_name}`,
    ref_no: s.supplier_no,
    order_id: null,
    node: "待审核",
    initiator_name: "周启明",
    handler_name: null,
    opens: { route: "supplier-view", params: { id: String(s.id) } },
  });
  expect((await task(by(desk.checker.id), "supplier_payee_review", payee?.id ?? 0))?.opens).toEqual({
    route: "supplier-view",
    params: { id: String(s.id) },
  });
  await desk.passPayees(s.id);
  await desk.checker.call("supplier_activate", { id: s.id, version: s.version });
  expect(await found(by(desk.checker.id), "supplier_review")).not.toContain(s.id);
});

test("a paper that ends within 30 days or a pause that is over waits for the owner alone", async () => {
  const s = await desk.active();
  const owner = by(desk.maker.id);
  expect(await found(owner, "supplier_paper")).not.toContain(s.id);
  const ends = (day: string) =>
    rows(app.db, q`update supplier_documents set valid_to = ${day}::date where supplier_id = ${s.id} and kind = 'submit_qualification'`);
  const day = (n: number): string => new Date(app.clock.now().getTime() + 8 * 3_600_000 + n * 86_400_000).toISOString().slice(0, 10);
  for (const [n, waits] of [
    [31, false],
    [30, true],
    [0, true],
    [-5, true],
  ] as const) {
    await ends(day(n));
    expect([n, (await found(owner, "supplier_paper")).includes(s.id)]).toEqual([n, waits]);
  }
  expect((await task(owner, "supplier_paper", s.id))?.due_at).toBe(new Date(`${day(-4)}T00:00:00+08:00`).toISOString());
  expect(await found(by(desk.checker.id), "supplier_paper")).not.toContain(s.id);
  expect(await found(by(desk.checker.id), "supplier_paper", "all")).toContain(s.id);
  await ends(day(400));
  await rows(app.db, q`update suppliers set supplier_status = 'paused', pause_until = ${day(0)}::date where id = ${s.id}`);
  expect(await found(owner, "supplier_paper")).toContain(s.id);
  // The page says on the same day what the queue does.
  const warned = async () => (await desk.maker.call("supplier_get", { id: s.id })).warnings.map((w) => w.key).includes("pause_over");
  expect(await warned()).toBe(true);
  await rows(app.db, q`update suppliers set pause_until = ${day(1)}::date where id = ${s.id}`);
  expect(await found(owner, "supplier_paper")).not.toContain(s.id);
  expect(await warned()).toBe(false);
});

test("what a second person may not decide does not wait for him: one's own resubmission, accounts of a supplier at rest", async () => {
  const s = await desk.entered();
  const payee = await row<{ id: number }>(app.db, q`select id from supplier_payees where supplier_id = ${s.id}`);
  const checker = by(desk.checker.id);
  expect(await found(checker, "supplier_payee_review")).toContain(payee?.id);
  await rows(app.db, q`update suppliers set supplier_status = 'rejected' where id = ${s.id}`);
  expect(await found(checker, "supplier_payee_review")).not.toContain(payee?.id);
  await rows(
    app.db,
    q`update suppliers set supplier_status = 'pending', resubmitted_by = ${desk.checker.id}, resubmitted_at = ${app.clock.now()} where id = ${s.id}`,
  );
  expect(await found(checker, "supplier_review")).not.toContain(s.id);
  expect(await found(checker, "supplier_payee_review")).not.toContain(payee?.id);
  const third = by(desk.checker.id + 1_000);
  expect(await found(third, "supplier_review")).toContain(s.id);
  expect(await found(third, "supplier_payee_review")).toContain(payee?.id);
});

test("a wait is counted from when it began: an edit of the supplier does not begin it anew", async () => {
  const entered_at = async (queue: QueueKey, id: number) => (await task(by(desk.checker.id, CODES), queue, id))?.entered_at;
  const at = (iso: string): Date => new Date(iso);
  const s = await desk.entered();
  const payee = (await row<{ id: number }>(app.db, q`select id from supplier_payees where supplier_id = ${s.id}`))?.id ?? 0;
  await rows(app.db, q`update supplier_payees set created_at = ${at("2026-11-10T02:00:00Z")} where id = ${payee}`);
  await rows(
    app.db,
    q`update suppliers set created_at = ${at("2026-11-10T02:00:00Z")}, updated_at = ${app.clock.now()} where id = ${s.id}`,
  );
  expect([await entered_at("supplier_review", s.id), await entered_at("supplier_payee_review", payee)]).toEqual([
    "2026-11-10T02:00:00.000Z",
    "2026-11-10T02:00:00.000Z",
  ]);
  await rows(app.db, q`update suppliers set resubmitted_at = ${at("2026-11-12T02:00:00Z")} where id = ${s.id}`);
  expect([await entered_at("supplier_review", s.id), await entered_at("supplier_payee_review", payee)]).toEqual([
    "2026-11-12T02:00:00.000Z",
    "2026-11-12T02:00:00.000Z",
  ]);
  const paper = await desk.active();
  const papers = (patch: { to: string; made: string }) =>
    rows(
      app.db,
      q`update supplier_documents set valid_to = ${patch.to}::date, created_at = ${at(patch.made)} where supplier_id = ${paper.id} and kind = 'submit_qualification'`,
    );
  const since = async () => (await task(by(desk.maker.id), "supplier_paper", paper.id))?.entered_at;
  // 30 days before it ends a paper begins to wait, one registered later from then on.
  await papers({ to: "2026-12-10", made: "2026-01-01T02:00:00Z" });
  expect(await since()).toBe("2026-11-09T16:00:00.000Z");
  await papers({ to: "2026-12-10", made: "2026-11-15T02:00:00Z" });
  expect(await since()).toBe("2026-11-15T02:00:00.000Z");
  await rows(app.db, q`update suppliers set supplier_status = 'paused', pause_until = '2026-11-13' where id = ${paper.id}`);
  expect(await since()).toBe("2026-11-12T16:00:00.000Z");
});

const up = (a: number, b: number): number => a - b;
test("a product on sale whose last supplier falls away waits for whoever matches", async () => {
  const sku = await row<{ id: number }>(app.db, q`select id from skus where sku_no = 'JP-TOUR-S-01'`);
  const id = sku?.id ?? 0;
  const ctx = by(desk.checker.id);
  expect(await found(ctx, "supplier_gap")).not.toContain(id);
  await rows(app.db, q`update supplier_products set status = 0 where sku_id = ${id}`);
  expect(await task(ctx, "supplier_gap", id)).toMatchObject({ node: "缺供应商", ref_no: "JP-TOUR-S-01" });
  // The list that the tile opens has each of these products once, whatever matches it has.
  const listed = async () =>
    (await desk.checker.call("supplier_product_query", { queue: "supplier_gap", page_size: 100 })).list.map((m) => m.sku_id);
  expect((await listed()).toSorted(up)).toEqual((await found(ctx, "supplier_gap")).toSorted(up));
  await rows(app.db, q`update supplier_products set status = 1 where sku_id = ${id}`);
  await rows(
    app.db,
    q`update suppliers set supplier_status = 'paused' where id in (select supplier_id from supplier_products where sku_id = ${id})`,
  );
  expect((await listed()).toSorted(up)).toEqual((await found(ctx, "supplier_gap")).toSorted(up));
  expect(await listed()).toContain(id);
  await rows(app.db, q`update suppliers set supplier_status = 'active' where supplier_status = 'paused'`);
  await rows(app.db, q`update supplier_products set status = 0 where sku_id = ${id}`);
  await rows(app.db, q`update skus set sku_status = 'off_sale' where id = ${id}`);
  expect(await found(ctx, "supplier_gap")).not.toContain(id);
});

test("a licence that lapses takes its products off: they cannot be ordered, and wait for whoever matches", async () => {
  const sku = await row<{ id: number; sku_no: string }>(
    app.db,
    q`select id, sku_no from skus where sku_no like 'FR-%' and sku_status = 'on_sale' order by id limit 1`,
  );
  const { id, sku_no } = sku ?? { id: 0, sku_no: "" };
  const ctx = by(desk.checker.id);
  const blocks = async () => (await desk.checker.call("sku_query", { keyword: sku_no })).list.find((k) => k.id === id)?.sale_blocks ?? [];
  expect([await found(ctx, "supplier_gap"), await blocks()]).toEqual([expect.not.arrayContaining([id]), []]);
  const lapse = (kind: string, day: string) =>
    rows(
      app.db,
      q`update supplier_documents set valid_to = ${day}::date where kind = ${kind} and supplier_id in (select supplier_id from supplier_products where sku_id = ${id})`,
    );
  const [today, yesterday] = ["2026-11-20", "2026-11-19"];
  // A contract only warns, and the last day of a licence is one it holds.
  await lapse("contract", yesterday);
  await lapse("business_licence", today);
  expect(await found(ctx, "supplier_gap")).not.toContain(id);
  await lapse("business_licence", yesterday);
  expect(await found(ctx, "supplier_gap")).toContain(id);
  expect(await blocks()).toContain("无有效供应商报价");
});

test("supplier 21: a parcel waits for its packer once signed and uncounted, with an open difference, or too long on its way", async () => {
  const [mine, other] = [desk.maker.id, desk.checker.id];
  const now = app.clock.now();
  const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const make = (facts: Partial<Parameters<typeof parcelAt>[1]>) => parcelAt(app.db, { created_by: mine, type: 2, at: now, ...facts });
  const waiting = [
    await make({ type: 5, status: "signed", signed_at: ago(1) }),
    await make({ status: "checked", exception_open: true }),
    await make({ status: "in_transit", sent_at: ago(8) }),
  ];
  const quiet = [
    await make({ status: "signed", signed_at: ago(1) }),
    await make({ status: "in_transit", sent_at: ago(1) }),
    await make({ status: "in_transit", sent_at: ago(8), lost_at: now }),
    await make({ status: "created" }),
  ];
  const his = await make({ created_by: other, type: 5, status: "signed", signed_at: ago(1) });
  const seen = await found(by(mine), "parcel_todo");
  expect(new Set(seen)).toEqual(new Set(waiting));
  expect(quiet.some((id) => seen.includes(id))).toBe(false);
  // One's own scope reaches one's own; all reaches both, in badge, tile and list alike.
  expect(await found(by(mine, CODES, [mine]), "parcel_todo", "all")).toHaveLength(3);
  expect(await found(by(mine), "parcel_todo", "all")).toEqual(expect.arrayContaining([...waiting, his]));
  expect((await task(by(mine), "parcel_todo", waiting[0] ?? 0))?.node).toBe("已签收待清点");
});

test("every queue: counter = tile = list total in every scope; without its right it does not exist", async () => {
  for (const worker of [desk.maker.id, desk.checker.id])
    for (const scope_ids of [null, [worker]]) {
      const ctx = by(worker, CODES, scope_ids);
      const badges = await counters(ctx);
      for (const scope of ["mine", "team", "all"] as const) {
        const counts = new Map((await queueCounts(ctx, scope)).map((c) => [c.key, c.count]));
        for (const queue of KEYS) {
          const { total } = await tasks(ctx, { queue: [queue], scope, page: 1, page_size: 1 });
          expect([queue, scope, counts.get(queue) ?? 0]).toEqual([queue, scope, total]);
          if (scope === "mine") expect(badges[`todo_${queue}_count`], queue).toBe(total);
        }
      }
    }
  const rights = supplierDesks.flatMap((d) => d.queues.map((x) => x.key));
  expect(rights.toSorted()).toEqual([...KEYS].toSorted());
  const none = by(desk.checker.id, ["workbench"]);
  for (const queue of KEYS) expect(await found(none, queue, "all"), queue).toEqual([]);
});
