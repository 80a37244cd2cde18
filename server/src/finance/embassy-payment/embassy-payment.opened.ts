import { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import type { Opened } from "#kit/call/opened.ts";
import { financeScope } from "../scope.sql.ts";

export const embassyOpened = {
  embassy_payment: {
    may: embassyPaymentApi.embassy_payment_get.may,
    from: "embassy_payments e",
    id: "e.id",
    where: (ctx) => financeScope(ctx, { order: "e.order_id" }),
  },
} satisfies Record<string, Opened>;
