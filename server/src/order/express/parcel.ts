/** Parcels back to the customer, made when a result is sent. */
import { CARRIERS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { typedWaybill } from "../../supplier/index.ts";
import type { Work } from "../flow/work.ts";
import { handOver } from "./custody.ts";
import { costParcel } from "./parcel-cost.ts";
import type { OrderRow, Person } from "../flow/facts.ts";
import { heldByUs } from "../paper/send-back.rules.ts";

export interface ParcelBack {
  mode: string;
  carrier_code?: string | null | undefined;
  waybill_no?: string | null | undefined;
}

/** Refuses a waybill that another parcel carries. */
export async function checkWaybill(ctx: Ctx, carrier: string | null, waybill: string | null, mine: number | null = null): Promise<void> {
  if (!carrier || !waybill) return;
  const known = await ctx.db
    .selectFrom("expresses")
    .select("id")
    .where("carrier_code", "=", carrier)
    .where("waybill_no", "=", waybill)
    .where("express_status", "<>", "cancelled")
    .executeTakeFirst();
  if (known && known.id !== mine) refuse("duplicate", `运单号已存在：${waybill}`);
}

/** Puts a person's originals into a parcel of the order, on its way at once; pick-up is handed over at the desk. */
export async function sendParcel(w: Work, p: Person, typed: ParcelBack): Promise<void> {
  const { ctx, facts } = w;
  const back = { ...typed, waybill_no: typedWaybill(typed.waybill_no) };
  const express = back.mode === "express";
  const faults = [
    ...(back.carrier_code && back.carrier_code in CARRIERS ? [] : [{ path: "carrier_code", message: "请选择承运商" }]),
    ...(back.waybill_no ? [] : [{ path: "waybill_no", message: "请输入运单号" }]),
  ];
  if (express && faults.length > 0) throw badInput(...faults);
  const same = express ? await sameParcel(w, back) : null;
  const id = same ?? (await newParcel(w, back, express));
  if (same === null) await costParcel(ctx, id);
  const items = heldByUs(p);
  await ctx.db
    .insertInto("express_items")
    .values(
      items.length > 0
        ? items.map((m) => ({ express_id: id, applicant_id: p.id, material_id: m.id, name: m.name, count: Math.max(1, m.received_count) }))
        : [{ express_id: id, applicant_id: p.id, name: "签证结果", count: 1 }],
    )
    .execute();
  for (const m of items) await handOver(w, p, m, { to: express ? "courier" : "customer", express_id: id });
  const known = facts.parcels.find((x) => x.id === id);
  if (known) known.applicant_ids.push(p.id);
}

/** A family shares a parcel: the same waybill of this order. */
async function sameParcel(w: Work, back: ParcelBack): Promise<number | null> {
  const row = await w.ctx.db
    .selectFrom("expresses")
    .select(["id", "express_status"])
    .where("order_id", "=", w.facts.order.id)
    .where("type", "=", 3)
    .where("carrier_code", "=", back.carrier_code ?? "")
    .where("waybill_no", "=", back.waybill_no ?? "")
    .where("express_status", "<>", "cancelled")
    .executeTakeFirst();
  if (row && row.express_status !== "in_transit" && row.express_status !== "created")
    refuse("state_changed", "该运单已签收，请使用新的运单号");
  return row?.id ?? null;
}

/** The order keeps the numbers; in a parcel stand their masks. */
const contactOf = (o: OrderRow) => ({ name: o.contact_name, mobile: o.contact_mobile, address: null });
/** Whom an order names to send to; of one from before he was asked for, the contact. */
const receiverOf = (o: OrderRow) => ({
  name: o.return_name ?? o.contact_name,
  mobile: o.return_name === null ? o.contact_mobile : o.return_mobile,
  address: o.return_address,
});

async function newParcel(w: Work, back: ParcelBack, express: boolean): Promise<number> {
  const { ctx, facts } = w;
  await checkWaybill(ctx, back.carrier_code ?? null, back.waybill_no ?? null);
  const row = await ctx.db
    .insertInto("expresses")
    .values({
      type: 3,
      order_id: facts.order.id,
      mode: express ? "express" : "pickup",
      carrier_code: express ? (back.carrier_code ?? null) : null,
      waybill_no: express ? (back.waybill_no ?? null) : null,
      goods: ["passport"],
      receiver: JSON.stringify(express ? receiverOf(facts.order) : contactOf(facts.order)),
      express_status: express ? "in_transit" : "signed",
      sent_at: ctx.now,
      signed_at: express ? null : ctx.now,
      signed_by: express ? null : facts.order.contact_name,
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
