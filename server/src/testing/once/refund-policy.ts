/** Bodies of once.test.ts for refund policies. */
import { refundStages, type RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Client } from "../client.ts";

const grid: RefundRow[] = refundStages.map((stage) => ({
  stage,
  service_rate: stage === "paid" ? 100 : 0,
  embassy: "none",
  centre: "none",
  within_hours: 0,
  text: "",
}));

let made = 0;
/** Every call publishes the first draft of a policy of its own. */
export function refundPolicyOnce(admin: () => Client) {
  return {
    bodies: {
      refund_policy_version_publish: async () => {
        const { id } = await admin().call("refund_policy_add", { name: `一次政策${++made}`, forms: [], remark: "" });
        const draft = await admin().call("refund_policy_version_save", { policy_id: id, clause: "按阶段退款。", grid });
        return { id: draft.id, version: draft.version };
      },
    },
    other: { refund_policy_version_publish: { version: 99 } },
  };
}
