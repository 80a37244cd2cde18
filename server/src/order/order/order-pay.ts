/** Money that comes in for an order, and what it starts. */
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { PAY_METHODS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { postOrderPayment, type PayMethod } from "../../ledger/index.ts";
import { creditOf } from "../../peer/index.ts";
import { pickExpert } from "../../setting/index.ts";
import { changeOrder, moveOrder, NOT_FOUND, orderMove, reload, type movedOrder } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { checkFiles } from "../material/material-file.ts";
import { statusDue } from "../flow/due.rules.ts";
import { writeOrderLog } from "./order-log.ts";
import { openPolicies, planOf } from "../desk/policy-open.ts";
import { derive, isPaid, orderGuards } from "../flow/order.rules.ts";
import { openCounts } from "../list/order-count.ts";

type Input = Parsed<typeof orderApi.order_pay_register>;
type Part = Input["parts"][number];
/** A part as it is written: what an account gives has neither number nor proof. */
type TakenPart = Pick<Part, "amount" | "proof" | "paid_at"> & { method: PayMethod; trade_no: string | null };
type Moved = ReturnType<typeof movedOrder>;
const yuan = (cents: number): string => (cents / 100).toFixed(2);

/** Registers a payment made outside and starts the work. */
export function orderPayRegister(input: Input, ctx: Ctx): Promise<Moved> {
  return orderMove(ctx, input, "pay", orderGuards.pay ?? (() => null), async (w) => {
    const { order } = w.facts;
    const parts = [...input.parts, ...accountParts(ctx, input.account_parts ?? [])];
    if (parts.length === 0 && order.amount_payable > 0) throw badInput({ path: "parts", message: "请填写支付明细" });
    await checkParts(ctx, input.parts, order.created_at);
    await payIn(w, parts);
  });
}
/** All of an order that awaits its payment, and what that starts. */
export async function payIn(w: Work, parts: readonly TakenPart[]): Promise<void> {
  const { ctx } = w;
  const { order } = w.facts;
  const paid = parts.reduce((acc, p) => acc + p.amount, 0);
  if (paid !== order.amount_payable)
    refuse("amount_mismatch", `支付金额与应付不一致，差额 ¥${yuan(Math.abs(paid - order.amount_payable))}`);
  await takePayment(w, parts, null);
  const fee_lines = w.facts.fees.filter((f) => f.diff_id === null);
  const { id: order_id, peer_id } = order;
  await postOrderPayment(ctx, { order_id, peer_id, source: "order", source_id: order_id, parts, fee_lines }, creditOf);
  await startPaid(w, paid, parts);
  await openPolicies(w, fee_lines, planOf(w), order.created_at);
}

/** Money of a bank that finance booked for it: the voucher is finance's own, the payment row is what was payable. */
export const payRemitted = (ctx: Ctx, id: number, part: TakenPart): Promise<void> =>
  changeOrder(
    ctx,
    id,
    async (w) => {
      const { order } = w.facts;
      if (!canMove(orderFlow, order.order_status, "pay") || isPaid(order))
        refuse("order_not_payable", `订单 ${order.order_no} 已支付或已取消`);
      await takePayment(w, [part], null);
      await startPaid(w, part.amount, [part]);
    },
    NOT_FOUND,
    null,
  );

/** There is nothing to pay: the order goes on at once, and no journal says so. */
export const startFree = async (w: Work): Promise<void> => {
  if (w.facts.order.amount_payable === 0 && canMove(orderFlow, w.facts.order.order_status, "pay")) await startPaid(w, 0, []);
};

/** What accounts give, as it is given now. */
export const accountParts = (ctx: Ctx, parts: readonly { method: PayMethod; amount: number }[]): TakenPart[] =>
  parts.map((p) => ({ ...p, trade_no: null, proof: [], paid_at: ctx.now.toISOString() }));

/** `at`: where the caller sent a part's fields. */
export async function checkParts(
  ctx: Ctx,
  parts: readonly Part[],
  since: string,
  at = (i: number): string => `parts.${i}.`,
): Promise<void> {
  const keys = parts.map((p) => `${p.method} ${p.trade_no}`);
  if (new Set(keys).size < keys.length) refuse("duplicate", "交易号重复");
  for (const [i, p] of parts.entries()) {
    if (Date.parse(p.paid_at) > ctx.now.getTime() + 60_000) throw badInput({ path: `${at(i)}paid_at`, message: "支付时间不能晚于现在" });
    if (Date.parse(p.paid_at) < Date.parse(since) - 86_400_000)
      throw badInput({ path: `${at(i)}paid_at`, message: "支付时间早于下单时间" });
    if (p.proof.length === 0) throw badInput({ path: `${at(i)}proof`, message: "请上传凭证" });
    await checkFiles(ctx, p.proof);
    const known = await ctx.db
      .selectFrom("order_payments")
      .select("id")
      .where("method", "=", p.method)
      .where("trade_no", "=", p.trade_no)
      .executeTakeFirst();
    if (known) refuse("duplicate", `交易号已登记：${p.trade_no}`);
  }
}

/** Writes payment rows; a trade number that another transaction registered meanwhile is refused. */
export async function takePayment(w: Work, parts: readonly TakenPart[], diffId: number | null): Promise<void> {
  const { ctx, facts } = w;
  if (parts.length === 0) return;
  const rows = await ctx.db
    .insertInto("order_payments")
    .values(
      parts.map((p) => ({
        order_id: facts.order.id,
        method: p.method,
        amount: p.amount,
        diff_id: diffId,
        trade_no: p.trade_no,
        proof: p.proof,
        paid_at: p.paid_at,
        created_by: ctx.principal?.worker_id ?? null,
        created_at: ctx.now,
      })),
    )
    .onConflict((c) => c.columns(["method", "trade_no"]).where("trade_no", "is not", null).doNothing())
    .returning("id")
    .execute();
  if (rows.length < parts.length) refuse("duplicate", "交易号已登记");
  await writeOrderLog(w, {
    kind: "money",
    noun: "order",
    noun_id: facts.order.id,
    label: diffId === null ? "收款" : "收补差价",
    on_behalf: true,
    customer_visible: true,
    changes: parts.map((p) => ({ field: p.method, label: PAY_METHODS[p.method], before: null, after: p.amount })),
  });
}

const pickFor = ({ ctx, facts: { order } }: Work): Promise<number | null> =>
  pickExpert(ctx, {
    order_id: order.id,
    order_no: order.order_no,
    country_id: order.country_id,
    is_urgent: order.is_urgent,
    openCounts,
  });

/** Whom a person chose before the payment stays; where nobody was chosen the order is handed to somebody now. */
async function startPaid(w: Work, paid: number, parts: readonly TakenPart[]): Promise<void> {
  const { ctx, facts } = w;
  const { order } = facts;
  const expert_id = order.expert_id ?? (await pickFor(w));
  const set = { pay_status: "paid", amount_paid: paid, paid_at: ctx.now.toISOString(), expert_id, pay_deadline_at: null };
  // The first derived state belongs to the payment; complete people enter the review right after it.
  const to = derive({ ...facts, order: { ...order, pay_status: "paid" } });
  const told = [
    { field: "amount_paid", label: "收款", before: null, after: paid },
    { field: "method", label: "支付方式", before: null, after: [...new Set(parts.map((p) => p.method))] },
    { field: "trade_no", label: "交易号", before: null, after: parts.flatMap((p) => p.trade_no ?? []) },
  ];
  await moveOrder(w, "pay", { to, set, customer_visible: true, told });
  if (expert_id !== order.expert_id)
    await writeOrderLog(w, {
      kind: "field",
      noun: "order",
      noun_id: order.id,
      label: "派单",
      changes: [{ field: "expert_id", label: "签证专家", before: order.expert_id, after: expert_id }],
      system: true,
    });
  await reload(w);
  // The limit of 收资料中 runs from the payment.
  for (const p of w.facts.people) {
    await ctx.db
      .updateTable("applicants")
      .set({ status_due_at: statusDue(w.clocks, w.facts, p, "customer") })
      .where("id", "=", p.id)
      .execute();
  }
}
