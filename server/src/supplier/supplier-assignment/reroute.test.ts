/** People given to other suppliers: what is written where something changes, nothing where nothing does, and nobody waits for ever. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { allApi, type InputOf, type OutputOf } from "@visadesk/contract/index.ts";
import type { Principal } from "#kit/call/context.ts";
import { parseInput } from "#kit/call/input.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { Denied } from "#kit/http/refuse.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { serving } from "../../areas.ts";
import { asWrite } from "../../testing/ctx.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";

type Name = "supplier_pause" | "supplier_reroute" | "supplier_pause_preview" | "supplier_candidate_query" | "applicant_supplier_set";
const DAY = "2026-12-03";
let desk: OrderDesk;
const people: number[] = [];
/** Matches of their product, best first. */
let matches: { id: number; supplier_id: number }[] = [];
beforeAll(async () => {
  desk = await orderDesk();
  for (let n = 0; n < 4; n++) {
    const o = await desk.order();
    await desk.pay(o.id);
    for (const id of o.people) await desk.reviewed(id);
    people.push(...o.people);
  }
  const { sku_id } = await desk.person(people[0] ?? 0);
  matches = await rows(desk.db, q`select id, supplier_id from supplier_products where sku_id = ${sku_id} order by priority`);
}, 120_000);
beforeEach(() => rows(desk.db, q`update supplier_products set daily_quota = null`));

const buyer = (): Principal => desk.worker("admin", { codes: ["supplier", "supplier_product", "cost_view", "order_process"] });
const call = <N extends Name>(name: N, input: Omit<InputOf<N>, "idempotency_key">, as = buyer()): Promise<OutputOf<N>> =>
  asWrite(desk.db, as, desk.clock.now(), async (ctx) => {
    const endpoint = allApi[name];
    const body = endpoint.key ? { idempotency_key: crypto.randomUUID(), ...input } : input;
    return (await serving[name].run(parseInput(endpoint, body), ctx, null)) as OutputOf<N>;
  });
const [ONE, TWO] = [0, 1];
const match = (n: number) => matches[n]?.id ?? 0;
const to = (applicant_id: number, n: number, planned_date = DAY) => ({ applicant_id, supplier_product_id: match(n), planned_date });
const give = (list: InputOf<"supplier_reroute">["rows"]) => call("supplier_reroute", { rows: list, reason: "名额调整" });
const lines = (id: number) =>
  rows<{ label: string; changes: { field: string; before: unknown; after: unknown }[] }>(
    desk.db,
    q`select label, changes from order_logs where applicant_id = ${id} order by id`,
  );
const places = (id: number) =>
  rows<{ id: number; supplier_product_id: number; planned_date: string; promised_on: string | null }>(
    desk.db,
    q`select id, supplier_product_id, planned_date, promised_on from supplier_assignments where applicant_id = ${id} and released_at is null`,
  );

test("given to whoever has him on that day already, nothing is written", async () => {
  const [id = 0] = people;
  await give([to(id, ONE)]);
  const [before, told, place] = [await desk.person(id), await lines(id), await places(id)];
  for (const again of [to(id, ONE), { applicant_id: id, supplier_product_id: match(ONE) }]) expect((await give([again])).done).toBe(1);
  const { done } = await call("applicant_supplier_set", { ids: [id], supplier_id: matches[ONE]?.supplier_id ?? 0, reason: "再派一次" });
  expect([done, (await desk.person(id)).version, await lines(id), await places(id)]).toEqual([1, before.version, told, place]);
});

test("another day with the same supplier keeps the terms, a price edited since then too; its line names the day alone", async () => {
  const [id = 0] = people;
  await give([to(id, ONE)]);
  await desk.move("applicant_settle_price_update", id, { settle_price: 99_900, reason: "供应商让利" });
  const [place] = await places(id);
  await give([to(id, ONE, "2026-12-04")]);
  expect(await places(id)).toEqual([{ ...place, planned_date: "2026-12-04" }]);
  expect(await desk.person(id)).toMatchObject({ supplier_id: matches[ONE]?.supplier_id, settle_price: 99_900 });
  expect((await lines(id)).at(-1)).toMatchObject({
    label: "改计划送签日",
    changes: [{ field: "planned_date", before: DAY, after: "2026-12-04" }],
  });
});

test("another supplier's terms take the place of the old ones, line by line of what changed", async () => {
  const [, id = 0] = people;
  await give([to(id, ONE)]);
  const before = await desk.person(id);
  await give([to(id, TWO)]);
  const after = await desk.person(id);
  expect([after.supplier_id, after.settle_price]).toEqual([matches[TWO]?.supplier_id, 103_000]);
  expect((await lines(id)).at(-1)).toMatchObject({
    label: "改派供应商",
    changes: [{ field: "supplier_id" }, { field: "settle_price", before: before.settle_price, after: 103_000 }],
  });
  expect(await places(id)).toMatchObject([{ supplier_product_id: match(TWO), planned_date: DAY }]);
});

test("two that give people to two limited suppliers in opposite order both come through", async () => {
  await rows(desk.db, q`update supplier_products set daily_quota = 50 where id = any(${matches.map((m) => m.id)}::int8[])`);
  const [a = 0, b = 0, c = 0, d = 0] = people;
  for (let round = 0; round < 6; round++) {
    const [first, then] = round % 2 === 0 ? [ONE, TWO] : [TWO, ONE];
    const both = await Promise.all([give([to(a, first), to(b, then)]), give([to(c, then), to(d, first)])]);
    expect(both.map((r) => r.done)).toEqual([2, 2]);
  }
});

