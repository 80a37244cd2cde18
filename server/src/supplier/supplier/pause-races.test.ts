/** Pauses beside whatever gives people to a supplier or moves their days, and an end beside a match that is edited: on a real PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { onEmbedded } from "../../testing/database.ts";
import { laneOf, waiting } from "../../testing/make/parcel.ts";
import { parcelDeskOf, type ParcelDesk } from "../../testing/make/parcel-desk.ts";
import { refusalOf, SupplierDesk } from "../../testing/make/supplier-desk.ts";
import { inTurn } from "../../testing/races.ts";

describe.skipIf(onEmbedded())("two at once", () => {
  let app: TestApp;
  let d: ParcelDesk;
  beforeAll(async () => {
    app = await testApp();
    d = await parcelDeskOf(app);
  });
  const key = () => ({ idempotency_key: crypto.randomUUID() });
  const matchOf = async (supplier_id: number): Promise<number> =>
    (
      await row<{ id: number }>(
        app.db,
        q`select m.id from supplier_products m join skus k on k.id = m.sku_id where m.supplier_id = ${supplier_id} and k.sku_no = 'JP-TOUR-S-01'`,
      )
    )?.id ?? 0;

  test("two pauses that send people to each other: the first rests, the other hears whom nobody takes any more", async () => {
    const lanes = [d.lane, await laneOf(d.desk, 1)];
    const [one, two] = await Promise.all(
      lanes.map(async (lane) => {
        const made = await waiting(d.desk, lane);
        await rows(app.db, q`update applicants set review_passed_at = ${app.clock.now()} where order_id = ${made.id}`);
        return { ...lane, person: made.people[0] ?? 0, match: await matchOf(lane.supplier_id) };
      }),
    );
    if (!one || !two) throw new Error("two suppliers take the product");
    const pause = async (from: typeof one, to: typeof one) => {
      const { version } = await d.admin.call("supplier_get", { id: from.supplier_id });
      const decisions: InputOf<"supplier_pause">["decisions"] = [{ applicant_id: from.person, supplier_product_id: to.match }];
      return () =>
        d.admin.raw("supplier_pause", {
          id: from.supplier_id,
          version,
          reason: "旺季前复核",
          decisions,
          idempotency_key: crypto.randomUUID(),
        });
    };
    const held = ["select id from supplier_products where id = any($1) for update", [one.match, two.match]] as const;
    const [first, second] = await inTurn(app, held, await pause(one, two), await pause(two, one));
    expect(first.body).toMatchObject({ supplier_status: "paused", results: [{ id: one.person, ok: true }] });
    expect(second.body).toMatchObject({ supplier_status: "active", results: [{ id: two.person, ok: false }] });
    expect(
      await rows(
        app.db,
        q`select applicant_id as id, supplier_id from supplier_assignments where applicant_id in (${one.person}, ${two.person}) and released_at is null order by id`,
      ),
    ).toEqual([one, two].map((x) => ({ id: x.person, supplier_id: two.supplier_id })).toSorted((a, b) => a.id - b.id));
  });

  test("a supplier ends while a match of it is edited: the edit is kept, then the match rests with it", async () => {
    const suppliers = new SupplierDesk(app, await app.as("product"), d.admin);
    const { id, version } = await suppliers.active();
    const { sku_id } = (await row<{ sku_id: number }>(app.db, q`select id as sku_id from skus where sku_no = 'JP-TOUR-S-01'`)) ?? {
      sku_id: 0,
    };
    const added = await d.admin.raw("supplier_product_add", { supplier_id: id, sku_ids: [sku_id], idempotency_key: crypto.randomUUID() });
    expect(added.msg).toBe("");
    const match = await matchOf(id);
    await rows(app.db, q`update supplier_products set status = 1 where id = ${match}`);
    const seen = await d.admin.call("supplier_product_get", { id: match });
    const [edited, ended] = await inTurn(
      app,
      ["select id from supplier_products where id = $1 for update", match],
      () => refusalOf(d.admin.raw("supplier_product_update", { id: match, version: seen.version, daily_quota: 7 })),
      () => refusalOf(d.admin.raw("supplier_end", { id, version, reason: "不再合作" })),
    );
    expect([edited[0], ended[0]]).toEqual([undefined, undefined]);
    expect(await row(app.db, q`select status, daily_quota from supplier_products where id = ${match}`)).toEqual({
      status: 0,
      daily_quota: 7,
    });
  });

  /** Somebody who may get another supplier, with the two that take his product at work. */
  const between = async () => {
    const [from, to] = [await laneOf(d.desk, 1), d.lane];
    for (const { supplier_id: id } of [from, to]) {
      const { version, supplier_status } = await d.admin.call("supplier_get", { id });
      if (supplier_status === "paused") await d.admin.call("supplier_resume", { id, version });
    }
    const made = await waiting(d.desk, from);
    await rows(app.db, q`update applicants set review_passed_at = ${app.clock.now()} where order_id = ${made.id}`);
    return { from: from.supplier_id, to: to.supplier_id, person: made.people[0] ?? 0, match: await matchOf(to.supplier_id) };
  };
  const heldOf = async (id: number): Promise<number[]> =>
    (
      await rows<{ id: number }>(
        app.db,
        q`select x.applicant_id as id from supplier_assignments x join applicants a on a.id = x.applicant_id where x.supplier_id = ${id} and x.released_at is null and a.tab <> 'closed' order by 1`,
      )
    ).map((x) => x.id);
  /** Everybody it has now stays. */
  const pauseOf = async (id: number) => {
    const { version } = await d.admin.call("supplier_get", { id });
    const decisions = (await heldOf(id)).map((applicant_id) => ({ applicant_id, supplier_product_id: null }));
    const body = { id, version, reason: "旺季前复核", decisions };
    return () => refusalOf(d.admin.raw("supplier_pause", { ...body, idempotency_key: crypto.randomUUID() }));
  };
  const give = (person: number, match: number) => () =>
    d.admin.call("supplier_reroute", {
      rows: [{ applicant_id: person, supplier_product_id: match }],
      reason: "证照到期",
      idempotency_key: crypto.randomUUID(),
    });
  const rowOf = (id: number) => ["select id from suppliers where id = $1 for update", id] as const;
  const stateOf = async (id: number): Promise<string> => (await d.admin.call("supplier_get", { id })).supplier_status;

  test("somebody comes to a supplier that is paused: whoever is first is heard, and nobody is left undecided with one at rest", async () => {
    const a = await between();
    const [given, paused] = await inTurn(app, rowOf(a.to), give(a.person, a.match), await pauseOf(a.to));
    expect([given.results[0]?.ok, paused]).toEqual([true, ["guard_failed", "还有 1 位申请人未安排去向"]]);
    expect([await stateOf(a.to), await heldOf(a.to)]).toEqual(["active", expect.arrayContaining([a.person])]);
    const b = await between();
    const [rests, refused] = await inTurn(app, rowOf(b.to), await pauseOf(b.to), give(b.person, b.match));
    expect([rests[0], refused.results[0]?.ok, refused.results[0]?.msg]).toEqual([undefined, false, expect.stringContaining("不能承接")]);
    expect([await stateOf(b.to), await heldOf(b.from)]).toEqual(["paused", expect.arrayContaining([b.person])]);
  });

  test("the end of a pause beside somebody who is given to it, and beside a second end: he comes after it alone, it ends once", async () => {
    const a = await between();
    await (
      await pauseOf(a.to)
    )();
    const { version } = await d.admin.call("supplier_get", { id: a.to });
    const resume = () => refusalOf(d.admin.raw("supplier_resume", { id: a.to, version }));
    const [early, back] = await inTurn(app, rowOf(a.to), give(a.person, a.match), resume);
    expect([early.results[0]?.ok, back[0]]).toEqual([false, undefined]);
    await (
      await pauseOf(a.to)
    )();
    const again = await d.admin.call("supplier_get", { id: a.to });
    const end = async () => (await d.admin.raw("supplier_resume", { id: a.to, version: again.version })).status;
    expect(await inTurn(app, rowOf(a.to), end, end)).toEqual([200, 409]);
    expect((await give(a.person, a.match)()).results[0]?.ok).toBe(true);
  });

  test("a new day for somebody whose supplier is paused: what it has stays its own, on the new day, in either order", async () => {
    for (const pauseFirst of [true, false]) {
      const a = await between();
      const day = "2026-12-02";
      const move = () => refusalOf(d.admin.raw("submission_batch_add", { applicant_ids: [a.person], plan_date: day }));
      const pause = await pauseOf(a.from);
      const [one, two] = await inTurn(app, rowOf(a.from), ...(pauseFirst ? ([pause, move] as const) : ([move, pause] as const)));
      expect([pauseFirst, one, two]).toEqual([pauseFirst, [undefined, ""], [undefined, ""]]);
      expect(
        await row(
          app.db,
          q`select supplier_id, planned_date::text as day from supplier_assignments where applicant_id = ${a.person} and released_at is null`,
        ),
      ).toEqual({ supplier_id: a.from, day });
      expect(await stateOf(a.from)).toBe("paused");
    }
  });

  test("all of it at once, twenty times: every call is answered, each person has one supplier, and quotas hold", async () => {
    const a = await between();
    const people = [a.person];
    for (let n = 0; n < 4; n++) people.push((await between()).person);
    const matches = [await matchOf(a.from), await matchOf(a.to)];
    await rows(app.db, q`update supplier_products set daily_quota = 3 where id = ${a.match}`);
    const held = () =>
      rows<{ day: string; n: number }>(
        app.db,
        q`select planned_date::text as day, count(*)::int as n from supplier_assignments where supplier_product_id = ${a.match} and released_at is null group by 1`,
      );
    // Days that held more before they got a quota take nobody; nothing goes above it.
    const before = new Map((await held()).map((h) => [h.day, h.n]));
    const answered = (raw: Promise<{ status: number; msg: string }>) => raw.then((r) => [r.status, r.msg] as const);
    for (let round = 0; round < 20; round++) {
      const ends = [a.from, a.to].map(async (id) => {
        const { version, supplier_status } = await d.admin.call("supplier_get", { id });
        if (supplier_status === "paused") return answered(d.admin.raw("supplier_resume", { id, version }));
        const decisions = (await heldOf(id)).map((applicant_id) => ({ applicant_id, supplier_product_id: null }));
        return answered(d.admin.raw("supplier_pause", { id, version, reason: "旺季前复核", decisions, ...key() }));
      });
      const moves = people.map((applicant_id, n) =>
        answered(
          d.admin.raw("supplier_reroute", {
            rows: [{ applicant_id, supplier_product_id: matches[(n + round) % 2] ?? 0 }],
            reason: "证照到期",
            ...key(),
          }),
        ),
      );
      const days = people.map((id, n) =>
        answered(
          d.admin.raw("applicant_supplier_set", {
            ids: [id],
            planned_date: `2026-12-0${1 + ((n + round) % 3)}`,
            reason: "改日期",
            ...key(),
          }),
        ),
      );
      for (const [status, msg] of await Promise.all([...ends, ...moves, ...days])) expect([200, 409], msg).toContain(status);
      const open = await rows<{ n: number }>(
        app.db,
        q`select count(*)::int as n from supplier_assignments where applicant_id = any(${people}::int8[]) and released_at is null group by applicant_id`,
      );
      expect(open).toEqual(people.map(() => ({ n: 1 })));
      expect((await held()).filter((h) => h.n > Math.max(3, before.get(h.day) ?? 0))).toEqual([]);
    }
  });
});
