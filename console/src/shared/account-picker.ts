/** Picker of the company's accounts in use, for the screens that ask for one. */
import { call } from "#kit/app/api.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";
import { COMPANY_ACCOUNT_KINDS } from "@visadesk/contract/finance/company-account.ts";

registerPicker("company_account", {
  load: async (_keyword, signal) =>
    (await call("company_account_pick", {}, { signal, noToast: true })).list
      .filter((a) => a.kind !== "channel")
      .map((a) => ({ value: a.id, label: a.name, hint: `${COMPANY_ACCOUNT_KINDS[a.kind]} ${a.account_no}`.trim() })),
});
