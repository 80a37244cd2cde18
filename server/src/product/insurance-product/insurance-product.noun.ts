import { insuranceProductFlow } from "@visadesk/contract/product/price/insurance-product.flow.ts";
import { insuranceProduct } from "@visadesk/contract/product/price/insurance-product.ts";
import { noun } from "#kit/noun/noun.ts";

export const insuranceProductNoun = noun("insurance_product", {
  table: "insurance_products",
  shape: insuranceProduct,
  flow: insuranceProductFlow,
  state: "product_status",
  title: "code",
  parts: ["insurance_rates"],
  internal: ["rate_editors"],
});
