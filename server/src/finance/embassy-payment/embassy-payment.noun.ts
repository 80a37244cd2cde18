import { embassyPayment } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const embassyPaymentNoun = noun("embassy_payment", {
  table: "embassy_payments",
  shape: embassyPayment,
  flow: embassyPaymentFlow,
  state: "embassy_payment_status",
  title: "payment_no",
  internal: ["rate_micro", "fx_rate_id", "paid_by", "released_by", "returned_by", "variance_by", "variance_at"],
});
