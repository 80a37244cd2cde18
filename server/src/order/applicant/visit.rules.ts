/** The customer's wish for visit dates. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { addDays } from "../../base-data/index.ts";

const NEAR_DAYS = 30;
/** Does a slot lie inside what the customer wished? Without a wish nothing does. */
export function insideWish(
  order: { visit_wish: string | null; visit_wish_dates: readonly string[] },
  visitAt: string,
  today: string,
): boolean {
  const date = shanghaiDate(visitAt);
  if (order.visit_wish === "manual") return order.visit_wish_dates.includes(date);
  if (order.visit_wish === null) return false;
  return (order.visit_wish === "any_30") === date <= addDays(today, NEAR_DAYS);
}
