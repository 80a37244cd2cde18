/** The doors by which an order takes room of a special and gives it back, in the order's own transaction. */
import { money } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { refuse } from "#kit/http/refuse.ts";
import type { Buyer } from "../price/buyer.ts";
import { noRoom } from "./special-price.rules.ts";
import { boughtOf, insertUse, isLive, isReserved, releaseUses, takeRoom } from "./special-price-use.sql.ts";

/** The special by which a quote was reckoned. */
export interface QuotedSpecial {
  item_id: number;
  activity_id: number;
  name: string;
  stack_coupon: boolean;
  /** How many people have it. */
  qty: number;
  /** What they pay less than usual, all together. */
  saved: number;
  /** The usual price of the first of them. */
  base: number;
}

/** Takes room for an order; a second call changes nothing. Refuses where there is none, with the price to order at. */
export async function reserve(db: Db, special: QuotedSpecial, orderId: number, buyer: Buyer, at: Date): Promise<void> {
  const { item_id, qty, saved } = special;
  if (await isReserved(db, item_id, orderId)) return;
  const taken = await takeRoom(db, item_id, qty, at);
  if (!taken) {
    if (await isLive(db, item_id, at)) refuse("sold_out", noRoom(null, money(special.base)));
    refuse("price_changed", "价格已变化，请重新确认");
  }
  // The item's row is held from here on, so that two orders of one buyer are counted one after the other.
  const before = taken.per_buyer > 0 ? await boughtOf(db, item_id, buyer) : 0;
  if (taken.per_buyer > 0 && before + qty > taken.per_buyer)
    refuse("sold_out", noRoom(`每人限购${taken.per_buyer}份，已购${before}份`, money(special.base)));
  if (!(await insertUse(db, { item_id, order_id: orderId, buyer: buyer.peer_id ?? "", qty, saved }, at))) refuse("state_changed");
}

/** Gives back what an order holds; a second call gives nothing more. */
export const release = async (db: Db, orderId: number, at: Date): Promise<void> => {
  await releaseUses(db, orderId, at);
};
