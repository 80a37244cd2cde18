/** A parcel leaves on a monthly card: what it will cost by the card's rates goes into the books and beside the parcel. */
import type { CarrierZone } from "@visadesk/contract/finance/settle.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { postParcelCost } from "../../ledger/index.ts";
import { freightOf, rateOf, zoneOf, type Place, type ZoneRate } from "./freight.rules.ts";

/** A parcel of ours as it leaves. */
export interface ParcelSent {
  express_id: number;
  order_id: number | null;
  carrier_code: string;
  weight_g: number | null;
  to: Place | null;
}
/** What its row keeps. */
export interface ParcelCosted {
  card_id: number;
  monthly_card_no: string;
  zone: CarrierZone;
  estimated_cost: number;
}
export interface CardRates {
  id: number;
  supplier_id: number;
  card_no: string;
  rates: ZoneRate[];
}

/** Cards in use of a carrier: the sender's team's first, then those of everybody; another team's are not his. */
export const cardsFor = (db: Db, carrier: string, team: number | null): Promise<CardRates[]> =>
  rows<CardRates>(
    db,
    q`select c.id, c.supplier_id, c.card_no, c.rates from carrier_cards c join suppliers v on v.id = c.supplier_id
      where c.carrier_code = ${carrier} and c.is_enabled and v.supplier_status in ('active', 'paused') and (c.team_id is null or c.team_id = ${team}::int8)
      order by c.team_id is null, c.id`,
  );
/** Cards in use of one carrier's company. */
export const carrierCards = (db: Db, supplierId: number): Promise<CardRates[]> =>
  rows<CardRates>(
    db,
    q`select id, supplier_id, card_no, rates from carrier_cards where supplier_id = ${supplierId} and is_enabled order by team_id is null, id`,
  );
/** What a card asks; null: it has no price. */
export function estimateParcel(card: Pick<CardRates, "rates">, zone: CarrierZone, weight_g: number | null): number | null {
  const rate = rateOf(card.rates, zone);
  return rate ? freightOf(rate, weight_g) : null;
}
/** Where our parcels leave: the first mail centre in use. */
export const origin = async (db: Db): Promise<Place | null> =>
  (await row<Place>(
    db,
    q`select address ->> 'province_code' as province_code, address ->> 'city_code' as city_code from mail_centres where status = 1 order by sort, id limit 1`,
  )) ?? null;

/** The estimate of a parcel, and on which card; null: it goes on none. */
export async function estimateOf(
  ctx: Pick<Ctx, "db" | "principal">,
  p: Omit<ParcelSent, "express_id" | "order_id">,
): Promise<(ParcelCosted & { supplier_id: number }) | null> {
  const [card] = await cardsFor(ctx.db, p.carrier_code, ctx.principal?.team_id ?? null);
  if (!card) return null;
  const zone = zoneOf(await origin(ctx.db), p.to);
  const estimated_cost = estimateParcel(card, zone, p.weight_g);
  return estimated_cost === null
    ? null
    : { card_id: card.id, monthly_card_no: card.card_no, zone, estimated_cost, supplier_id: card.supplier_id };
}
/** Port of orders; said again it posts nothing. */
export async function parcelCost(ctx: Ctx, p: ParcelSent): Promise<ParcelCosted | null> {
  const estimate = await estimateOf(ctx, p);
  if (!estimate) return null;
  const { supplier_id, ...costed } = estimate;
  const { express_id, order_id } = p;
  await postParcelCost(ctx, { express_id, order_id, supplier_id, amount: costed.estimated_cost });
  return costed;
}
