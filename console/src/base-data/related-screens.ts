import { screens } from "#kit/screens.ts";
import type { RecordNoun } from "./record-nouns.ts";

/** One screen behind nine routes, each with the code of its noun. */
const of = <const P extends string>(noun: RecordNoun, path: P) => ({
  path,
  title: "关联商品",
  load: () => import("./related-product.tsx").then((m) => ({ default: m.relatedScreen(noun) })),
});

export const relatedScreens = screens({
  "related-product-elec": { ...of("elec", "/base-data/related-product/elec/:id"), under: "elec-list" },
  "related-product-mail": { ...of("mail", "/base-data/related-product/mail/:id"), under: "mail-list" },
  "related-product-bring": { ...of("bring", "/base-data/related-product/bring/:id"), under: "bring-list" },
  "related-product-photo": { ...of("photo", "/base-data/related-product/photo/:id"), under: "photo-list" },
  "related-product-application": { ...of("application", "/base-data/related-product/application/:id"), under: "application-list" },
  "related-product-appointment": { ...of("appointment", "/base-data/related-product/appointment/:id"), under: "appointment-list" },
  "related-product-country": { ...of("country", "/base-data/related-product/country/:id"), under: "country-list" },
  "related-product-embassy-and-cousulate": {
    ...of("embassy", "/base-data/related-product/embassy-and-cousulate/:id"),
    under: "embassy-and-cousulate-list",
  },
  "related-product-refund-policy": { ...of("refund_policy", "/base-data/related-product/refund-policy/:id"), under: "refund-policy-list" },
});
