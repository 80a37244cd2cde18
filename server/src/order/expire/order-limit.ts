/** 时限规则: changed row by row; a rule of a country or of urgent orders may be added and taken away, the general one stays. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import {
  DAYLESS,
  LIMIT_KEYS,
  PLAIN,
  UNIT_FIXED,
  WARNED,
  type LimitKey,
  type orderLimitApi,
} from "@visadesk/contract/order/expire/order-limit.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf, type ListDef } from "#kit/db/page.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { addRow, lockRow, removeRow, saveRow } from "#kit/noun/save.ts";
import { workerNames } from "../../setting/index.ts";
import { orderLimitNoun } from "./order-limit.noun.ts";

type Api = typeof orderLimitApi;
type Row = Output<Api["order_limit_add"]>;
type Listed = Omit<Row, "updated_by_name"> & { updated_by: number | null };
type How = Pick<Row, "value" | "unit" | "warn_before">;
const NO_LIMIT = "时限规则不存在";

const FROM = q`order_limits l left join countries c on c.id = l.country_code`;
const COLUMNS = q`l.id, l.key, l.country_code, c.name_zh as country_name, l.is_urgent, l.value, l.unit, l.warn_before,
  l.country_code is null and l.is_urgent is null as is_default, l.updated_by, l.version, l.created_at, l.updated_at`;
const KNOWN = q`l.key = any(${Object.keys(LIMIT_KEYS)}::text[])`;

const listOf = (f: Parsed<Api["order_limit_query"]>): ListDef => ({
  from: FROM,
  where: and([
    KNOWN,
    f.key && q`l.key = any(${[...f.key]}::text[])`,
    f.country_code && q`l.country_code = any(${[...f.country_code]}::text[])`,
    f.is_special !== undefined && q`(l.country_code is not null or l.is_urgent is not null) = ${f.is_special}`,
  ]),
  id: "l.id",
  select: COLUMNS,
  sorts: { key: { by: "l.key", order: "asc" }, updated_at: { by: "l.updated_at", order: "desc" } },
  sort: "key",
});
async function shown(ctx: Ctx, list: readonly Listed[]): Promise<Row[]> {
  const names = await workerNames(
    ctx.db,
    list.map((l) => l.updated_by),
  );
  return list.map(({ updated_by, ...l }) => ({ ...l, updated_by_name: names.get(updated_by ?? 0) ?? null }));
}
async function one(ctx: Ctx, id: number): Promise<Row> {
  const [limit] = await shown(ctx, await rows<Listed>(ctx.db, q`select ${COLUMNS} from ${FROM} where l.id = ${id} and ${KNOWN}`));
  return found(limit, NO_LIMIT);
}

/** What a rule of this key may say. */
function expectFits(key: LimitKey, how: How, usual: Pick<How, "unit">): void {
  const dayless = DAYLESS.includes(key);
  if (UNIT_FIXED.includes(key) && how.unit !== usual.unit) throw badInput({ path: "unit", message: "该时限的单位不能修改" });
  if (dayless && how.value !== 0) throw badInput({ path: "value", message: "该时限以日期本身为准，时长须为0" });
  if (!dayless && how.value === 0) throw badInput({ path: "value", message: "时长须大于0" });
  if (!WARNED.includes(key) && how.warn_before !== 0) throw badInput({ path: "warn_before", message: "该时限没有提前预警，请填0" });
}

async function add(input: Parsed<Api["order_limit_add"]>, ctx: Ctx): Promise<Row> {
  const { key, value, unit, warn_before } = input;
  const [country_code, is_urgent] = [input.country_code ?? null, input.is_urgent ?? null];
  if (country_code === null && is_urgent === null) throw badInput({ path: "country_code", message: "请选择国家或加急，默认时限已有" });
  if (PLAIN.includes(key)) refuse("guard_failed", `「${LIMIT_KEYS[key]}」不分国家与加急，请修改默认时限`);
  const usual = found(
    await row<Pick<How, "unit">>(
      ctx.db,
      q`select unit from order_limits where key = ${key} and country_code is null and is_urgent is null for update`,
    ),
    NO_LIMIT,
  );
  if (country_code !== null && !(await row(ctx.db, q`select 1 as x from countries where id = ${country_code}`)))
    throw badInput({ path: "country_code", message: "国家不存在" });
  expectFits(key, { value, unit, warn_before }, usual);
  const same = await row(
    ctx.db,
    q`select 1 as x from order_limits where key = ${key} and country_code is not distinct from ${country_code} and is_urgent is not distinct from ${is_urgent}`,
  );
  if (same) refuse("duplicate", "该国家与加急的时限已有，请直接修改");
  const { id } = await addRow(ctx, orderLimitNoun, {
    key,
    country_code,
    is_urgent,
    value,
    unit,
    warn_before,
    updated_by: ctx.me.worker_id,
  });
  return one(ctx, id);
}

async function update({ id, version, ...how }: Parsed<Api["order_limit_update"]>, ctx: Ctx): Promise<Row> {
  const current = await one(ctx, id);
  await lockRow(ctx, orderLimitNoun, { id, version, current, missing: NO_LIMIT });
  expectFits(
    current.key,
    { value: how.value ?? current.value, unit: how.unit ?? current.unit, warn_before: how.warn_before ?? current.warn_before },
    current,
  );
  await saveRow(ctx, orderLimitNoun, { id, version, set: { ...how, updated_by: ctx.me.worker_id, updated_at: ctx.now }, current });
  return one(ctx, id);
}

async function remove({ id, version }: Parsed<Api["order_limit_remove"]>, ctx: Ctx): Promise<{ ok: true }> {
  const limit = await one(ctx, id);
  if (limit.is_default) refuse("guard_failed", "默认时限不能删除，请修改它");
  await removeRow(ctx, orderLimitNoun, { id, version, current: limit, missing: NO_LIMIT });
  ctx.note({ noun: "order_limit", noun_id: id, noun_no: LIMIT_KEYS[limit.key] });
  return { ok: true };
}

export const limitServed = {
  order_limit_query: async (input: Parsed<Api["order_limit_query"]>, ctx: Ctx) => {
    const page = await pageOf<Listed>(ctx.db, input, listOf(input));
    return { ...page, list: await shown(ctx, page.list) };
  },
  order_limit_add: add,
  order_limit_update: update,
  order_limit_remove: remove,
};
