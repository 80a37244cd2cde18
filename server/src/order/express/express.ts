/** Parcels of an order: from the customer (1) and back (3). */
import type { expressApi } from "@visadesk/contract/order/express.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove, type MoveOf, type StateOf } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow, expressFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { typedWaybill } from "../../supplier/index.ts";
import { changeOrder, personOf, reload } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { carryOriginals, type Carrying } from "./carry.ts";
import { countOriginal } from "./custody.ts";
import { moveMaterial, resubmitWhenComplete } from "../material/material.ts";
import { receiveOrder } from "../order/order-field.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { checkWaybill } from "./parcel.ts";
import { costParcel } from "./parcel-cost.ts";
import { itemsOf, lockExpress, type ExpressRow } from "./express.sql.ts";
import { expressNoun } from "./express.noun.ts";

type Add = Parsed<typeof expressApi.express_add>;
const MISSING = "快递不存在或无权查看";
const WORDS: Readonly<Record<number, string>> = { 1: "客户寄来", 3: "回寄客户" };

export const expressAdd = (typed: Add, ctx: Ctx): Promise<{ id: number }> =>
  changeOrder(ctx, typed.order_id, async (w) => {
    const input = { ...typed, waybill_no: typedWaybill(typed.waybill_no) };
    const express = input.mode === "express";
    if (express && !input.carrier_code) throw badInput({ path: "carrier_code", message: "请选择承运商" });
    if (express && !input.waybill_no && input.type === 1) throw badInput({ path: "waybill_no", message: "请输入运单号" });
    await checkWaybill(ctx, input.carrier_code ?? null, input.waybill_no ?? null);
    for (const item of input.items) checkItem(w, item);
    // A customer's parcel is on its way when it is reported; ours waits until it is sent.
    const sent = input.type === 1;
    const row = await ctx.db
      .insertInto("expresses")
      .values({
        type: input.type,
        order_id: w.facts.order.id,
        mode: input.mode,
        carrier_code: input.carrier_code ?? null,
        waybill_no: input.waybill_no ?? null,
        goods: ["material"],
        express_status: sent ? "in_transit" : "created",
        sent_at: sent ? ctx.now : null,
        created_by: ctx.me.worker_id,
        created_at: ctx.now,
      })
      .onConflict((c) =>
        c
          .columns(["carrier_code", "waybill_no"])
          .where("waybill_no", "is not", null)
          .where("express_status", "<>", "cancelled")
          .doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (!row) refuse("duplicate", `运单号已存在：${input.waybill_no ?? ""}`);
    await ctx.db
      .insertInto("express_items")
      .values(
        input.items.map((x) => ({
          express_id: row.id,
          applicant_id: x.applicant_id,
          material_id: x.material_id ?? null,
          name: x.name,
          count: x.count,
        })),
      )
      .execute();
    await writeOrderLog(w, {
      kind: "file",
      noun: "express",
      noun_id: row.id,
      label: `登记快递：${WORDS[input.type]}`,
      on_behalf: sent,
      customer_visible: true,
      changes: [{ field: "waybill_no", label: "运单号", before: null, after: input.waybill_no ?? null }],
    });
    ctx.note({ noun: "express", noun_id: row.id, noun_no: input.waybill_no ?? null });
    if (sent) await carry(w, row.id, REPORTED);
    if (sent) await resendRejected(w, input.items);
    return { id: row.id };
  });

function checkItem(w: Work, item: Add["items"][number]): void {
  const p = w.facts.people.find((x) => x.id === item.applicant_id);
  if (!p) throw badInput({ path: "items", message: "申请人不属于该订单" });
  const m = p.materials.find((x) => x.id === item.material_id);
  if (item.material_id && m?.kind !== 2) throw badInput({ path: "items", message: "请选择该申请人的邮寄资料" });
}

/** Counted originals of the parcel change hands. */
async function carry(w: Work, expressId: number, c: Carrying): Promise<void> {
  const items = await itemsOf(w.ctx.db, expressId);
  await carryOriginals(
    w,
    { express_id: expressId },
    c,
    items.map((i) => ({ ...i, count: i.counted ?? i.count })),
  );
}
/** A customer mails what he has, a new one for what was lost too; a further copy of what lies elsewhere moves nothing. */
const REPORTED: Carrying = { from: ["customer", "lost"], to: "courier", others: "stay" };
const SENT: Carrying = { from: ["us"], to: "courier", others: "refuse" };
/** What his parcels carried is here, by whichever waybill he told first; ours brings what it carries itself. */
const signed = ({ id, type }: ExpressRow): Carrying => ({
  from: ["courier"],
  to: type === 1 ? "us" : "customer",
  others: "stay",
  isOwn: (last) => last.express_id === null || last.express_id === id || (type === 1 && last.type === 1),
});

/** A rejected original that is mailed again counts as handed in. */
async function resendRejected(w: Work, items: Add["items"]): Promise<void> {
  for (const item of items) {
    const p = personOf(w, item.applicant_id);
    const m = p.materials.find((x) => x.id === item.material_id);
    if (m?.material_status === "rejected") await moveMaterial(w, p, m, "upload", "submitted", { received_count: 0 }, { on_behalf: true });
  }
  for (const id of new Set(items.map((x) => x.applicant_id))) {
    if (canMove(applicantFlow, personOf(w, id).applicant_status, "resubmit")) await resubmitWhenComplete(w, id);
  }
}

/** Loads a parcel under its order's lock and runs one of its moves. */
async function onExpress(
  ctx: Ctx,
  input: { id: number; version: number },
  move: Handled,
  act: (w: Work, e: ExpressRow) => Promise<Readonly<Record<string, unknown>>>,
  after?: (w: Work, e: ExpressRow) => Promise<void>,
): Promise<{ ok: true }> {
  const seen = found(await lockExpress(ctx.db, input.id, false), MISSING);
  const orderId = found(seen.order_id, MISSING);
  return changeOrder(
    ctx,
    orderId,
    async (w) => {
      const e = found(await lockExpress(ctx.db, input.id, true), MISSING);
      expectUnmoved(e, input.version, () => `快递单现在「${expressFlow.states[e.express_status].label}」`);
      if (!canMove(expressFlow, e.express_status, move)) refuse("state_changed");
      const to = TARGETS[move];
      await moveRow(ctx, expressNoun, move, {
        id: e.id,
        version: input.version,
        to,
        set: await act(w, e),
        missing: MISSING,
      });
      await writeOrderLog(w, {
        kind: "move",
        noun: "express",
        noun_id: e.id,
        move,
        label: `快递${expressFlow.moves[move].label}：${e.waybill_no ?? WORDS[e.type] ?? ""}`,
        from_state: e.express_status,
        to_state: to,
        customer_visible: true,
      });
      ctx.note({ noun: "express", noun_id: e.id, noun_no: e.waybill_no });
      await reload(w);
      await after?.(w, e);
      return { ok: true as const };
    },
    MISSING,
  );
}
type Handled = Exclude<MoveOf<typeof expressFlow>, "track">;
const TARGETS: Readonly<Record<Handled, StateOf<typeof expressFlow>>> = {
  send: "in_transit",
  sign: "signed",
  check: "checked",
  cancel: "cancelled",
};

export const expressSend = (input: Parsed<typeof expressApi.express_send>, ctx: Ctx): Promise<{ ok: true }> =>
  onExpress(
    ctx,
    input,
    "send",
    async (w, e) => {
      const waybill = typedWaybill(input.waybill_no) ?? e.waybill_no;
      if (e.mode === "express" && !waybill) throw badInput({ path: "waybill_no", message: "请输入运单号" });
      await checkWaybill(ctx, e.carrier_code, waybill, e.id);
      await carry(w, e.id, e.type === 1 ? REPORTED : SENT);
      return { waybill_no: waybill, weight_g: input.weight_g, sent_at: ctx.now };
    },
    (_, e) => costParcel(ctx, e.id),
  );

export const expressSign = (input: Parsed<typeof expressApi.express_sign>, ctx: Ctx): Promise<{ ok: true }> =>
  onExpress(
    ctx,
    input,
    "sign",
    async (w, e) => {
      await carry(w, e.id, signed(e));
      return { signed_at: ctx.now, signed_by: input.signed_by };
    },
    async (w, e) => {
      // The last parcel back is the customer's receipt.
      const open = w.facts.parcels.some((x) => x.type === 3 && x.express_status !== "signed" && x.express_status !== "checked");
      if (e.type === 3 && !open && canMove(orderFlow, w.facts.order.order_status, "receive")) await receiveOrder(w, true);
    },
  );

export const expressCheck = (input: Parsed<typeof expressApi.express_check>, ctx: Ctx): Promise<{ ok: true }> =>
  onExpress(ctx, input, "check", async (w, e) => {
    const items = await itemsOf(ctx.db, e.id);
    const counts = new Map(input.counts.map((c) => [c.item_id, c.counted]));
    const open = items.filter((i) => !counts.has(i.id));
    if (open.length > 0) refuse("guard_failed", `还有 ${open.length} 项未清点：${open.map((i) => i.name).join("、")}`);
    let short = false;
    for (const item of items) {
      const counted = counts.get(item.id) ?? 0;
      short ||= counted < item.count;
      await ctx.db.updateTable("express_items").set({ counted }).where("id", "=", item.id).execute();
      const p = w.facts.people.find((x) => x.id === item.applicant_id);
      const m = p?.materials.find((x) => x.id === item.material_id);
      if (p && m && e.type === 1) await countOriginal(w, p, m, m.received_count + counted);
    }
    return short ? { exception: "short" } : {};
  });

export const expressCancel = (input: Parsed<typeof expressApi.express_cancel>, ctx: Ctx): Promise<{ ok: true }> =>
  onExpress(ctx, input, "cancel", () => Promise.resolve({}));
