/** Endpoints of refunds. */
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { refundQuote } from "../../ledger/index.ts";
import { revealAllowed } from "../../setting/index.ts";
import { judgedNow, start, trial } from "./refund-ask.ts";
import { NO_REFUND, refundMoves } from "./refund-decide.ts";
import { lateRegister } from "./refund-late.ts";
import {
  detailLines,
  detailMore,
  detailParts,
  listedRefund,
  refundCounts,
  refundFigures,
  refundList,
  shownRefunds,
  type ListedRefund,
  type RefundRow,
} from "./refund-read.sql.ts";
import { sealedRefund } from "./refund.noun.ts";
import { paidParts, peopleOf, storedRefund } from "./refund.sql.ts";

type Api = typeof refundApi;

async function one(ctx: Ctx, id: number): Promise<RefundRow> {
  const [shown] = await shownRefunds(ctx, [found(await listedRefund(ctx, id), NO_REFUND)]);
  return found(shown, NO_REFUND);
}
const moved = async (ctx: Ctx, id: number): Promise<Output<Api["refund_pass"]>> => {
  const { refund_status, version, waits } = found(await storedRefund(ctx.db, id), NO_REFUND);
  return { id, refund_status, version, waits };
};

/** As its amounts would leave now. */
async function leavesByBank(
  ctx: Ctx,
  r: RefundRow,
  lines: readonly { applicant_id: number | null; fee_kind: string; asked_amount: number }[],
) {
  const asked = lines.map((l) => ({ order_id: r.order_id, applicant_id: l.applicant_id, kind: l.fee_kind, amount: l.asked_amount }));
  const { ways } = await refundQuote(ctx.db, asked, await paidParts(ctx.db, r.order_id), { peer_id: r.peer_id, now: ctx.now });
  return ways.some((x) => x.way === "bank");
}
async function get({ id }: Parsed<Api["refund_get"]>, ctx: Ctx): Promise<Output<Api["refund_get"]>> {
  const r = await one(ctx, id);
  const [lines, parts, more] = [await detailLines(ctx, id), await detailParts(ctx, id), await detailMore(ctx, id)];
  const then = new Map(more.trial.map((l) => [l.fee_id, l]));
  const isOpen = r.refund_status === "pending" || r.refund_status === "pending_final";
  const now = isOpen
    ? await judgedNow(
        ctx,
        { order_id: r.order_id, kind: r.kind, liability: r.liability, applicant_ids: await peopleOf(ctx.db, id) },
        new Date(r.created_at),
      )
    : null;
  const shown = lines.map((l) => {
    const { stage = null, clause = "", rate = 0 } = then.get(l.fee_id) ?? {};
    const policy_now = now && (now.find((x) => x.fee_id === l.fee_id)?.policy_amount ?? 0);
    return { ...l, stage, clause, rate, policy_now };
  });
  const { trial: _trial, ...rest } = more;
  const needs_payee = isOpen && more.payee_name === "" && (await leavesByBank(ctx, r, lines));
  return {
    ...r,
    ...rest,
    lines: shown,
    parts,
    needs_payee,
    is_trial_changed: shown.some((l) => l.policy_now !== null && l.policy_now !== l.policy_amount),
    policy_now_amount: now && shown.reduce((n, l) => n + (l.policy_now ?? 0), 0),
  };
}

export const refundServed = {
  refund_trial: trial,
  refund_start: async (input: Parsed<Api["refund_start"]>, ctx: Ctx) => one(ctx, await start(input, ctx)),
  refund_late_add: lateRegister,
  refund_query: async (input: Parsed<Api["refund_query"]>, ctx: Ctx) => {
    const page = await pageOf<ListedRefund>(ctx.db, input, refundList(input, ctx));
    return { ...page, list: await shownRefunds(ctx, page.list) };
  },
  refund_figures: (input: Parsed<Api["refund_figures"]>, ctx: Ctx) => refundFigures(input, ctx),
  refund_counts: async (_: unknown, ctx: Ctx) => ({ counts: await refundCounts(ctx) }),
  refund_get: get,
  refund_pass: async (input: Parsed<Api["refund_pass"]>, ctx: Ctx) => moved(ctx, await refundMoves.pass(input, ctx)),
  refund_final_pass: async (input: Parsed<Api["refund_final_pass"]>, ctx: Ctx) => moved(ctx, await refundMoves.finalPass(input, ctx)),
  refund_reject: async (input: Parsed<Api["refund_reject"]>, ctx: Ctx) => moved(ctx, await refundMoves.reject(input, ctx)),
  refund_withdraw: async (input: Parsed<Api["refund_withdraw"]>, ctx: Ctx) => moved(ctx, await refundMoves.withdraw(input, ctx)),
  refund_reroute: async (input: Parsed<Api["refund_reroute"]>, ctx: Ctx) => moved(ctx, await refundMoves.reroute(input, ctx)),
  refund_reveal: async ({ id }: Parsed<Api["refund_reveal"]>, ctx: Ctx) => {
    const r = await one(ctx, id);
    const stored = found(await storedRefund(ctx.db, id), NO_REFUND);
    await revealAllowed(ctx);
    ctx.note({ kind: "reveal", noun: "refund", noun_id: id, noun_no: r.refund_no });
    return { payee_name: stored.payee_name, payee_account: openField(sealedRefund, { ...stored }, "payee_account") ?? "" };
  },
};
