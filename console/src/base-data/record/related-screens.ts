import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { screens } from "#kit/screens.ts";
import type { RecordNoun } from "./record-nouns.ts";

/** One screen behind nine routes, each with the code of its noun. */
const of = (noun: RecordNoun) => ({
  title: "关联商品",
  load: () => import("./related-product.tsx").then((m) => ({ default: m.relatedScreen(noun) })),
});

export const relatedScreens = screens({
  "related-product-elec": { ...listRoutes["related-product-elec"], ...of("elec"), under: "elec-list" },
  "related-product-mail": { ...listRoutes["related-product-mail"], ...of("mail"), under: "mail-list" },
  "related-product-bring": { ...listRoutes["related-product-bring"], ...of("bring"), under: "bring-list" },
  "related-product-photo": { ...listRoutes["related-product-photo"], ...of("photo"), under: "photo-list" },
  "related-product-application": { ...listRoutes["related-product-application"], ...of("application"), under: "application-list" },
  "related-product-appointment": { ...listRoutes["related-product-appointment"], ...of("appointment"), under: "appointment-list" },
  "related-product-country": { ...listRoutes["related-product-country"], ...of("country"), under: "country-list" },
  "related-product-embassy-and-cousulate": {
    ...listRoutes["related-product-embassy-and-cousulate"],
    ...of("embassy"),
    under: "embassy-and-cousulate-list",
  },
  "related-product-refund-policy": { ...listRoutes["related-product-refund-policy"], ...of("refund_policy"), under: "refund-policy-list" },
});
