/** What a cost must hold: asked of the form as it is typed, and of form, batch and sheet by the server. */
import { COST_STEP } from "./supplier.words.ts";

/** Nobody works for nothing: a fee that a cost does not hold may be 0, the cost may not. */
export const NO_COST = "成本须大于0";
/** By how much of the old one, up or down; null where nothing stands to compare with. */
export const stepOf = (old: number | null | undefined, next: number | null | undefined): number | null =>
  !old || next === null || next === undefined ? null : (next - old) / old;
export const isSteep = (step: number | null): boolean => step !== null && Math.abs(step) > COST_STEP.rate;
export const STEEP = "涨跌超过10%";
export const STEEP_FAULT = `${STEEP}，说明至少${COST_STEP.text}个字`;

/** 儿童价 stands where the product has a child band, and nowhere else; in words what is wrong, or null. */
export function childFault(hasChild: boolean, child: number | null | undefined): string | null {
  const isGiven = child !== null && child !== undefined;
  if (isGiven === hasChild) return null;
  return hasChild ? "请输入儿童结算价" : "该商品没有儿童价，请只填成人";
}
