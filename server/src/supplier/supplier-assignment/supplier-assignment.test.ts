import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { APPLICANT_TABS, UNSUBMITTED_TABS } from "@visadesk/contract/order/words.ts";
import { allApi, type InputOf, type OutputOf } from "@visadesk/contract/index.ts";
import { parseInput } from "#kit/call/input.ts";
import { Refusal } from "#kit/http/refuse.ts";
import { serving } from "../../areas.ts";
import { asWrite } from "../../testing/ctx.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";
import type { Principal } from "#kit/call/context.ts";

type Name =
  | "supplier_pause"
  | "supplier_resume"
  | "supplier_reroute"
  | "supplier_pause_preview"
  | "supplier_assignment_query"
  | "supplier_candidate_query"
  | "applicant_supplier_set";
let desk: OrderDesk;
let people: number[];
let buyer: Principal;
beforeAll(async () => {
  desk = await orderDesk();
  buyer = desk.worker("admin", { codes: ["supplier", "supplier_product", "cost_view", "order_process"] });
  const o = await desk.order({ people: 3 });
  await desk.pay(o.id);
  for (const id of o.people) await desk.reviewed(id);
  people = o.people;
}, 120_000);

/** A call as the server makes it, but for the gate. */
const call = <N extends Name>(name: N, input: Omit<InputOf<N>, "idempotency_key">, as = buyer): Promise<OutputOf<N>> =>
  asWrite(desk.db, as, desk.clock.now(), async (ctx) => {
    const endpoint = allApi[name];
    return (await serving[name].run(
      parseInput(endpoint, endpoint.key ? { idempotency_key: crypto.randomUUID(), ...input } : input),
      ctx,
      null,
    )) as OutputOf<N>;
  });
const heard = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "ok",
    (e: unknown) => {
      if (e instanceof Refusal) return `${e.code} ${e.message}`;
      throw e;
    },
  );
const one = () => people[0] ?? 0;
const supplierOf = async (id: number): Promise<number> => (await desk.person(id)).supplier_id ?? 0;
const head = async (id: number) =>
  (await row<{ id: number; version: number; supplier_status: string }>(
    desk.db,
    q`select id, version, supplier_status from suppliers where id = ${id}`,
  )) ?? {
    id,
    version: 0,
    supplier_status: "",
  };
const seen = async (id: number) => {
  const { version } = await head(id);
  return { id, version };
};
const others = async (supplier: number): Promise<number> =>
  (
    await row<{ id: number }>(
      desk.db,
      q`select m.id from supplier_products m where m.sku_id = ${(await desk.person(one())).sku_id} and m.supplier_id <> ${supplier} order by m.priority limit 1`,
    )
  )?.id ?? 0;
const openOf = (supplier: number) =>
  rows<{ applicant_id: number; promised_on: string | null }>(
    desk.db,
    q`select applicant_id, promised_on from supplier_assignments where supplier_id = ${supplier} and released_at is null order by applicant_id`,
  );

test("a passed review gives the best supplier, its terms and why; the people it works for are its list", async () => {
  const p = await desk.person(one());
  expect(p).toMatchObject({ settle_price: 102_000, settle_includes_embassy: true, settle_includes_centre: true });
  expect(p.embassy_part).toBeGreaterThan(0);
  const { candidates, kept, assigned } = await call("supplier_candidate_query", { applicant_id: one() });
  expect(candidates[0]).toMatchObject({ supplier_id: p.supplier_id, is_usable: true, reason: null, amount: 102_000 });
  expect(candidates[1]?.reason).toMatch(/^优先级低于「.+」$/);
  expect(kept.map((c) => c.reason)).toEqual(candidates.map((c) => c.reason));
  expect(assigned).toMatchObject({ supplier_id: p.supplier_id, cny_amount: 102_000, assigned_by_name: expect.any(String) as string });
  const page = await call("supplier_assignment_query", { supplier_id: p.supplier_id ?? 0, page: 1, page_size: 20 });
  expect(new Set(page.list.map((r) => r.applicant_id))).toEqual(new Set(people));
});

test("costs of candidates are for those who may see them", async () => {
  const expert = desk.worker("expert", { codes: ["order_process"] });
  const { candidates, kept, assigned } = await call("supplier_candidate_query", { applicant_id: one() }, expert);
  expect([...candidates, ...kept].every((c) => c.amount === undefined)).toBe(true);
  expect(assigned?.cny_amount).toBeUndefined();
});

