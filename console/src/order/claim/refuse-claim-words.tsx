/** What claims are called, and how their terms read. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { PROTECTION_SCOPES } from "@visadesk/contract/product/price/refuse-no-worry-product.words.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { hrefOf } from "#kit/screens.ts";

export type ClaimListRow = Output<typeof refuseClaimApi.refuse_claim_query>["list"][number];
export type ClaimDetail = Output<typeof refuseClaimApi.refuse_claim_get>;

type Terms = Pick<ClaimListRow, "scope" | "rate" | "cap">;
export const scopeWords = (c: Terms): string => `${PROTECTION_SCOPES[c.scope]} ${c.rate}%`;
export const capWords = (c: Terms): string => (c.cap > 0 ? `最高 ${money(c.cap)}` : "不封顶");

/** His page, for whoever may open orders. */
export function PersonLink({ of, children }: { of: Pick<ClaimListRow, "id" | "order_id">; children: string }) {
  const codes = session.use((s) => s.codes);
  const params = { orderId: of.order_id, applicantId: of.id };
  const href = hrefOf("admin-applicant-detail", params, codes) ?? hrefOf("applicant-detail", params, codes);
  return href === undefined ? <>{children}</> : <HrefLink href={href}>{children}</HrefLink>;
}
/** The refund that pays it, for whoever reviews refunds. */
export function ClaimRefundLink({ of }: { of: Pick<ClaimListRow, "refund_id" | "refund_no"> }) {
  const codes = session.use((s) => s.codes);
  if (of.refund_id === null || of.refund_no === null) return <>—</>;
  const href = hrefOf("order-refund-review-detail", { id: of.refund_id }, codes);
  return href === undefined ? <>{of.refund_no}</> : <HrefLink href={href}>{of.refund_no}</HrefLink>;
}
