/** Decisions about a whole order: its status, its money shares, who may see it. */
import type { Principal } from "#kit/call/context.ts";
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { isAddress } from "@visadesk/contract/kit/field.ts";
import { keysOf } from "#kit/files/objects.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Facts, FeeRow, OrderStatus, Person } from "./facts.ts";
import { formOpen, itemsMissing, nameOf, personMissing, type MoveState } from "../applicant/applicant.rules.ts";

/** Largest-remainder shares of a discount over amounts; ties go to the earlier one. */
export function spreadDiscount(amounts: readonly number[], discount: number): number[] {
  const total = amounts.reduce((a, b) => a + b, 0);
  const off = Math.min(discount, total);
  if (total === 0) return amounts.map(() => 0);
  // In BigInt: amount × discount passes 2^53 for large orders.
  const parts = amounts.map((a, i) => {
    const product = BigInt(a) * BigInt(off);
    return { i, share: Number(product / BigInt(total)), rest: product % BigInt(total) };
  });
  let left = off - parts.reduce((acc, p) => acc + p.share, 0);
  for (const p of [...parts].sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest < b.rest ? 1 : -1))) {
    if (left === 0) break;
    p.share++;
    left--;
  }
  return parts.map((p) => p.share);
}

export const payStatusOf = (paid: number, refunded: number): "unpaid" | "paid" | "partly_refunded" | "refunded" =>
  paid === 0 ? "unpaid" : refunded === 0 ? "paid" : refunded < paid ? "partly_refunded" : "refunded";

type MarginFee = Pick<FeeRow, "applicant_id" | "kind" | "payable" | "refunded" | "cost">;
interface MarginPerson {
  id: number;
  settle_price: number | null;
  settle_includes_embassy: boolean | null;
  settle_includes_centre: boolean | null;
}
/** payable − refunded − mission and centre fees (each where the settle price leaves it out) − settle price − other costs; null before every live person has a price. */
export function marginOf(fees: readonly MarginFee[], people: readonly MarginPerson[]): number | null {
  if (people.some((p) => p.settle_price === null)) return null;
  const of = new Map(people.map((p) => [p.id, p]));
  const kept = fees.reduce((acc, f) => {
    const who = of.get(f.applicant_id ?? 0);
    const included = { embassy: who?.settle_includes_embassy === true, centre: who?.settle_includes_centre === true };
    const passed = (f.kind === "embassy" || f.kind === "centre") && !included[f.kind] ? f.payable - f.refunded : 0;
    return acc + f.payable - f.refunded - passed - (f.cost ?? 0);
  }, 0);
  return people.reduce((acc, p) => acc - (p.settle_price ?? 0), kept);
}

/** An express goes to somebody who is named, can be called and lives somewhere. */
export function returnFaults(o: {
  return_mode: string;
  return_name?: string | null | undefined;
  return_mobile?: string | null | undefined;
  return_address?: unknown;
}): { path: string; message: string }[] {
  if (o.return_mode !== "express") return [];
  return [
    ...(o.return_name ? [] : [{ path: "return_name", message: "请填写收件人" }]),
    ...(o.return_mobile ? [] : [{ path: "return_mobile", message: "请填写收件手机" }]),
    ...(isAddress(o.return_address) && o.return_address.detail ? [] : [{ path: "return_address", message: "请填写收件地址" }]),
  ];
}

export const ENDED: readonly string[] = ["cancelled", "refunded"];
export const isLive = (p: { applicant_status: string }): boolean => !ENDED.includes(p.applicant_status);
export const isPaid = (o: { pay_status: string }): boolean => o.pay_status !== "unpaid";

export const wishMissing = (f: Pick<Facts, "order" | "snapshot">): boolean => f.snapshot.need_visit && f.order.visit_wish === null;
const uploadMissing = (p: Person): boolean => personMissing(p).length > 0 || itemsMissing(p).length > 0;

/** What the order waits for before payment; `pending_payment` when nothing else is needed. */
export function firstNeeded(f: Facts): OrderStatus {
  if (f.order.flow === "pay_first") return "pending_payment";
  if (wishMissing(f)) return "pending_visit_date";
  if (f.people.some(uploadMissing)) return "pending_upload";
  return f.people.some(formOpen) ? "pending_form" : "pending_payment";
}

