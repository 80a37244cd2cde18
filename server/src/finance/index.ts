/** Door of finance: every paper that moves money, above all other areas. */
import { records } from "@visadesk/contract/record-nouns.ts";
import type { Opened } from "#kit/call/opened.ts";
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";
import { settleJobs } from "./settlement/settle.jobs.ts";
import type { SettlePorts } from "./settlement/settle-ports.ts";
import { settleDesk } from "./settlement/settle.queues.ts";
import { seenSettlements } from "./settlement/settle-parts.sql.ts";
import { supplierSettleServer } from "./settlement/supplier-settle.ts";

/** The area in one piece; `ports` is what its papers ask of each other. */
export const financeArea = (ports: SettlePorts) =>
  area("finance", {
    nouns: financeNouns,
    serving: { ...companyAccountServer, ...financeSettingServer, ...supplierSettleServer(ports) },
    jobs: settleJobs,
    seals: [sealedRows(sealedCompanyAccount)],
  });
export const financeDesks = [settleDesk];
export const financeOpened = {
  settlement: { may: records.settlement.may, from: "settlements s", id: "s.id", where: (ctx) => seenSettlements(ctx) },
} satisfies Record<string, Opened>;
export { seedSettlements } from "./settlement/seed.ts";
export { settlementSource } from "./settlement/settle-pay.ts";
export { mayReadSettleFile, settleFilesInUse } from "./settlement/settle-parts.sql.ts";
export type { SettlePorts } from "./settlement/settle-ports.ts";
