import { beforeEach, describe, expect, test } from "vitest";
import { expressFlow } from "@visadesk/contract/order/order.flow.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { TEST_NOW } from "../../testing/business.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { moveRow, type MoveTarget } from "./move.ts";
import { noun } from "./noun.ts";
import { addRow, lockRow, removeRow, saveRow, saveRows } from "./save.ts";
import { HttpError, Refusal } from "../http/refuse.ts";
import { q, raw, row } from "../db/sql.ts";

const { db } = await testDatabase();
const now = new Date(TEST_NOW);
const parcel = noun("express", {
  table: "expresses",
  shape: z.object({}),
  flow: expressFlow,
  state: "express_status",
  title: "waybill_no",
});
const desk = noun("team", { table: "teams", shape: z.object({ name: z.string().meta({ label: "名称" }) }), title: "name" });
interface Row {
  id: number;
  express_status: string;
  version: number;
  waybill_no: string | null;
}
const target = (more: Partial<MoveTarget<"expresses", keyof typeof expressFlow.states>> = {}) => ({
  id: 1,
  version: 3,
  to: "in_transit" as const,
  ...more,
});
const send = (more: Parameters<typeof target>[0] = {}): Promise<Row> =>
  asWrite(db, null, now, (ctx) => moveRow(ctx, parcel, "send", target(more)));
const stored = (): Promise<Row | undefined> => row<Row>(db, q`select id, express_status, version, waybill_no from expresses where id = 1`);

beforeEach(async () => {
  await row(db, q`delete from expresses`);
  await row(db, q`delete from teams`);
  await row(
    db,
    q`insert into expresses (id, type, mode, express_status, version, created_at, invoice_id) overriding system value values (1, 1, 'express', 'created', 3, ${now}, 1)`,
  );
  await row(
    db,
    q`insert into teams (id, name, version, created_at, updated_at) overriding system value values (7, '一组', 2, ${now}, ${now})`,
  );
});

describe("moveRow", () => {
  test("moves from a state of the flow, raises the version and sets columns of the row", async () => {
    expect(await send({ set: { waybill_no: "SF1" } })).toMatchObject({
      id: 1,
      express_status: "in_transit",
      version: 4,
      waybill_no: "SF1",
    });
    expect(await stored()).toMatchObject({ id: 1, express_status: "in_transit", version: 4, waybill_no: "SF1" });
  });

  test("a state the move does not start from is refused with the present state, and nothing changes", async () => {
    await row(db, q`update expresses set express_status = 'signed'`);
    const refused = await send().catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: "state_changed", body: { state: "signed" } });
    expect(await send({ version: undefined }).catch((e: unknown) => e)).toMatchObject({ code: "state_changed" });
    expect(await stored()).toMatchObject({ express_status: "signed", version: 3 });
  });

  test("a stale version is a conflict, whatever the state", async () => {
    const refused = await send({ version: 2 }).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(HttpError);
    expect(refused).toMatchObject({ status: 409 });
    expect(await stored()).toMatchObject({ express_status: "created", version: 3 });
  });

  test("of two at once one moves", async () => {
    const ends = await Promise.allSettled([send(), send()]);
    expect(ends.map((e) => e.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await stored()).toMatchObject({ express_status: "in_transit", version: 4 });
  });

  test("a missing row says so; a target outside the flow is a fault of the code", async () => {
    expect(await send({ id: 2, missing: "快递不存在" }).catch((e: unknown) => e)).toMatchObject({
      code: "not_found",
      message: "快递不存在",
    });
    await expect(send({ to: "checked" })).rejects.toThrow("express.send does not lead to checked");
  });
});

