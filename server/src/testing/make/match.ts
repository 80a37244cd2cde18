/** Matches and their costs, for tests. */
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

type Propose = InputOf<"supplier_price_propose">;
export interface MatchFacts {
  id: number;
  version: number;
  sku_id: number;
  supplier_id: number;
  priority: number;
  child_age: number;
}
export const key = () => ({ idempotency_key: crypto.randomUUID() });

export function matchDesk(app: TestApp) {
  const match = async (sku_no: string, n = 0): Promise<MatchFacts> => {
    const found = await row<MatchFacts>(
      app.db,
      q`select m.id, m.version, m.sku_id, m.supplier_id, m.priority, k.child_age from supplier_products m join skus k on k.id = m.sku_id
        where k.sku_no = ${sku_no} order by m.priority, m.id offset ${n} limit 1`,
    );
    if (!found) throw new Error(`${sku_no} has no match ${n}`);
    return found;
  };
  /** The cost in force, changed in what is given. */
  const proposal = async (m: MatchFacts, more: Partial<Propose> = {}): Promise<Propose> => {
    const cost = await row<
      Pick<Propose, "adult" | "child" | "urgent" | "embassy_included" | "centre_included" | "embassy_fee" | "currency">
    >(
      app.db,
      q`select adult, child, urgent, embassy_included, centre_included, embassy_fee, currency from supplier_prices
        where supplier_product_id = ${m.id} and review = 'approved' and effective_at <= ${app.clock.now()} order by effective_at desc, id desc limit 1`,
    );
    const facts = cost ?? {
      adult: 0,
      child: null,
      urgent: {},
      embassy_included: false,
      centre_included: false,
      embassy_fee: 0,
      currency: "CNY",
    };
    return {
      supplier_product_id: m.id,
      ...facts,
      child: m.child_age > 0 ? (facts.child ?? facts.adult) : null,
      reason_kind: "supplier",
      reason: "供应商来函调整结算价，附邮件",
      ...key(),
      ...more,
    };
  };
  return {
    match,
    proposal,
    propose: async (by: Client, m: MatchFacts, more: Partial<Propose> = {}) => by.call("supplier_price_propose", await proposal(m, more)),
    requestOf: async (adjust_no: string | null): Promise<number> =>
      (await row<{ id: number }>(app.db, q`select id from price_adjustments where adjust_no = ${adjust_no}`))?.id ?? 0,
    /** Rows of the record of a match, oldest first. */
    changes: (id: number): Promise<{ field: string; old_value: unknown; new_value: unknown; source: string; adjust_no: string | null }[]> =>
      rows(
        app.db,
        q`select field, old_value, new_value, source, adjust_no from supplier_changes where supplier_product_id = ${id} order by id`,
      ),
    versionOf: async (id: number): Promise<number> =>
      (await row<{ version: number }>(app.db, q`select version from supplier_products where id = ${id}`))?.version ?? 0,
  };
}