test("a preview does not suggest one place to two people", async () => {
  for (const id of people) await give([to(id, ONE)]);
  await rows(desk.db, q`update supplier_products set daily_quota = 2 where id = ${match(TWO)}`);
  const { rows: list } = await call("supplier_pause_preview", { id: matches[ONE]?.supplier_id ?? 0, applicant_ids: people });
  const toTwo = list.filter((r) => r.best?.supplier_product_id === match(TWO) && r.best.is_usable);
  expect([list.length, toTwo.length]).toEqual([4, 2]);
  const moved = await give(toTwo.map((r) => to(r.applicant_id, TWO)));
  expect(moved.done).toBe(2);
});

test("a pause promises nothing to somebody who leaves with it", async () => {
  await rows(desk.db, q`update supplier_assignments set promised_on = null`);
  for (const id of people) await give([to(id, ONE)]);
  const [gone = 0, ...stay] = people;
  const { id, version } = (await row<{ id: number; version: number }>(
    desk.db,
    q`select id, version from suppliers where id = ${matches[ONE]?.supplier_id}`,
  )) ?? { id: 0, version: 0 };
  const kept = { supplier_product_id: null, promised_on: "2026-12-20" };
  const decisions = [{ applicant_id: gone, supplier_product_id: match(TWO) }, ...people.map((applicant_id) => ({ applicant_id, ...kept }))];
  expect((await call("supplier_pause", { id, version, reason: "资质年审", decisions })).supplier_status).toBe("paused");
  expect(await places(gone)).toMatchObject([{ supplier_product_id: match(TWO), promised_on: null }]);
  for (const p of stay) expect(await places(p)).toMatchObject([{ supplier_product_id: match(ONE), promised_on: "2026-12-20" }]);
});

test("whoever processes orders changes the supplier of their people, of no others and of no supplier as a whole", async () => {
  await rows(desk.db, q`update suppliers set supplier_status = 'active' where id = ${matches[ONE]?.supplier_id}`);
  const [id = 0, foreign = 0] = people;
  for (const p of [id, foreign]) await give([to(p, ONE)]);
  const o = await desk.order();
  await desk.pay(o.id);
  const [fresh = 0] = o.people;
  const expert = await row<{ expert_id: number }>(
    desk.db,
    q`select o.expert_id from orders o join applicants a on a.order_id = o.id where a.id = ${id}`,
  );
  await rows(
    desk.db,
    q`update orders set expert_id = null, cs_owner_id = null, bd_owner_id = null, created_by = null where id = (select order_id from applicants where id = ${foreign})`,
  );
  const processor = desk.worker("expert", { codes: ["order_process"], scope_ids: [expert?.expert_id ?? 0, desk.me.worker_id] });
  const { rows: list } = await call("supplier_pause_preview", { applicant_ids: [id, foreign, fresh] }, processor);
  const of = new Map(list.map((r) => [r.applicant_id, r]));
  expect([...of.keys()].toSorted((a, b) => a - b)).toEqual([id, fresh].toSorted((a, b) => a - b));
  expect(of.get(id)).toMatchObject({ stays: null, best: { supplier_product_id: match(TWO), is_usable: true } });
  expect(of.get(id)?.cny_amount).toBeUndefined();
  expect(of.get(fresh)).toMatchObject({ stays: "预审通过后才能改派供应商", best: null, planned_date: null });
  const given = await call("supplier_reroute", { rows: [to(id, TWO), to(foreign, TWO)], reason: "名额不足" }, processor);
  expect(given.results.map((r) => r.ok)).toEqual([true, false]);
  expect(await places(foreign)).toMatchObject([{ supplier_product_id: match(ONE) }]);
  await expect(call("supplier_pause_preview", { id: matches[ONE]?.supplier_id ?? 0 }, processor)).rejects.toThrow(Denied);
});

test("somebody who may not be given elsewhere says why in preview and ranking alike, as the act would; nobody is planned for a day that is over", async () => {
  const [, , id = 0] = people;
  await give([to(id, ONE)]);
  const supplier = matches[ONE]?.supplier_id ?? 0;
  const told = async () => {
    const { rows: list } = await call("supplier_pause_preview", { id: supplier, applicant_ids: [id] });
    const { stays, planned_date } = await call("supplier_candidate_query", { applicant_id: id });
    const [act] = (await give([to(id, TWO)])).results;
    return { preview: list[0]?.stays, best: list[0]?.best, ranking: stays, act: act?.msg.split("：")[1], planned_date };
  };
  await rows(desk.db, q`update supplier_assignments set planned_date = '2026-11-03' where applicant_id = ${id} and released_at is null`);
  expect((await call("supplier_candidate_query", { applicant_id: id })).planned_date).toBe(shanghaiDate(desk.clock.now()));
  for (const [change, why] of [
    ["submitted_at = created_at", "已送签，不能改派供应商"],
    ["applicant_status = 'refused'", "已送签，不能改派供应商"],
    ["submitted_at = null", "已结束办理，不能改派供应商"],
  ] as const) {
    await rows(desk.db, q`update applicants set ${raw(change)} where id = ${id}`);
    expect(await told()).toEqual({ preview: why, best: null, ranking: why, act: why, planned_date: "2026-11-03" });
  }
});
