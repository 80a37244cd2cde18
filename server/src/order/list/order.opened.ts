import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import type { Opened } from "#kit/call/opened.ts";
import { orderScope } from "./scope.ts";

export const orderOpened = {
  order: { may: orderApi.order_get.may, from: "orders o", id: "o.id", where: (ctx) => orderScope(ctx, "o") },
  applicant: { may: applicantApi.applicant_get.may, from: "applicants a", id: "a.id", where: (ctx) => orderScope(ctx, "a") },
} satisfies Record<string, Opened>;
