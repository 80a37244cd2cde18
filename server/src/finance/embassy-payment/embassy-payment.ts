/** Endpoints of fees paid to missions. */
import { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { paymentMoves } from "./embassy-payment.moves.ts";
import { open, preset } from "./embassy-payment.open.ts";
import { paidMoves, type RefundPort } from "./embassy-payment.paid.ts";
import { NO_PAYMENT, paymentFigures, paymentList, shownPayments, storedPayment, type StoredPayment } from "./embassy-payment.sql.ts";

export const embassyPaymentServer = (port: RefundPort) =>
  serve(embassyPaymentApi, {
    embassy_payment_query: async (input, ctx) => {
      const page = await pageOf<StoredPayment>(ctx.db, input, paymentList(input, ctx));
      return { ...page, list: await shownPayments(ctx, page.list) };
    },
    embassy_payment_get: async ({ id }, ctx) => {
      const [row] = await shownPayments(ctx, [found(await storedPayment(ctx, id), NO_PAYMENT)]);
      return found(row, NO_PAYMENT);
    },
    embassy_payment_figures: (input, ctx) => paymentFigures(ctx, input),
    embassy_payment_preset: preset,
    embassy_payment_open: open,
    ...paymentMoves,
    ...paidMoves(port),
  });
