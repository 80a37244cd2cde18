import { id, text, z } from "../kit/field.ts";

/** A plan that people of an order are insured by. */
export const insuranceChoice = z
  .strictObject({ product_id: id("保险产品", "insurance_product"), plan_key: text("计划", { max: 12 }) })
  .meta({ label: "保险", kind: "object" });
