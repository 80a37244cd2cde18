/** Demo matches beyond the first suppliers', each with the costs of eighteen months as they were passed one by one. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { dayStart } from "#kit/range.ts";
import { priceChanges } from "../supplier-change/supplier-change.rules.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import { costBefore } from "../supplier-price/supplier-price.sql.ts";
import { costCells, type CostCell, type StoredCost } from "../supplier-price/supplier-price.rules.ts";

const DAY_MS = 86_400_000;
const PER_SKU = 7;
/** Days before now on which a cost was passed, and the share of today's that it was. */
const HISTORY = [
  { ago: 540, share: 0.93, reason: "签约首次报价" },
  { ago: 365, share: 0.95, reason: "年度续约调价" },
  { ago: 190, share: 0.98, reason: "供应商来函上调，附邮件" },
  { ago: 60, share: 1, reason: "使馆费上调后同步调整" },
] as const;
/** Matches do not get their costs all on one day. */
const SPREAD = 20;
const RISE = 1.03;
const ahead = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);
/** Whole yuan, as suppliers quote. */
const yuan = (cents: number): number => Math.round(cents / 100) * 100;

interface Pair {
  sku_id: number;
  sku_no: string;
  has_child: boolean;
  supplier_id: number;
  supplier_no: string;
  work_days_min: number;
  work_days_max: number;
  places: number;
}
/** Products and who serves their country but is not matched; online registrations are done by the platforms alone. */
const missing = (tx: Tx): Promise<Pair[]> =>
  rows<Pair>(
    tx,
    q`
    select k.id as sku_id, k.sku_no, k.child_age > 0 as has_child, s.id as supplier_id, s.supplier_no, k.work_days_min, least(k.work_days_max, 90) as work_days_max,
      (select count(*)::int from supplier_products m where m.sku_id = k.id) as places
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code
    join suppliers s on s.serves @> jsonb_build_array(jsonb_build_object('country_id', k.country_id)) and s.supplier_status in ('active', 'paused', 'pending')
    where k.sku_status = 'on_sale' and (u.visa_form <> 'register' or s.kind = 'evisa_platform')
      and not exists (select from supplier_products m where m.sku_id = k.id and m.supplier_id = s.id)
    order by k.id, s.supplier_status <> 'active', s.id`,
  );

/** Needs the demo suppliers and products; does nothing where matches have codes already. */
export async function seedMatches(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [done] = await rows(tx, q`select id from supplier_products where supplier_code <> '' limit 1`);
    if (done) return;
    const by = (await rows<{ id: number }>(tx, q`select id from workers where account = 'manager'`))[0]?.id ?? null;
    await rows(
      tx,
      q`update supplier_products m set supplier_code = substr(s.supplier_no, 3) || '-' || k.sku_no from suppliers s, skus k where s.id = m.supplier_id and k.id = m.sku_id`,
    );
    for (const { id, sku_id, supplier_id } of await rows<{ id: number; sku_id: number; supplier_id: number }>(
      tx,
      q`select id, sku_id, supplier_id from supplier_products order by id`,
    ))
      await passCosts(tx, { id, sku_id, supplier_id }, await costBefore(tx, id, now, null), { now, by, from: 1 });
    const taken = new Map<number, number>();
    for (const [n, pair] of (await missing(tx)).entries()) {
      const place = (taken.get(pair.sku_id) ?? pair.places) + 1;
      if (place > PER_SKU) continue;
      taken.set(pair.sku_id, place);
      await addMatch(tx, pair, place, n, { now, by });
    }
  });
}

