/** Carriers by their monthly cards: what left on each this month, its newest bill, and what is open. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { wholeScope } from "../scope.sql.ts";
import { overdue } from "./settle-due.sql.ts";

type Api = typeof expressSettleApi;
export type CardRow = Output<Api["express_settle_query"]>["list"][number];
type Caller = Pick<Ctx, "me" | "now">;

const bills = (which: Sql): Sql => q`settlements s where s.card_id = c.id and s.settlement_status <> 'void' and ${which}`;
/** Lines that differ and are in no agreed bill. */
const DIFFERENCES = q`(select count(*)::int from settle_lines x, ${bills(q`s.settlement_status in ('draft', 'sent', 'disputed')`)}
  and x.settlement_id = s.id and x.freed_at is null and x.match in ('diff', 'ours_only', 'theirs_only'))`;
const OPEN = q`coalesce((select sum(s.remaining) from ${bills(q`s.settlement_status not in ('paid')`)}), 0)::int8`;
const late = (at: Caller): Sql => q`coalesce((select sum(s.remaining) from ${bills(overdue(at))}), 0)::int8`;

const JOINS = (at: Caller): Sql => q`
  left join teams t on t.id = c.team_id
  left join lateral (select s.id, s.settle_no, s.cycle_end, s.final, s.settlement_status from ${bills(q`true`)} order by s.cycle_end desc, s.id desc limit 1) l on true
  left join lateral (select count(*)::int as n, coalesce(sum(e.estimated_cost), 0)::int8 as cost from expresses e
    where e.card_id = c.id and e.sent_at >= ${`${dayOf(at.now).slice(0, 7)}-01`}::date::timestamp at time zone 'Asia/Shanghai') m on true`;

const named = (word: string): Sql => {
  const like = `%${likeText(word)}%`;
  return or([q`v.short_name ilike ${like}`, q`v.name ilike ${like}`, q`c.name ilike ${like}`, q`c.card_no ilike ${like}`]);
};
export const cardList = (f: Parsed<Api["express_settle_query"]>, ctx: Caller): ListDef => ({
  from: q`carrier_cards c join suppliers v on v.id = c.supplier_id`,
  where: and([
    wholeScope(ctx),
    f.keyword && named(f.keyword),
    f.supplier_id && q`c.supplier_id = any(${[...f.supplier_id]}::int8[])`,
    f.team_id && q`c.team_id = any(${[...f.team_id]}::int8[])`,
    f.has_difference !== undefined && q`(${DIFFERENCES} > 0) = ${f.has_difference}`,
    f.is_overdue !== undefined && q`(${late(ctx)} > 0) = ${f.is_overdue}`,
    f.is_enabled !== undefined && q`c.is_enabled = ${f.is_enabled}`,
  ]),
  id: "c.id",
  select: q`c.id, c.supplier_id, v.short_name as supplier_name, c.carrier_code, c.name as card_name, c.card_no, c.team_id, t.name as team_name,
    m.n as month_count, m.cost as month_cost, l.id as last_id, l.settle_no as last_no, l.cycle_end as last_end, l.final as last_final,
    ${DIFFERENCES} as difference_count, ${OPEN} as unpaid, ${late(ctx)} as overdue, l.settlement_status, c.is_enabled`,
  joins: JOINS(ctx),
  sorts: {
    card_name: { by: "c.name", order: "asc" },
    last_end: {
      by: "(select max(s.cycle_end) from settlements s where s.card_id = c.id and s.settlement_status <> 'void')",
      order: "desc",
    },
  },
  sort: "last_end",
});
