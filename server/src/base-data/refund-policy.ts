import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { serve, type Served } from "#kit/serve.ts";
import type { Doors } from "./doors.ts";
import { recordServer, replaceServer } from "./record.ts";

export const refundPolicyServer = (doors: Doors): { readonly [K in keyof typeof refundPolicyApi]: Served } =>
  serve(refundPolicyApi, {
    ...recordServer({ noun: "refund_policy", label: "退款政策" }, doors),
    ...replaceServer({ noun: "refund_policy", label: "退款政策" }, doors),
  });