/** The one status of a paid order, from its applicants. Total: every set of applicants has exactly one. */
export function derive(f: Facts): OrderStatus {
  const live = f.people.filter(isLive);
  if (live.length === 0) return "cancelled";
  const collecting = live.filter((p) => p.applicant_status === "none");
  if (collecting.length > 0) {
    if (wishMissing(f)) return "pending_visit_date";
    if (collecting.some(uploadMissing)) return "pending_upload";
    if (collecting.some(formOpen)) return "pending_form";
  }
  const waiting = live.every((p) => p.applicant_status === "awaiting_originals");
  if (waiting && !f.parcels.some((x) => x.type === 1)) return "pending_mail";
  const back = live.every((p) => (p.applicant_status === "issued" || p.applicant_status === "refused") && p.handed_back_at !== null);
  if (!back) return "processing";
  if (f.order.received_at === null) return "shipped";
  return f.evaluated ? "completed" : "pending_evaluate";
}

/** Earliest due time of the live applicants that are not held; before payment the payment deadline. */
export function dueOf(f: Facts): string | null {
  const { order } = f;
  if (!isPaid(order)) return order.order_status === "pending_payment" ? order.pay_deadline_at : null;
  const dues = f.people.filter((p) => isLive(p) && p.held_at === null).flatMap((p) => p.status_due_at ?? []);
  return dues.sort()[0] ?? null;
}

/** Whose sight an order must lie in; null sees all. */
export type Sight = Pick<Principal, "scope_ids" | "lent_orders"> | null;
interface Placed {
  expert_id: number | null;
  cs_owner_id: number | null;
  bd_owner_id: number | null;
  created_by: number | null;
}
/** Orders whose expert, service owner, business owner or creator he sees, and those lent to him with a task. */
export const inScope = (o: Placed & ({ order_id: number } | { order_id?: undefined; id: number }), sight: Sight): boolean => {
  const ids = sight?.scope_ids ?? null;
  if (ids === null) return true;
  const owned = [o.expert_id, o.cs_owner_id, o.bd_owner_id, o.created_by].some((id) => id !== null && ids.includes(id));
  return owned || (sight?.lent_orders?.includes(o.order_id ?? o.id) ?? false);
};

const list = (people: readonly Person[], missing: (p: Person) => readonly string[]): string =>
  people.flatMap((p) => missing(p).map((m) => `${nameOf(p)}·${m}`)).join("，");
export const RESTORE_DAYS = 7;

type Move = MoveOf<typeof orderFlow>;
/** Sentence of what is missing for a move of the order, or null. */
export const orderGuards: Partial<Record<Move, (f: Facts) => string | null>> = {
  wish_submit: () => null,
  upload_submit: (f) => {
    const missing = list(f.people, (p) => [...personMissing(p), ...itemsMissing(p)]);
    return missing ? `还缺：${missing}` : null;
  },
  form_submit: (f) => {
    const missing = list(f.people.filter(formOpen), () => ["申请表"]);
    return missing ? `还缺：${missing}` : null;
  },
  pay: (f) => (isPaid(f.order) ? "订单已支付或已取消" : null),
  cancel: (f) => (isPaid(f.order) ? "已支付订单请走退款" : null),
  restore: (f) => {
    if (f.order.amount_paid > 0) return "订单取消后到账的款项已原路退回，请重新下单";
    if (f.order.cancel_reason !== "timeout") return "只有超时取消的订单可以恢复";
    const days = (f.now.getTime() - Date.parse(f.order.cancelled_at ?? f.order.status_at)) / 86_400_000;
    return days > RESTORE_DAYS ? `取消已超过${RESTORE_DAYS}天，请重新下单` : null;
  },
  receive: () => null,
};

/** The moves a person may look at in the order's present state, each with what is missing. */
export function orderMoveStates(f: Facts): MoveState[] {
  return keysOf(orderGuards)
    .filter((m) => canMove(orderFlow, f.order.order_status, m))
    .map((move) => {
      const missing = orderGuards[move]?.(f) ?? null;
      return { move, ok: missing === null, missing };
    });
}
