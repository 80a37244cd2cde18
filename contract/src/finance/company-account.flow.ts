import { flow } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** Accounts money of the company lies on: who entered or changed one never confirms it. */
export const companyAccountFlow = flow("company_account", {
  states: {
    draft: { label: "待确认", tone: "orange", start: true },
    enabled: { label: "启用", tone: "green" },
    disabled: { label: "停用", tone: "grey" },
  },
  moves: {
    confirm: { label: "确认启用", from: ["draft", "disabled"], to: "enabled", may: may.remittance_final },
    disable: { label: "停用", from: ["enabled"], to: "disabled", may: may.corporate_remittance, danger: true },
    /** Its number, bank or holder was changed. */
    change: { label: "变更待确认", from: ["enabled", "disabled"], to: "draft", may: "system", back: true },
  },
});
