/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import type { RefundPort } from "./embassy-payment/embassy-payment.paid.ts";
import { embassyPaymentServer } from "./embassy-payment/embassy-payment.ts";
import { embassyTrustJobs } from "./embassy-trust/embassy-trust.jobs.ts";
import { embassyTrustServer } from "./embassy-trust/embassy-trust.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";
import { fxRateServer } from "./fx-rate/fx-rate.ts";

/** What finance asks of areas that cannot answer yet. */
export interface FinancePorts {
  refund: RefundPort;
}
export const financeArea = (ports: FinancePorts) =>
  area("finance", {
    nouns: financeNouns,
    serving: {
      ...companyAccountServer,
      ...financeSettingServer,
      ...embassyPaymentServer(ports.refund),
      ...embassyTrustServer,
      ...fxRateServer,
    },
    jobs: embassyTrustJobs,
    seals: [sealedRows(sealedCompanyAccount)],
  });
export { followOrder } from "./embassy-payment/embassy-payment.open.ts";
export { billEmbassyPayment } from "./embassy-payment/embassy-payment.paid.ts";
export { mayReadReceipt, receiptsInUse } from "./embassy-payment/embassy-payment.sql.ts";
export { embassyDesk } from "./embassy-payment/embassy-payment.queues.ts";
export { embassyOpened } from "./embassy-payment/embassy-payment.opened.ts";
export { seedEmbassyFees } from "./embassy-payment/seed.ts";