test("a selection is given to another supplier row by row; a full day and a submitted person say so", async () => {
  const from = await supplierOf(one());
  const other = await others(from);
  const { supplier_id: to } = (await row<{ supplier_id: number }>(
    desk.db,
    q`select supplier_id from supplier_products where id = ${other}`,
  )) ?? { supplier_id: 0 };
  await rows(desk.db, q`update supplier_products set daily_quota = 1 where id = ${other}`);
  const [a = 0, b = 0] = people;
  const date = "2026-11-27";
  const { results } = await call("applicant_supplier_set", {
    ids: [a, b, 999_999],
    supplier_id: to,
    planned_date: date,
    reason: "名额调整",
  });
  expect(results.map((r) => [r.id, r.ok, r.msg.split("：").at(-1)])).toEqual([
    [a, true, ""],
    [b, false, "11月27日名额已满（1/1）"],
    [999_999, false, "申请人不存在或无权查看"],
  ]);
  expect([await supplierOf(a), await supplierOf(b)]).toEqual([to, from]);
  const log = await rows<{ label: string }>(desk.db, q`select label from order_logs where applicant_id = ${a} order by id desc limit 1`);
  expect(log).toEqual([{ label: "改派供应商" }]);
  const back = await call("applicant_supplier_set", { ids: [a], reason: "恢复原供应商" });
  expect([back.done, await supplierOf(a)]).toEqual([1, from]);
  await rows(desk.db, q`update supplier_products set daily_quota = null where id = ${other}`);
});

test("a batch's day becomes the day its people's supplier holds for them; a full one is refused with whom", async () => {
  const o = await desk.order({ people: 2 });
  await desk.pay(o.id);
  for (const id of o.people) await desk.reviewed(id);
  const [a = 0, b = 0] = o.people;
  const held = await row<{ id: number }>(
    desk.db,
    q`select supplier_product_id as id from supplier_assignments where applicant_id = ${a} and released_at is null`,
  );
  await rows(desk.db, q`update supplier_products set daily_quota = 1 where id = ${held?.id}`);
  const plan_date = "2026-12-03";
  await desk.call("submission_batch_add", { applicant_ids: [a], plan_date });
  const plans = () =>
    rows<{ day: string }>(
      desk.db,
      q`select planned_date as day from supplier_assignments where applicant_id = any(${[a, b]}) and released_at is null order by applicant_id`,
    );
  const before = await plans();
  expect(before[0]?.day).toBe(plan_date);
  expect(await desk.refused("submission_batch_add", { applicant_ids: [b], plan_date })).toMatchObject({
    code: "limit_exceeded",
    msg: expect.stringMatching(/：12月3日名额已满（1\/1）$/) as string,
  });
  expect(await plans()).toEqual(before);
  expect((await call("applicant_supplier_set", { ids: [a], reason: "换一家" })).results[0]?.msg).toMatch(/已在送签批次中，请先移出批次$/);
  await rows(desk.db, q`update supplier_assignments set released_at = ${desk.clock.now()} where order_id = ${o.id}`);
  await rows(desk.db, q`update supplier_products set daily_quota = null where id = ${held?.id}`);
});

test("the preview names the best alternative of each, with cost and lead time", async () => {
  const from = await supplierOf(one());
  const { rows: list, cost_delta } = await call("supplier_pause_preview", { id: from });
  const byPerson = list.toSorted((x, y) => x.applicant_id - y.applicant_id);
  expect(byPerson.map((r) => [r.applicant_id, r.best?.supplier_product_id, r.cost_delta, r.lead_delta])).toEqual(
    await Promise.all(people.map(async (id) => [id, await others(from), 1_000, 0])),
  );
  expect([cost_delta, list[0]?.margin_delta]).toEqual([3_000, -1_000]);
});

test("supplier 13: whoever it works for is decided before it pauses, and a paused one is never a candidate", async () => {
  const from = await supplierOf(one());
  const other = await others(from);
  const [a = 0, b = 0, c = 0] = people;
  const asked = (decisions: InputOf<"supplier_pause">["decisions"]) =>
    seen(from).then((s) => call("supplier_pause", { ...s, reason: "资质年审", decisions }));
  const two = [
    { applicant_id: a, supplier_product_id: other },
    { applicant_id: b, supplier_product_id: null, promised_on: "2026-12-10" },
  ];
  expect(await heard(asked(two))).toBe("guard_failed 还有 1 位申请人未安排去向");
  expect([(await head(from)).supplier_status, await openOf(from)]).toEqual([
    "active",
    people.map((applicant_id) => ({ applicant_id, promised_on: null })),
  ]);
  // One of the re-routes fails: the others stand, it goes on, and the row says why.
  const unknown = await asked([...two, { applicant_id: c, supplier_product_id: 999_999 }]);
  expect(unknown.supplier_status).toBe("active");
  expect(unknown.results.map((r) => [r.id, r.ok])).toEqual([
    [a, true],
    [c, false],
    [b, true],
  ]);
  expect((await openOf(from)).map((r) => r.applicant_id)).toEqual([b, c]);
  const done = await asked([two[1] ?? { applicant_id: b, supplier_product_id: null }, { applicant_id: c, supplier_product_id: other }]);
  expect(done.supplier_status).toBe("paused");
  expect(await openOf(from)).toEqual([{ applicant_id: b, promised_on: "2026-12-10" }]);
  const { candidates } = await call("supplier_candidate_query", { applicant_id: c });
  expect(candidates.find((x) => x.supplier_id === from)).toMatchObject({ is_usable: false, reason: "供应商已暂停" });
  expect((await call("applicant_supplier_set", { ids: [c], supplier_id: from, reason: "换回原来的" })).results[0]?.msg).toMatch(
    /供应商已暂停$/,
  );
});

