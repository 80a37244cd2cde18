/** Records that hold files: their logs open them as the page does. The others are put into words by the server. */
import type { z } from "@visadesk/contract/kit/field.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { countryDetail } from "@visadesk/contract/base-data/country.ts";
import { paperForms } from "@visadesk/contract/base-data/paper/document.ts";
import { applicantDetail } from "@visadesk/contract/order/applicant.ts";
import { adjustmentDetail } from "@visadesk/contract/finance/adjustment.ts";
import { embassyPayment } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { policy } from "@visadesk/contract/finance/insurance/policy.ts";
import { invoice } from "@visadesk/contract/finance/invoice.ts";
import { payout } from "@visadesk/contract/finance/payout.ts";
import { remittance } from "@visadesk/contract/finance/remittance.ts";
import { withdrawal } from "@visadesk/contract/finance/withdrawal.ts";
import { exhibitionLeadDetail } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { peerExhibitionDetail } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { peerGroupDetail } from "@visadesk/contract/peer/level/peer-group.ts";
import { peerApplicationDetail } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerManagerDetail } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { workOrderMessage } from "@visadesk/contract/peer/work-order/work-order.ts";
import { insuranceProduct } from "@visadesk/contract/product/price/insurance-product.ts";
import { spuDetail } from "@visadesk/contract/product/spu.ts";

export const recordShapes: Readonly<Partial<Record<RecordNoun, { readonly shape: Readonly<Record<string, z.core.$ZodType>> }>>> = {
  applicant: applicantDetail,
  spu: spuDetail,
  insurance_product: insuranceProduct,
  peer_application: peerApplicationDetail,
  peer_group: peerGroupDetail,
  peer_manager: peerManagerDetail,
  peer_exhibition: peerExhibitionDetail,
  exhibition_lead: exhibitionLeadDetail,
  work_order: workOrderMessage,
  adjustment: adjustmentDetail,
  embassy_payment: embassyPayment,
  policy,
  payout,
  remittance,
  withdrawal,
  invoice,
  ...paperForms,
  country: countryDetail,
};
