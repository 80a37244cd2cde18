/** A waybill as couriers print it: asked of what is typed, and kept so that the same one is found again. */
export const WAYBILL_FAULT = "请填写运单上的字母和数字，5-30位";
const SHAPE = /^[A-Z0-9-]{5,30}$/;
/** Blanks and small letters are how it was typed, not what it is. */
export const waybillOf = (typed: string): string => typed.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();
export const isWaybill = (waybill: string): boolean => SHAPE.test(waybill);
