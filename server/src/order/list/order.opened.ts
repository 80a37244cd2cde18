import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { Opened } from "#kit/call/opened.ts";
import { evaluateScope } from "../evaluate/evaluate.scope.ts";
import { orderScope } from "./scope.ts";

export const orderOpened = {
  order: { may: orderApi.order_get.may, from: "orders o", id: "o.id", where: (ctx) => orderScope(ctx, "o") },
  order_evaluate: {
    may: orderEvaluateApi.order_evaluate_query.may,
    from: "order_evaluates e join orders o on o.id = e.order_id",
    id: "e.id",
    where: (ctx) => evaluateScope(ctx),
  },
  refund: {
    may: refundApi.refund_get.may,
    from: "refunds r join orders o on o.id = r.order_id",
    id: "r.id",
    where: (ctx) => orderScope(ctx, "o"),
  },
  order_expire: {
    may: orderExpireApi.order_expire_query.may,
    from: "order_expires x join orders o on o.id = x.order_id",
    id: "x.id",
    where: (ctx) => orderScope(ctx, "o"),
  },
  applicant: { may: applicantApi.applicant_get.may, from: "applicants a", id: "a.id", where: (ctx) => orderScope(ctx, "a") },
} satisfies Record<string, Opened>;
