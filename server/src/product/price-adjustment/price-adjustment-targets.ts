/** The targets of price review, by kind. */
import type { AdjustTargetServer } from "./price-adjustment-target.ts";
import { insuranceAdjust } from "../insurance-product/insurance-adjust.ts";
import { noWorryAdjust } from "../refuse-no-worry-product/refuse-no-worry-adjust.ts";
import type { AdjustTarget } from "./price-adjustment.sql.ts";
import { skuAdjust } from "./price-adjustment-sku.ts";

/** Every kind of target whose amounts change by review. */
const TARGETS: Readonly<Record<AdjustTarget, AdjustTargetServer>> = {
  sku: skuAdjust,
  insurance_product: insuranceAdjust,
  refuse_no_worry_product: noWorryAdjust,
};
export const targetOf = (kind: AdjustTarget): AdjustTargetServer => TARGETS[kind];
