/** Whom a changed rule of a country reaches: people whose papers have not gone to the mission yet. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { countryApi } from "@visadesk/contract/base-data/country.ts";
import { UNSUBMITTED_TABS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, raw, row, type Sql } from "#kit/db/sql.ts";
import type { CountryImpactAsk } from "../../base-data/index.ts";
import { orderScope } from "../list/scope.ts";

type Impact = Output<typeof countryApi.country_impact_get>;

const FROM = raw("applicants a join orders o on o.id = a.order_id");
const reached = (country: string): Sql => q`a.country_id = ${country} and a.tab = any(${[...UNSUBMITTED_TABS]}::text[])`;
/** The passport ends before the journey does plus the months asked for; nobody is judged without a date. */
const shortFor = (months: number): string =>
  `coalesce(a.passport_expiry_date < coalesce(o.return_date, o.travel_date) + make_interval(months => ${Math.trunc(months)}), false)`;

export async function countryImpact(ctx: Pick<Ctx, "db">, ask: CountryImpactAsk): Promise<Impact> {
  const found = await row<Impact>(
    ctx.db,
    q`select count(*)::int as total, count(*) filter (where ${raw(shortFor(ask.passport_months))})::int as short, count(distinct a.order_id)::int as orders
      from ${FROM} where ${reached(ask.country_id)}`,
  );
  return found ?? { total: 0, short: 0, orders: 0 };
}

export const countryImpactList = (ctx: Pick<Ctx, "me">, ask: CountryImpactAsk): ListDef => {
  const short = shortFor(ask.passport_months);
  return {
    from: FROM,
    where: and([reached(ask.country_id), orderScope(ctx, "a"), ask.is_short !== undefined && q`${raw(short)} = ${ask.is_short}`]),
    id: "a.id",
    select: q`
      a.id, a.applicant_no, a.order_id, o.order_no, a.name_cn, a.applicant_status, a.passport_expiry_date,
      coalesce(o.return_date, o.travel_date) as return_date, ${raw(short)} as is_short`,
    sort: "is_short",
    sorts: { is_short: { by: short, order: "desc" } },
  };
};
