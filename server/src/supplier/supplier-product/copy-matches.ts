import type { Ctx } from "#kit/call/context.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { priceChanges, type MatchChange } from "../supplier-change/supplier-change.rules.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import { costBefore } from "../supplier-price/supplier-price.sql.ts";
import { costAt } from "./match-cost.sql.ts";

type Writer = Pick<Ctx, "db" | "now" | "principal">;

/** Who serves a product serves its copy, at the prices in force: same SPU, same submission. Answers how many. */
export async function copyMatches(ctx: Writer, from: number, to: number): Promise<number> {
  const { db, now } = ctx;
  const made = await rows<{ id: number; supplier_id: number; priority: number }>(
    db,
    q`
    insert into supplier_products (sku_id, supplier_id, supplier_title, priority, daily_quota, submit_weekdays, lead_min, lead_max, valid_from, valid_to, created_at, updated_at)
    select ${to}, supplier_id, supplier_title, priority, daily_quota, submit_weekdays, lead_min, lead_max, valid_from, valid_to, ${now}, ${now}
    from supplier_products where sku_id = ${from} and status = 1
    returning id, supplier_id, priority`,
  );
  await rows(
    db,
    q`
    insert into supplier_prices (supplier_product_id, adult, child, infant, urgent, embassy_included, centre_included, embassy_fee, currency, rate, effective_at, reason, review, decided_at, announced_at, created_at)
    select n.id, p.adult, p.child, p.infant, p.urgent, p.embassy_included, p.centre_included, p.embassy_fee, p.currency, p.rate, ${now}, '随商品复制', 'approved', ${now}, ${now}, ${now}
    from supplier_products n join supplier_products o on o.sku_id = ${from} and o.supplier_id = n.supplier_id
    join lateral (${costAt(raw("o.id"), now)}) p on true
    where n.sku_id = ${to}`,
  );
  for (const { id, supplier_id, priority } of made) {
    const cost = await costBefore(db, id, now, null);
    const changes: MatchChange[] = [{ field: "created", old: null, new: `优先级 ${priority}` }, ...(cost ? priceChanges(null, cost) : [])];
    await recordChanges(ctx, { id, supplier_id, sku_id: to }, { source: "system", reason: "随商品复制" }, changes);
  }
  return made.length;
}

/** Takes the matches of a product with it that was never sold. */
export async function dropMatches(ctx: Writer, skuId: number): Promise<void> {
  await rows(
    ctx.db,
    q`delete from supplier_prices where supplier_product_id in (select id from supplier_products where sku_id = ${skuId})`,
  );
  const gone = await rows<{ id: number; supplier_id: number; status: number }>(
    ctx.db,
    q`delete from supplier_products where sku_id = ${skuId} returning id, supplier_id, status`,
  );
  for (const m of gone)
    await recordChanges(ctx, { ...m, sku_id: skuId }, { source: "system", reason: "随商品删除" }, [
      { field: "status", old: m.status, new: null },
    ]);
}
