/** Words and cells of refusal protections that list, detail and their products share. */
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money, percentText } from "@visadesk/contract/kit/format.ts";
import { PROTECTION_RATE_FROM, type refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import "./refuse-no-worry.css";

type Api = typeof refuseNoWorryProductApi;
export type Protection = Output<Api["refuse_no_worry_product_query"]>["list"][number];
export type ProtectionDetail = Output<Api["refuse_no_worry_product_get"]>;

export const protectionHref = (p: { id: number }): string => to("refuse-no-worry-product-detail", { id: p.id });
export const protectionEditHref = (p: { id: number }): string => to("refuse-no-worry-product-edit", { id: p.id });
export const linksHref = (p: { id: number }): string => to("refuse-no-worry-product-relevance-product-list", { id: p.id });

/** 600‱ as 6%. */
export const shareText = (rate: number): string => percentText(rate, 10_000);
export const capText = (cap: number): string => (cap === 0 ? "不封顶" : `最高 ${money(cap)}`);
export const priceText = (p: Pick<Protection, "pricing" | "price" | "price_rate">): string =>
  p.pricing === "fixed" ? money(p.price) : `订单价的 ${shareText(p.price_rate)}`;
export const leastText = (p: Pick<Protection, "pricing" | "price_min">): string =>
  p.pricing === "fixed" ? "每人固定" : p.price_min > 0 ? `每人最低 ${money(p.price_min)}` : "每人，不设最低";

/** Who may not buy it, as a reader says it. */
export const exclusionTexts = ({ identities, age_below, age_above, refusal_within_years }: Protection["exclusions"]): string[] => [
  ...identities.map((i) => IDENTITIES[i]),
  ...(age_below > 0 ? [`未满${age_below}岁`] : []),
  ...(age_above > 0 ? [`超过${age_above}岁`] : []),
  ...(refusal_within_years > 0 ? [`${refusal_within_years}年内有拒签史`] : []),
];

type Figures = Pick<Protection, "sold" | "claims_submitted" | "claims_passed" | "paid_rate">;
export const claimsText = (f: Figures): string => (f.sold === 0 ? "—" : `${f.claims_passed} / ${f.claims_submitted}`);
/** Paid back of the premium, with the number of sold it rests on. */
export const PaidRate = ({ of: f }: { of: Figures }) =>
  f.paid_rate === null ? (
    <span className="vd-blank" title={`售出满${PROTECTION_RATE_FROM}份后计算`}>
      —
    </span>
  ) : (
    <span className={`vd-num${f.paid_rate > 100 ? " vd-error" : ""}`} title="已赔 ÷ 保费">
      {f.paid_rate.toFixed(1)}% <small className="vd-muted">n={f.sold}</small>
    </span>
  );