test("products that nobody can do any more are told to whoever sells them, and told again when somebody can", async () => {
  const paused = (await row<{ id: number }>(desk.db, q`select id from suppliers where supplier_status = 'paused'`))?.id ?? 0;
  const last = await supplierOf(people[2] ?? 0);
  const told = () =>
    rows<{ template: string; n: number }>(
      desk.db,
      q`select template, count(*)::int as n from outbound_messages where template like 'sku_supply%' group by 1 order by 1`,
    );
  const before = await told();
  await rows(desk.db, q`update supplier_assignments set released_at = ${desk.clock.now()} where released_at is null`);
  await rows(desk.db, q`update supplier_products set status = 0 where supplier_id not in (${paused}, ${last})`);
  const resting = { ...(await seen(last)), reason: "资质年审", decisions: [] };
  expect(await heard(call("supplier_pause", { ...resting, pause_until: desk.today() }))).toBe("bad_input 暂停至须晚于今天");
  await call("supplier_pause", resting);
  expect(
    (await told()).some((t) => t.template === "sku_supply_lost" && t.n > (before.find((b) => b.template === t.template)?.n ?? 0)),
  ).toBe(true);
  await call("supplier_resume", await seen(last));
  expect((await told()).map((t) => t.template)).toContain("sku_supply_back");
});

test("a roll-back before the review frees the supplier's place, and a supplier of another's is not shown", async () => {
  const o = await desk.order();
  await desk.pay(o.id);
  const [id = 0] = o.people;
  await desk.reviewed(id);
  const supplier = await supplierOf(id);
  await desk.move("applicant_rollback", id, { to: "pre_review", reason_code: "mistake", reason: "资料看错了", notify: false });
  expect(await desk.person(id)).toMatchObject({ supplier_id: null, settle_price: null, embassy_part: null, settle_includes_centre: null });
  expect(await rows(desk.db, q`select id from supplier_assignments where applicant_id = ${id} and released_at is null`)).toEqual([]);
  const stranger = desk.worker("expert", { codes: ["supplier"], scope_ids: [desk.staff.get("expert") ?? 0] });
  expect(await heard(call("supplier_pause_preview", { id: supplier }, stranger))).toBe("not_found 供应商不存在或无权查看");
  const rerouted = await call(
    "supplier_reroute",
    { rows: [{ applicant_id: one(), supplier_product_id: 1 }], reason: "名额已满" },
    stranger,
  );
  expect(rerouted.results).toEqual([{ id: one(), ok: false, msg: "申请人不存在或无权查看" }]);
});

test("somebody whose order is out of sight has no candidates: the answer is that of a missing one", async () => {
  const stranger = desk.worker("expert", { codes: ["order_process"], scope_ids: [0] });
  const answers = [];
  for (const applicant_id of [people[0] ?? 0, 99_999_999])
    answers.push(await call("supplier_candidate_query", { applicant_id }, stranger).catch((e: unknown) => (e as Refusal).message));
  expect(answers).toEqual(["申请人不存在或无权查看", "申请人不存在或无权查看"]);
});

test("how far a case is stands at its assignment as the contract's tabs say it, and follows it both ways", async () => {
  const tabs = Object.keys(APPLICANT_TABS);
  const progressOf = (tab: string) => (tab === "closed" ? "over" : UNSUBMITTED_TABS.includes(tab) ? "waiting" : "handed_in");
  expect(await rows(desk.db, q`select t.tab, case_progress(t.tab) as progress from unnest(${tabs}::text[]) t(tab)`)).toEqual(
    tabs.map((tab) => ({ tab, progress: progressOf(tab) })),
  );
  const o = await desk.order();
  await desk.pay(o.id);
  const [id = 0] = o.people;
  await desk.reviewed(id);
  const stands = async () =>
    (await row<{ progress: string; tab: string }>(
      desk.db,
      q`select x.progress, a.tab from supplier_assignments x join applicants a on a.id = x.applicant_id where a.id = ${id} and x.released_at is null`,
    )) ?? { progress: "", tab: "" };
  expect((await stands()).progress).toBe("waiting");
  for (const status of ["in_embassy", "issued", "awaiting_submission", "refunding", "cancelled"]) {
    await rows(desk.db, q`update applicants set applicant_status = ${status} where id = ${id}`);
    const { progress, tab } = await stands();
    expect([status, progress]).toEqual([status, progressOf(tab)]);
  }
});
