/** The nouns of base data whose records products rest on, and where those products are shown. */
import { to } from "#kit/screens.ts";

const RELATED = {
  elec: "related-product-elec",
  mail: "related-product-mail",
  bring: "related-product-bring",
  photo: "related-product-photo",
  application: "related-product-application",
  appointment: "related-product-appointment",
  country: "related-product-country",
  embassy: "related-product-embassy-and-cousulate",
  refund_policy: "related-product-refund-policy",
} as const;
export type RecordNoun = keyof typeof RELATED;

/** Address of 关联商品; `tab` is a state of products, 在售 by default. */
export const relatedHref = (noun: RecordNoun, id: number | string, tab?: "off_sale" | "draft"): string =>
  to(RELATED[noun], { id }, { tab });
