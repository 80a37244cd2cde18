/** Endpoints of the cashier's desk. */
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { cashCalendar, plan } from "./cash-calendar.ts";
import { exportFile, fileLink } from "./payout-file.ts";
import { payoutMoves } from "./payout.moves.ts";
import type { PayoutDoors } from "./payout.source.ts";
import {
  bounceLines,
  NO_PAYOUT,
  payoutHeads,
  payoutList,
  shownPayouts,
  storedPayout,
  type PayoutRow,
  type StoredPayout,
} from "./payout.sql.ts";

const OK = { ok: true } as const;
async function one(ctx: Ctx, id: number): Promise<PayoutRow> {
  const [shown] = await shownPayouts(ctx, [found(await storedPayout(ctx, id), NO_PAYOUT)]);
  return found(shown, NO_PAYOUT);
}

/** `doors`: what payments may be for, and what has to come before them. */
export const payoutServer = (doors: PayoutDoors) =>
  serve(payoutApi, {
    payout_query: async (input, ctx) => {
      const page = await pageOf<StoredPayout>(ctx.db, input, payoutList(input, ctx));
      return { ...page, list: await shownPayouts(ctx, page.list) };
    },
    payout_get: ({ id }, ctx) => one(ctx, id),
    payout_head_get: async (_, ctx) => ({ accounts: await payoutHeads(ctx) }),
    payout_export: exportFile,
    payout_file_get: fileLink,
    payout_paid: async (input, ctx) => one(ctx, await payoutMoves.paid(ctx, doors, input)),
    payout_failed: async (input, ctx) => {
      await payoutMoves.failed(ctx, doors, input);
      return OK;
    },
    payout_retry: async (input, ctx) => one(ctx, await payoutMoves.retry(ctx, doors, input)),
    payout_give_up: async (input, ctx) => {
      await payoutMoves.giveUp(ctx, doors, input);
      return OK;
    },
    payout_bounce: async (input, ctx) => {
      await payoutMoves.bounce(ctx, doors, input);
      return OK;
    },
    payout_bounce_line_query: async ({ id }, ctx) => ({ list: await bounceLines(ctx, found(await storedPayout(ctx, id), NO_PAYOUT)) }),
    payout_plan: async (input, ctx) => {
      await plan(input, ctx);
      return OK;
    },
    cash_calendar_get: (_, ctx) => cashCalendar(ctx),
  });
