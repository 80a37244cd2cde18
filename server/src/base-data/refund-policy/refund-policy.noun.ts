import { refundPolicy, refundPolicyVersion, refundPolicyVersionFlow } from "@visadesk/contract/base-data/refund-policy.ts";
import { noun } from "#kit/noun/noun.ts";

export const refundPolicyNoun = noun("refund_policy", {
  table: "refund_policies",
  shape: refundPolicy,
  title: "name",
});

export const refundPolicyVersionNoun = noun("refund_policy_version", {
  table: "refund_policy_versions",
  shape: refundPolicyVersion,
  flow: refundPolicyVersionFlow,
  state: "state",
  internal: ["published_by"],
});
