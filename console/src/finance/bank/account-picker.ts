import { call } from "#kit/app/api.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";

registerPicker("company_account", {
  load: async (_keyword, signal) =>
    (await call("company_account_pick", {}, { signal, noToast: true })).list.map((a) => ({
      value: a.id,
      label: a.name,
      hint: a.account_no,
    })),
});
