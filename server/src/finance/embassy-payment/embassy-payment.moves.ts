/** What becomes of a payment before money moves: passed by a second person, put in a batch, failed, given up. */
import type { embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import type { MoveOf, StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q } from "#kit/db/sql.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import { feeSubject } from "../../order/index.ts";
import { assertChecker } from "../checker.ts";
import { heldAccount, type StoredAccount } from "../company-account/company-account.sql.ts";
import { eachOf, heldPayment, holdOrdersOf, type Seen } from "./embassy-payment.held.ts";
import { embassyPaymentNoun } from "./embassy-payment.noun.ts";
import type { StoredPayment } from "./embassy-payment.sql.ts";

type Api = typeof embassyPaymentApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = MoveOf<typeof embassyPaymentFlow>;
export const DONE = { ok: true } as const;

/** Moves it and tells the log, with the reason that was typed. */
export async function moved(
  ctx: Ctx,
  e: StoredPayment,
  { move, to, set, reason }: { move: Move; to: StateOf<typeof embassyPaymentFlow>; set: SetOf<"embassy_payments">; reason?: string },
): Promise<void> {
  await moveRow(ctx, embassyPaymentNoun, move, { id: e.id, version: e.version, to, set: { ...set, updated_at: ctx.now } });
  const words = embassyPaymentFlow.states;
  ctx.note({
    noun: "embassy_payment",
    noun_id: e.id,
    noun_no: e.payment_no,
    subject_ids: [e.applicant_id],
    reason: reason ?? null,
    changes: [{ field: "embassy_payment_status", label: "状态", before: words[e.embassy_payment_status].label, after: words[to].label }],
  });
}
/** A card or a mission's own wallet in use: fees are paid from nothing else. A batch is paid by its card alone. */
export async function payingCard(
  ctx: Ctx,
  id: number,
  of?: Pick<StoredPayment, "batch_no" | "company_account_id" | "card_name">,
): Promise<StoredAccount> {
  const card = await heldAccount(ctx.db, id);
  const fault = (message: string): never => refuse("guard_failed", message, { issues: [{ path: "company_account_id", message }] });
  if (card.kind !== "card" && card.kind !== "wallet") fault("使馆费须由公司卡或官方钱包支付");
  if (card.account_status !== "enabled") fault(`付款卡「${card.name}」未启用`);
  if (of?.batch_no && of.company_account_id !== null && of.company_account_id !== id)
    fault(`批次 ${of.batch_no} 的付款卡是「${of.card_name ?? ""}」，换卡请重新建批`);
  return card;
}

async function releaseOne(ctx: Ctx, seen: Seen): Promise<void> {
  const e = await heldPayment(ctx, seen, "release");
  assertChecker(ctx, [e.created_by]);
  const of = found(await feeSubject(ctx.db, e.applicant_id));
  refuseUnless(of.is_paid, "guard_failed", "订单未支付，不能放行");
  refuseUnless(of.is_live, "guard_failed", "申请人已退款或取消，请作废");
  await moved(ctx, e, {
    move: "release",
    to: "to_pay",
    set: { released_by: ctx.me.worker_id, released_at: ctx.now, collected: e.collected },
  });
}

/** Of one mission and by one card; who is in another batch already leaves it. */
async function batch({ rows, company_account_id }: In<"embassy_payment_batch">, ctx: Ctx): Promise<Output<Api["embassy_payment_batch"]>> {
  const once = [...new Map(rows.map((r) => [r.id, r])).values()].toSorted((a, b) => a.id - b.id);
  const ids = once.map((r) => r.id);
  await holdOrdersOf(ctx, q`id = any(${ids}::int8[])`);
  const held: StoredPayment[] = [];
  for (const seen of once) held.push(await heldPayment(ctx, seen));
  const [first] = held;
  refuseUnless(
    held.every((e) => e.embassy_payment_status === "to_pay" || e.embassy_payment_status === "failed"),
    "state_changed",
    "只有待支付和支付失败的缴费单可以建批",
  );
  refuseUnless(
    held.every((e) => e.embassy_id === first?.embassy_id && e.country_id === first.country_id),
    "guard_failed",
    "同一批次须为同一使领馆",
  );
  await payingCard(ctx, company_account_id);
  const batch_no = await nextNumber(ctx.db, "SG", ctx.now);
  for (const { id, version } of held)
    await saveRow(ctx, embassyPaymentNoun, { id, version, set: { batch_no, company_account_id, updated_at: ctx.now } });
  return { batch_no, done: held.length };
}

export const paymentMoves = {
  embassy_payment_release: async (seen: In<"embassy_payment_release">, ctx: Ctx) => {
    await releaseOne(ctx, seen);
    return DONE;
  },
  embassy_payment_release_batch: ({ rows }: In<"embassy_payment_release_batch">, ctx: Ctx) =>
    eachOf(
      ctx,
      rows,
      (ids) => holdOrdersOf(ctx, q`id = any(${[...ids]}::int8[])`),
      (seen) => releaseOne(ctx, seen),
    ),
  embassy_payment_batch: batch,
  embassy_payment_failed: async ({ reason, ...seen }: In<"embassy_payment_failed">, ctx: Ctx) => {
    await moved(ctx, await heldPayment(ctx, seen, "failed"), { move: "failed", to: "failed", set: { reason }, reason });
    return DONE;
  },
  embassy_payment_void: async ({ reason, ...seen }: In<"embassy_payment_void">, ctx: Ctx) => {
    await moved(ctx, await heldPayment(ctx, seen, "void"), { move: "void", to: "void", set: { reason }, reason });
    return DONE;
  },
};
