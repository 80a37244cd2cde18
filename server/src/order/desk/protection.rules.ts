/** Which protection covers an order's people, and who may still buy it. */
import type { ProtectionTerms } from "@visadesk/contract/product/snapshot.ts";
import { ageOn, protectionExcludes } from "../../product/index.ts";
import type { Facts, Person } from "../flow/facts.ts";
import { AFTER_SUBMISSION } from "../material/material.rules.ts";

/** What the order was sold with, else the first that its snapshot offers. */
export const coverOf = (f: Pick<Facts, "order" | "snapshot">): ProtectionTerms | undefined =>
  f.snapshot.protections.find((x) => x.id === f.order.quote.protection?.id) ?? f.snapshot.protections[0];

type Buyer = Pick<Person, "id" | "applicant_status" | "identity" | "birth_date" | "refused_before" | "refused_on">;

/** 补买: why a person cannot buy the protection now, or null. The terms are asked as they are at ordering. */
export function lateCoverFault(f: Pick<Facts, "order" | "snapshot" | "fees" | "today">, p: Buyer | undefined): string | null {
  if (!p || AFTER_SUBMISSION.includes(p.applicant_status)) return "拒签无忧须在送签前按申请人购买";
  const terms = coverOf(f);
  if (!terms) return "下单时该商品没有拒签无忧，不能补买";
  if (terms.buy_until !== "submission") return `「${terms.name}」仅下单时可购买，不能补买`;
  if (f.fees.some((x) => x.applicant_id === p.id && x.kind === "protection" && x.refunded < x.payable)) return "该申请人已购买拒签无忧";
  const { identity, birth_date, refused_before, refused_on } = p;
  return protectionExcludes(terms, { identity, age: birth_date ? ageOn(birth_date, f.today) : null, refused_before, refused_on }, f.today);
}
