/** Waybills as they are kept, so that one is found again however it was typed. */
import { isWaybill, WAYBILL_FAULT, waybillOf } from "@visadesk/contract/order/waybill.rules.ts";
import { likeText, or, q, raw, type Sql } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";

/** As it is kept; null where none was typed. */
export function typedWaybill(typed: string | null | undefined): string | null {
  const waybill = waybillOf(typed ?? "");
  if (waybill !== "" && !isWaybill(waybill)) throw badInput({ path: "waybill_no", message: WAYBILL_FAULT });
  return waybill || null;
}

/**
 * Condition of a waybill that is searched: however it is typed it finds the one that is kept; as it stands printed it also
 * finds those that were kept with their blanks. `head`: by its beginning.
 */
export function waybillMatch(alias: string, typed: string, how: "whole" | "head" = "whole"): Sql {
  const column = raw(`upper(${alias}.waybill_no)`);
  const forms = [...new Set([waybillOf(typed), typed.trim().toUpperCase()])];
  return or(forms.map((f) => (how === "head" ? q`${column} like ${`${likeText(f)}%`}` : q`${column} = ${f}`)));
}