describe("saveRow, lockRow and removeRow", () => {
  const as = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> => asWrite(db, null, now, work);
  const seen = (version: number) => ({ id: 7, version });

  test("of three at once with one version one is stored; the others hear what is stored then", async () => {
    const save = (name: string) => as((ctx) => saveRow(ctx, desk, { ...seen(2), set: { name } }));
    const ends = await Promise.allSettled([save("甲"), save("乙"), save("丙")]);
    const won = ends.flatMap((e) => (e.status === "fulfilled" ? [e.value] : []));
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ id: 7, version: 3 });
    for (const e of ends)
      if (e.status === "rejected") expect(e.reason).toMatchObject({ status: 409, body: { current: { version: 3, name: won[0]?.name } } });
  });

  test("the difference is told with the contract's labels; a caller who tells it himself is left to it", async () => {
    const notes: unknown[] = [];
    const noting = (told: boolean) =>
      as((ctx) =>
        saveRow(Object.create(ctx, { note: { value: (e: unknown) => void notes.push(e) } }) as typeof ctx, desk, {
          ...seen(told ? 3 : 2),
          set: { name: "二组", leader_id: undefined, updated_at: now },
          ...(told && { told: true }),
        }),
      );
    await noting(false);
    await noting(true);
    expect(notes).toEqual([
      { noun: "team", noun_id: "7", noun_no: "二组", changes: [{ field: "name", label: "名称", before: "一组", after: "二组" }] },
    ]);
  });

  test("rows written because of something else all rise, those alone that fit; whoever has one open hears of it", async () => {
    await row(
      db,
      q`insert into teams (id, name, version, created_at, updated_at) overriding system value values (8, '二组', 5, ${now}, ${now})`,
    );
    const set = { name: q`teams.name || x.word`, updated_at: now };
    const written = await as((ctx) =>
      saveRows(ctx, desk, { from: q`(values (7, '甲'), (8, '乙')) x(id, word)`, where: q`teams.id = x.id and name <> '二组'`, set }),
    );
    expect(written).toMatchObject([{ id: 7, name: "一组甲", version: 3 }]);
    expect(await as((ctx) => saveRows(ctx, desk, { where: raw("true"), set: { updated_at: now } }))).toHaveLength(2);
    await expect(as((ctx) => saveRow(ctx, desk, { ...seen(2), set: { name: "丙" } }))).rejects.toMatchObject({ status: 409 });
  });

  test("a stale version is neither held nor removed; a missing row says so", async () => {
    for (const act of [lockRow, removeRow]) {
      await expect(as((ctx) => act(ctx, desk, seen(1)))).rejects.toMatchObject({ status: 409, body: { current: { version: 2 } } });
      await expect(as((ctx) => act(ctx, desk, { id: 8, version: 2, missing: "团队不存在" }))).rejects.toMatchObject({
        message: "团队不存在",
      });
    }
    await as((ctx) => removeRow(ctx, desk, seen(2)));
    expect(await row(db, q`select 1 as one from teams where id = 7`)).toBeUndefined();
  });

  test("a new row has its stamps, and the log what it begins with", async () => {
    const notes: unknown[] = [];
    const told = (ctx: Parameters<Parameters<typeof as>[0]>[0]): typeof ctx =>
      Object.create(ctx, { note: { value: (e: unknown) => void notes.push(e) } }) as typeof ctx;
    const me = principalFor({ worker_id: 4 });
    const added = await asWrite(db, me, now, (ctx) => addRow(told(ctx), desk, { name: "新组", country_ids: ["JP"] }));
    expect(added).toMatchObject({ name: "新组", version: 1, created_by: 4, created_at: now.toISOString() });
    const changes = [{ field: "name", label: "名称", before: null, after: "新组" }];
    expect(notes).toEqual([{ noun: "team", noun_id: String(added.id), noun_no: "新组", changes }]);
  });

  test("what another table refers to is not removed", async () => {
    await row(db, q`insert into teams (name, parent_id, country_ids, created_at, updated_at) values ('下级', 7, '{}', ${now}, ${now})`);
    await expect(as((ctx) => removeRow(ctx, desk, seen(2)))).rejects.toMatchObject({ code: "in_use", message: "已被使用，不能删除" });
    await row(db, q`delete from teams where parent_id = 7`);
    await as((ctx) => removeRow(ctx, desk, seen(2)));
  });
});
