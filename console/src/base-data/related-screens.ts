import { screens } from "#kit/screens.ts";
import { may, type Code } from "@visadesk/contract/permissions.ts";
import type { RecordNoun } from "./record-nouns.ts";

const row = <const P extends string>(noun: RecordNoun, path: P, code: Code) => ({
  path,
  title: "关联商品",
  may: code,
  menu_key: "base-data",
  load: () => import("./related-product.tsx").then((m) => ({ default: m.relatedScreen(noun) })),
});

export const relatedScreens = screens({
  "related-product-elec": row("elec", "/base-data/related-product/elec/:id", may.elec),
  "related-product-mail": row("mail", "/base-data/related-product/mail/:id", may.mail),
  "related-product-bring": row("bring", "/base-data/related-product/bring/:id", may.bring),
  "related-product-photo": row("photo", "/base-data/related-product/photo/:id", may.photo),
  "related-product-application": row("application", "/base-data/related-product/application/:id", may.application),
  "related-product-appointment": row("appointment", "/base-data/related-product/appointment/:id", may.appointment),
  "related-product-country": row("country", "/base-data/related-product/country/:id", may.country),
  "related-product-embassy-and-cousulate": row("embassy", "/base-data/related-product/embassy-and-cousulate/:id", may.embassy),
  "related-product-refund-policy": row("refund_policy", "/base-data/related-product/refund-policy/:id", may.refund_policy),
});
