/** Who bears a difference: we, the customer of an order, or a supplier; and what a line of theirs alone was for. */
import type { LineVerdict, SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { agreedBy } from "./settle.rules.ts";
import type { HeldLine, StoredSettlement } from "./settlement.sql.ts";

/** Whose lines of their file alone are paid for an order, or not at all. */
const FOR_AN_ORDER: Readonly<Record<SettleKind, boolean>> = { supplier: false, insurer: false, carrier: true, peer: false };

interface Asked {
  verdict: LineVerdict;
  borne_by?: number | null | undefined;
  order_no?: string | undefined;
}
export interface Bearer {
  order_id: number | null;
  borne_by: number | null;
}
/** The order that was typed; on a peer's statement one of that peer, so that no number of others is tried out. */
export async function orderNamed(
  ctx: Ctx,
  s: Pick<StoredSettlement, "kind" | "peer_id">,
  order_no: string | undefined,
): Promise<number | null> {
  if (!order_no) return null;
  const order = await row<{ id: number }>(
    ctx.db,
    q`select id from orders where ${and([q`order_no = ${order_no.toUpperCase()}`, s.kind === "peer" && q`peer_id = ${s.peer_id}`])}`,
  );
  if (!order) throw badInput({ path: "order_no", message: "订单不存在" });
  return order.id;
}
async function assertSuppliers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const able = await rows(ctx.db, q`select id from suppliers where id = any(${[...ids]}::int8[]) and kind <> 'express'`);
  if (able.length < new Set(ids).size) throw badInput({ path: "borne_by", message: "请选择承担的供应商，快递公司不能承担" });
}
/** What is asked of customers: of a live paid order, and something. */
async function assertCustomers(ctx: Ctx, lines: readonly (HeldLine & Bearer)[]): Promise<void> {
  const orders = await rows<{ id: number; order_no: string; is_live: boolean }>(
    ctx.db,
    q`select id, order_no, order_status <> 'cancelled' and paid_at is not null as is_live from orders where id = any(${lines.map((l) => l.order_id)}::int8[])`,
  );
  const byId = new Map(orders.map((o) => [o.id, o]));
  for (const l of lines) {
    const named = l.waybill_no ?? `明细 ${l.id}`;
    const order = byId.get(l.order_id ?? 0);
    if (!order) refuse("guard_failed", `${named} 没有订单，不能由客户承担`);
    refuseUnless(order.is_live, "guard_failed", `订单 ${order.order_no} 未支付或已取消，不能由客户承担`);
    const over = (agreedBy("customer", l.amount, l.their_amount) ?? 0) - l.amount;
    refuseUnless(over > 0, "guard_failed", `${named} 没有多收，不能由客户承担`);
  }
}

/** By line the order it is for and the supplier who bears it; refuses what nobody could bear. */
export async function bearersOf(
  ctx: Ctx,
  s: StoredSettlement,
  lines: readonly HeldLine[],
  asked: Asked,
): Promise<ReadonlyMap<number, Bearer>> {
  const named = await orderNamed(ctx, s, asked.order_no);
  const judged = lines.map((l) => ({
    ...l,
    order_id: l.order_id ?? (l.match === "theirs_only" ? named : null),
    borne_by: asked.verdict === "supplier" ? (asked.borne_by ?? l.carried_for) : null,
  }));
  const bare = judged.filter((l) => l.match === "theirs_only" && l.order_id === null);
  if (asked.verdict !== "appeal" && FOR_AN_ORDER[s.kind] && bare.length > 0)
    throw badInput({ path: "order_no", message: "我方无的运单须填写订单号，或选择申诉" });
  if (asked.verdict === "supplier") {
    if (judged.some((l) => l.borne_by === null)) throw badInput({ path: "borne_by", message: "请选择承担供应商" });
    await assertSuppliers(
      ctx,
      judged.flatMap((l) => l.borne_by ?? []),
    );
  }
  if (asked.verdict === "customer") await assertCustomers(ctx, judged);
  return new Map(judged.map((l) => [l.id, l]));
}
