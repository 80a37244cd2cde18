/** Amounts of insurance in time: a reviewed change ends a row and begins the next at the same instant. */
import type { RateCell } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { insuranceProductNoun } from "./insurance-product.noun.ts";
import type { AdjustChange } from "../price-adjustment/price-adjustment-target.ts";
import { rateHolds, type Plan, type Rate } from "./insurance-product.sql.ts";

export const plansOf = async (db: Db, id: number): Promise<Plan[]> =>
  (await row<{ plans: Plan[] }>(db, q`select plans from insurance_products where id = ${id}`))?.plans ?? [];

export const insuranceNames = async (db: Db, ids: readonly number[]): Promise<Map<number, { no: string; name: string }>> =>
  new Map(
    (
      await rows<{ id: number; no: string; name: string }>(
        db,
        q`select id, code as no, name from insurance_products where id = any(${[...ids]}::int8[])`,
      )
    ).map(({ id, no, name }) => [id, { no, name }]),
  );

interface StoredRate extends Rate {
  id: number;
  effective_from: string | null;
  effective_to: string | null;
}
/** The rate of exactly this rectangle that holds at an instant. */
export const rateFor = (db: Db, productId: number, r: RateCell, at: Date): Promise<StoredRate | undefined> =>
  row<StoredRate>(
    db,
    q`
    select r.id, r.plan_key, r.day_from, r.day_to, r.age_from, r.age_to, r.premium, r.cost, r.effective_from, r.effective_to from insurance_rates r
    where r.product_id = ${productId} and r.plan_key = ${r.plan_key} and r.day_from = ${r.day_from} and r.day_to = ${r.day_to}
      and r.age_from = ${r.age_from} and r.age_to = ${r.age_to} and ${rateHolds("r", at)}`,
  );

const touch = (ctx: Ctx, id: number): Promise<unknown> =>
  saveRows(ctx, insuranceProductNoun, { where: q`id = ${id}`, set: { updated_at: ctx.now } });

const setAmounts = (db: Db, rate: StoredRate): Promise<unknown> =>
  rows(db, q`update insurance_rates set premium = ${rate.premium}, cost = ${rate.cost} where id = ${rate.id}`);

/** `rate`: the row that holds then, with the amounts it shall have from then on. */
export async function beginRate(ctx: Ctx, { target_id, adjustment_id, at }: AdjustChange, rate: StoredRate): Promise<void> {
  // Another change begins at the same instant: both are one row.
  if (rate.effective_from !== null && Date.parse(rate.effective_from) === at.getTime()) await setAmounts(ctx.db, rate);
  else {
    await rows(ctx.db, q`update insurance_rates set effective_to = ${at} where id = ${rate.id}`);
    await rows(
      ctx.db,
      q`
      insert into insurance_rates (product_id, plan_key, day_from, day_to, age_from, age_to, premium, cost, effective_from, effective_to, adjustment_id)
      values (${target_id}, ${rate.plan_key}, ${rate.day_from}, ${rate.day_to}, ${rate.age_from}, ${rate.age_to}, ${rate.premium}, ${rate.cost}, ${at}, ${rate.effective_to}, ${adjustment_id})`,
    );
  }
  await touch(ctx, target_id);
}

/** `rate`: the row that begins then, with the amounts of before. One that says what its predecessor said goes, and that one goes on. */
export async function takeBackRate(ctx: Ctx, { target_id, at }: AdjustChange, rate: StoredRate): Promise<void> {
  const former = await row<StoredRate>(
    ctx.db,
    q`
    select r.* from insurance_rates r where r.product_id = ${target_id} and r.plan_key = ${rate.plan_key} and r.day_from = ${rate.day_from}
      and r.day_to = ${rate.day_to} and r.age_from = ${rate.age_from} and r.age_to = ${rate.age_to} and r.effective_to = ${at}`,
  );
  if (former && former.premium === rate.premium && former.cost === rate.cost) {
    await rows(ctx.db, q`delete from insurance_rates where id = ${rate.id}`);
    await rows(ctx.db, q`update insurance_rates set effective_to = ${rate.effective_to} where id = ${former.id}`);
  } else await setAmounts(ctx.db, rate);
  await touch(ctx, target_id);
}
