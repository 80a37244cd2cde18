import { policy } from "@visadesk/contract/finance/insurance/policy.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const policyNoun = noun("policy", {
  table: "policies",
  shape: policy,
  flow: policyFlow,
  state: "policy_status",
  title: "apply_no",
  internal: ["insurance_product_id", "refuse_no_worry_product_id", "plan_key", "issued_by"],
  erased: { insured_name: null, insured_birthday: null, insured_passport: null, file: "" },
});
export const sealedPolicy = sealedTable({ table: "policies", row: "apply_no", fields: { insured_passport: "passport" } });