async function addMatch(tx: Tx, p: Pair, priority: number, n: number, { now, by }: { now: Date; by: number | null }): Promise<void> {
  const since = ahead(now, -(HISTORY[0]?.ago ?? 0) - SPREAD - 3);
  const { id } = await tx
    .insertInto("supplier_products")
    .values({
      sku_id: p.sku_id,
      supplier_id: p.supplier_id,
      supplier_code: `${p.supplier_no.slice(2)}-${p.sku_no}`,
      priority,
      daily_quota: n % 3 === 0 ? 5 + (n % 4) * 5 : null,
      submit_weekdays: n % 5 === 0 ? [2, 4] : [1, 2, 3, 4, 5],
      lead_min: p.work_days_min,
      lead_max: p.work_days_max,
      valid_from: "2025-01-01",
      valid_to: n % 9 === 0 ? ahead(now, 20).toISOString().slice(0, 10) : null,
      status: n % 13 === 12 ? 0 : 1,
      created_at: since,
      updated_at: ahead(now, -(n % 60)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const match = { id, sku_id: p.sku_id, supplier_id: p.supplier_id };
  await recordChanges({ db: tx, now: since, principal: null }, match, { source: "console", by }, [
    { field: "created", old: null, new: `优先级 ${priority}` },
  ]);
  const [first] = await rows<{ id: number }>(tx, q`select id from supplier_products where sku_id = ${p.sku_id} order by priority limit 1`);
  const cost = first && (await costBefore(tx, first.id, now, null));
  // Some were just agreed upon and have no cost yet.
  if (!cost || n % 17 === 16) return;
  const own = { ...cost, adult: yuan(cost.adult * (1 + 0.012 * priority)) };
  await passCosts(tx, match, { ...own, child: cost.child === null ? null : own.adult }, { now, by, from: 0 });
  if (n % 11 === 3)
    await pass(tx, match, { ...own, adult: yuan(own.adult * RISE) }, { at: dayStart(now, 10), reason: "来月起执行新价", now, by });
}

type Match = { id: number; sku_id: number; supplier_id: number };
/** The steps to a cost, each on its day. */
async function passCosts(
  tx: Tx,
  match: Match,
  cost: StoredCost | undefined,
  { now, by, from }: { now: Date; by: number | null; from: number },
): Promise<void> {
  if (!cost) return;
  for (const { ago, share, reason } of HISTORY.slice(from)) {
    const at = ahead(now, -ago - (match.id % SPREAD));
    const adult = share === 1 ? cost.adult : yuan(cost.adult * share);
    const embassy_fee = Math.min(cost.embassy_fee, adult);
    await pass(tx, match, { ...cost, adult, child: cost.child === null ? null : adult, embassy_fee }, { at, reason, now, by });
  }
}
async function pass(
  tx: Tx,
  match: Match,
  cost: StoredCost,
  { at, reason, now, by }: { at: Date; reason: string; now: Date; by: number | null },
): Promise<void> {
  const before = await costBefore(tx, match.id, at, null);
  const holds = at <= now;
  const asked = holds ? ahead(at, -1) : ahead(now, -2);
  await tx
    .insertInto("supplier_prices")
    .values({
      ...cost,
      supplier_product_id: match.id,
      urgent: JSON.stringify(cost.urgent),
      effective_at: at,
      review: "approved",
      reason,
      decided_at: holds ? at : ahead(now, -1),
      announced_at: holds ? at : null,
      created_by: by,
      created_at: asked,
    })
    .execute();
  if (holds)
    await recordChanges(
      { db: tx, now: at, principal: null },
      match,
      { source: "review", reason, effective_at: at, by },
      priceChanges(before ?? null, cost),
    );
}

/** A cost that waits for its review, as a demo request of the products carries it. */
export interface DemoCost {
  id: number;
  sku_id: number;
  reason: string;
  cells: readonly CostCell[];
}
const WAITING = 8;
/** Keeps some waiting costs, none where another one is to come, and answers what their requests change; `keepNumber` gives them the request's number. */
export async function waitingCosts(tx: Tx, now: Date, maker: number | null): Promise<DemoCost[]> {
  const matches = await rows<Match & { supplier_name: string; has_child: boolean }>(
    tx,
    q`
    select m.id, m.sku_id, m.supplier_id, s.short_name as supplier_name, k.child_age > 0 as has_child
    from supplier_products m join skus k on k.id = m.sku_id join suppliers s on s.id = m.supplier_id
    where m.status = 1 and m.priority between 2 and 4 and s.supplier_status = 'active' and k.sku_status = 'on_sale'
      and not exists (select from supplier_prices p where p.supplier_product_id = m.id and p.review = 'approved' and p.effective_at > ${now})
    order by m.id % 7, m.id limit ${WAITING}`,
  );
  const made: DemoCost[] = [];
  for (const m of matches) {
    const before = await costBefore(tx, m.id, now, null);
    if (!before) continue;
    const adult = yuan(before.adult * (m.id % 2 === 0 ? RISE : 0.98));
    const after = { ...before, adult, child: before.child === null ? null : adult, embassy_fee: Math.min(before.embassy_fee, adult) };
    const reason = "供应商来函调整结算价，附邮件";
    const { id } = await tx
      .insertInto("supplier_prices")
      .values({
        ...after,
        supplier_product_id: m.id,
        urgent: JSON.stringify(after.urgent),
        review: "pending",
        reason,
        created_by: maker,
        created_at: ahead(now, -1),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const cells = costCells(id, before, after, { has_child: m.has_child, centre_fee: 0 });
    made.push({ id, sku_id: m.sku_id, reason: `${m.supplier_name}：${reason}`, cells });
  }
  return made;
}
