/** Rates of a day, typed by people. One by which something was booked stays as it is, in the database itself too. */
import { fxRateApi } from "@visadesk/contract/finance/embassy/fx-rate.ts";
import { isJump, microOfRate, rateOfMicro } from "@visadesk/contract/finance/embassy/fx-rate.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf, type ListDef } from "#kit/db/page.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { addRow, saveRow } from "#kit/noun/save.ts";
import { dateRange, dayOf } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { fxRateNoun } from "./fx-rate.noun.ts";

type Api = typeof fxRateApi;
type FxRateRow = Output<Api["fx_rate_add"]>;
type Stored = Omit<FxRateRow, "rate" | "created_by_name"> & { rate_micro: number; created_by: number | null };

const USED = q`exists (select from embassy_payments e where e.fx_rate_id = f.id)`;
const COLUMNS = q`f.id, f.currency, f.day, f.rate_micro, f.source, ${USED} as is_used, f.created_by, f.version, f.created_at, f.updated_at`;

const rateList = (input: Parsed<Api["fx_rate_query"]>): ListDef => ({
  from: q`fx_rates f`,
  where: and([input.currency && q`f.currency = any(${[...input.currency]}::text[])`, dateRange("f.day", input.day)]),
  id: "f.id",
  select: COLUMNS,
  sorts: { day: { by: "f.day", order: "desc", keyset: true, type: "date" } },
  sort: "day",
});
async function shown(ctx: Pick<Ctx, "db">, list: readonly Stored[]): Promise<FxRateRow[]> {
  const names = await workerNames(
    ctx.db,
    list.map((f) => f.created_by),
  );
  return list.map(({ rate_micro, created_by, ...f }) => ({
    ...f,
    rate: rateOfMicro(rate_micro),
    created_by_name: names.get(created_by ?? 0) ?? null,
  }));
}

/** Beside the nearest rate that is known, of an earlier day if there is one. */
async function assertNoJump(ctx: Ctx, { currency, day, rate }: Pick<FxRateRow, "currency" | "day" | "rate">): Promise<void> {
  const near = await row<{ day: string; rate_micro: number }>(
    ctx.db,
    q`select f.day, f.rate_micro from fx_rates f where f.currency = ${currency}
      order by f.day < ${day}::date desc, f.day <> ${day}::date desc, abs(f.day - ${day}::date) limit 1`,
  );
  if (!near || !isJump(near.rate_micro, microOfRate(rate))) return;
  const message = `${currency} ${near.day} 的汇率是 ${rateOfMicro(near.rate_micro)}，变动超过20%，请核对后确认`;
  refuse("confirm_needed", message, { issues: [{ path: "confirm_jump", message }] });
}

async function add({ currency, day, rate, source, ...seen }: Parsed<Api["fx_rate_add"]>, ctx: Ctx): Promise<FxRateRow> {
  if (day > dayOf(ctx.now)) throw badInput({ path: "day", message: "日期不能晚于今天" });
  const known = await row<Stored>(
    ctx.db,
    q`select ${COLUMNS} from fx_rates f where f.currency = ${currency} and f.day = ${day}::date for update of f`,
  );
  const set = { rate_micro: microOfRate(rate), source };
  const told = { field: "rate", label: "汇率", before: known ? rateOfMicro(known.rate_micro) : null, after: rate };
  if (known?.is_used) refuse("duplicate", `${day} 的 ${currency} 汇率已用于缴费，不能修改`);
  if (known && known.version !== seen.version) {
    const message = `${day} 的 ${currency} 汇率已有 ${rateOfMicro(known.rate_micro)}，请核对后再保存`;
    refuse("duplicate", message, { issues: [{ path: "rate", message }] });
  }
  if (seen.confirm_jump !== true) await assertNoJump(ctx, { currency, day, rate });
  const { id } = known
    ? await saveRow(ctx, fxRateNoun, {
        id: known.id,
        version: known.version,
        set: { ...set, created_by: ctx.me.worker_id, updated_at: ctx.now },
      })
    : await addRow(ctx, fxRateNoun, { currency, day, ...set });
  ctx.note({ noun: "fx_rate", noun_id: id, noun_no: `${currency} ${day}`, changes: [told] });
  const [made] = await shown(ctx, [found(await row<Stored>(ctx.db, q`select ${COLUMNS} from fx_rates f where f.id = ${id}`))]);
  return found(made);
}

export const fxRateServer = serve(fxRateApi, {
  fx_rate_query: async (input, ctx) => {
    const page = await pageOf<Stored>(ctx.db, input, rateList(input));
    return { ...page, list: await shown(ctx, page.list) };
  },
  fx_rate_add: add,
});
