import { api } from "../kit/endpoint.ts";
import { id } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { recordApi, replaceApi } from "./record.ts";

export const refundPolicyApi = api({
  ...recordApi("refund_policy", "退款政策", may.refund_policy, id("编号", "refund_policy")),
  ...replaceApi("refund_policy", "退款政策", may.refund_policy, id("编号", "refund_policy")),
});
