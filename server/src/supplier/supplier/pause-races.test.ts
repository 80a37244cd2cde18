/** Pauses whose people cross, and an end beside a match that is edited: on a real PostgreSQL. */
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
});
