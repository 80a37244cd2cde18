import { refuseNoWorryLink } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";
import { noun } from "#kit/noun/noun.ts";

export const refuseNoWorryLinkNoun = noun("refuse_no_worry_link", {
  table: "refuse_no_worry_links",
  shape: refuseNoWorryLink,
  internal: ["product_id"],
});
