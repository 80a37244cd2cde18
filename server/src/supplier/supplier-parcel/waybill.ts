/** Waybills as they are kept, so that one is found again however it was typed. */
import { isWaybill, WAYBILL_FAULT, waybillOf } from "@visadesk/contract/order/waybill.rules.ts";
import { badInput } from "#kit/http/refuse.ts";

/** As it is kept; null where none was typed. */
export function typedWaybill(typed: string | null | undefined): string | null {
  const waybill = waybillOf(typed ?? "");
  if (waybill !== "" && !isWaybill(waybill)) throw badInput({ path: "waybill_no", message: WAYBILL_FAULT });
  return waybill || null;
}
