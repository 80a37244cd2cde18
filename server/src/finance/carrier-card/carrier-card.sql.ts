/** Monthly cards as they are read. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { carrierCardApi } from "@visadesk/contract/finance/carrier-card.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { wholeScope } from "../scope.sql.ts";

type Api = typeof carrierCardApi;
export type CarrierCardRow = Output<Api["carrier_card_get"]>;
export const NO_CARD = "月结卡不存在或无权查看";

/** Of cards `c`: a bill that is not void stands on it. */
const BILLED = q`exists (select from settlements s where s.card_id = c.id and s.settlement_status <> 'void')`;
const COLUMNS = q`c.id, c.supplier_id, v.short_name as supplier_name, c.carrier_code, c.card_no, c.name, c.team_id, t.name as team_name, c.rates, c.bill_day,
  c.is_enabled, ${BILLED} as is_billed, c.version, c.created_at, c.updated_at`;
const JOINS = q`join suppliers v on v.id = c.supplier_id left join teams t on t.id = c.team_id`;

export const cardList = (f: Parsed<Api["carrier_card_query"]>, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`carrier_cards c`,
  where: and([
    wholeScope(ctx),
    f.keyword && or([q`c.name ilike ${`%${likeText(f.keyword)}%`}`, q`c.card_no ilike ${`%${likeText(f.keyword)}%`}`]),
    f.supplier_id && q`c.supplier_id = any(${[...f.supplier_id]}::int8[])`,
    f.carrier_code && q`c.carrier_code = any(${[...f.carrier_code]}::text[])`,
    f.team_id && q`c.team_id = any(${[...f.team_id]}::int8[])`,
    f.is_enabled !== undefined && q`c.is_enabled = ${f.is_enabled}`,
  ]),
  id: "c.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: { created_at: { by: "c.created_at", order: "desc", keyset: true } },
  sort: "created_at",
});
export const cardOf = async (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<CarrierCardRow> =>
  found(
    await row<CarrierCardRow>(ctx.db, q`select ${COLUMNS} from carrier_cards c ${JOINS} where ${and([q`c.id = ${id}`, wholeScope(ctx)])}`),
    NO_CARD,
  );
export const isTaken = async (ctx: Pick<Ctx, "db">, carrier: string, card_no: string, except: number | null): Promise<boolean> =>
  (await row(
    ctx.db,
    q`select 1 from carrier_cards where carrier_code = ${carrier} and card_no = ${card_no} and id is distinct from ${except}::int8`,
  )) !== undefined;
