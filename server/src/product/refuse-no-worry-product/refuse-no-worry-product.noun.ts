import { refuseNoWorryProductFlow } from "@visadesk/contract/product/price/refuse-no-worry-product.flow.ts";
import { refuseNoWorryProduct } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { noun } from "#kit/noun/noun.ts";

export const refuseNoWorryProductNoun = noun("refuse_no_worry_product", {
  table: "refuse_no_worry_products",
  shape: refuseNoWorryProduct,
  flow: refuseNoWorryProductFlow,
  state: "product_status",
  title: "name",
  parts: ["refuse_no_worry_prices"],
});
