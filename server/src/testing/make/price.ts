/** Prices of demo products and requests to change them, for tests. */
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { grantDesk } from "./grant.ts";

type Add = InputOf<"price_adjustment_add">;
export type Cell = Omit<NonNullable<Add["cells"]>[number], "ref_id"> & { ref_id: string };
export const key = () => ({ idempotency_key: crypto.randomUUID() });
export const cell = (price_kind: Cell["price_kind"], old: number | null, next: number | null, more: Partial<Cell> = {}): Cell => ({
  price_kind,
  ref_id: "",
  band: "adult",
  old,
  new: next,
  ...more,
});

export function priceDesk(app: TestApp) {
  const skuId = async (no: string): Promise<number> =>
    (await row<{ id: number }>(app.db, q`select id from skus where sku_no = ${no}`))?.id ?? 0;
  const ask = async (no: string, cells: Cell[], more: Partial<Add> = {}): Promise<Add> => ({
    sku_ids: [await skuId(no)],
    cells,
    reason_kind: "market",
    reason: "跟随市场调价",
    effect_mode: "now",
    effective_at: null,
    dry_run: false,
    ...key(),
    ...more,
  });
  return {
    skuId,
    ask,
    /** Asks and answers the request's id. */
    asked: async (by: Client, no: string, cells: Cell[], more: Partial<Add> = {}): Promise<number> => {
      const { results } = await by.call("price_adjustment_add", await ask(no, cells, more));
      const made = await row<{ id: number }>(app.db, q`select id from price_adjustments where adjust_no = ${results[0]?.adjust_no ?? ""}`);
      return made?.id ?? 0;
    },
    approve: (by: Client, ...ids: number[]) => by.call("price_adjustment_approve", { ids, ...key() }),
    /** Every price row of a product, whole. */
    history: async (no: string): Promise<unknown[]> =>
      rows(app.db, q`select * from sku_prices where sku_id = ${await skuId(no)} order by id`),
    retail: async (no: string): Promise<unknown[]> =>
      rows(
        app.db,
        q`select adult, child, effective_from, effective_to, adjustment_id from sku_prices where sku_id = ${await skuId(no)} and price_kind = 'retail' order by id`,
      ),
    status: async (id: number): Promise<string | undefined> =>
      (await row<{ s: string }>(app.db, q`select adjustment_status as s from price_adjustments where id = ${id}`))?.s,
    version: async (id: number): Promise<{ id: number; version: number }> => ({
      id,
      version: (await row<{ version: number }>(app.db, q`select version from price_adjustments where id = ${id}`))?.version ?? 0,
    }),
    /** Somebody with these codes and no others, signed in. */
    person: async (account: string, codes: readonly number[]): Promise<Client> => {
      const desk = { db: app.db, clock: app.clock };
      await grantDesk(desk as never).person(account, codes);
      return app.as(account);
    },
    messages: (template: string): Promise<{ receiver_worker_id: number; content: string }[]> =>
      rows(app.db, q`select receiver_worker_id, content from outbound_messages where template = ${template} order by id`),
  };
}
