/**
 * What the supplier area asks of express, custody and batches for its parcels. Who may touch the parcel was judged there by
 * the parcel; the orders inside are locked one by one in id order and are nobody's to see by this.
 */
import type { MoveOf, StateOf } from "@visadesk/contract/kit/flow.ts";
import type { expressFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, row, type Sql } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRow, saveRows } from "#kit/noun/save.ts";
import { openField } from "#kit/seal/seal.ts";
import { holdPlaces, replan, type Carried, type ParcelDoors } from "../../supplier/index.ts";
import { sealedApplicant } from "../applicant/sealed.ts";
import { planDayFault } from "../applicant/applicant-supplier.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import { lockOrders } from "../flow/facts.sql.ts";
import type { Work } from "../flow/work.ts";
import { deskMatch, passportMatch } from "../list/keyword.sql.ts";
import { orderScope } from "../list/scope.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { carryOriginals, type LastCarrier } from "./carry.ts";
import { expressNoun } from "./express.noun.ts";
import { lockExpress, type ExpressRow } from "./express.sql.ts";
import { checkWaybill } from "./parcel.ts";
import { costParcel } from "./parcel-cost.ts";
import { closeWhenDone, handBatchOver } from "./submission-batch.ts";
import { liveLines, takeBatchBack, takeLine } from "./submission-batch-lines.ts";
import { lockBatch } from "./submission-batch.sql.ts";
import { carriedItems, peopleByOrder, peopleSeen, sealedPassports, unassigned, type CarriedItem } from "./supplier-express.sql.ts";

type Move = MoveOf<typeof expressFlow>;
const MISSING = "快递不存在或无权查看";
const held = async (ctx: Ctx, id: number): Promise<ExpressRow> => found(await lockExpress(ctx.db, id, true), MISSING);

async function insertItems(ctx: Ctx, expressId: number, items: Parameters<ParcelDoors["expressItemsAdded"]>[2]): Promise<number[]> {
  if (items.length === 0) return [];
  const made = await ctx.db
    .insertInto("express_items")
    .values(items.map((i) => ({ express_id: expressId, ...i })))
    .returning("id")
    .execute();
  return made.map((m) => m.id).sort((a, b) => a - b);
}

async function move(ctx: Ctx, id: number, name: Move, to: StateOf<typeof expressFlow>, set: SetOf<"expresses"> = {}) {
  const e = await held(ctx, id);
  await moveRow(ctx, expressNoun, name, { id, version: e.version, to, set, missing: MISSING });
  ctx.note({ noun: "express", noun_id: id, noun_no: e.waybill_no });
}

/** Each order with its items, under its own lock. */
async function eachOrder(
  ctx: Ctx,
  list: readonly CarriedItem[],
  act: (w: Work, mine: readonly CarriedItem[]) => Promise<void>,
): Promise<void> {
  for (const [order, mine] of Map.groupBy(list, (i) => i.order_id)) await changeOrder(ctx, order, (w) => act(w, mine), NOT_FOUND, null);
}

/** The items of one order change hands, judged by what its lock shows: since they were read people and papers may have moved. */
async function carryIn(w: Work, id: number, c: Carried, mine: readonly CarriedItem[]): Promise<void> {
  const people = mine.map((i) => i.applicant_id);
  const moved = c.isAssigned ? await unassigned(w.ctx.db, c.supplier_id, people) : undefined;
  if (moved) refuse("guard_failed", `${moved.applicant_no} 已改派，请移出`);
  const own = c.others === "stay" ? { isOwn: (last: LastCarrier) => last.express_id === id } : {};
  const carried = await carryOriginals(w, { express_id: id }, { ...c, ...own }, mine);
  if (carried > 0 || mine.every((i) => i.material_id === null))
    await writeOrderLog(w, { kind: "file", noun: "express", noun_id: id, label: c.label });
}

export const supplierExpress: ParcelDoors = {
  async expressMade(ctx, { items, ...facts }) {
    await checkWaybill(ctx, facts.carrier_code, facts.waybill_no);
    const isComing = facts.type === 5;
    const made = await ctx.db
      .insertInto("expresses")
      .values({
        ...facts,
        goods: items.some((i) => i.material_id !== null) ? ["passport", "material"] : ["material"],
        express_status: isComing ? "in_transit" : "created",
        sent_at: isComing ? ctx.now : null,
        created_by: ctx.principal?.worker_id ?? null,
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
    if (!made) refuse("duplicate", `运单号已存在：${facts.waybill_no ?? ""}`);
    return { id: made.id, item_ids: await insertItems(ctx, made.id, items) };
  },
  expressItemsAdded: insertItems,
  async expressItemsTaken(ctx, ids) {
    await ctx.db
      .deleteFrom("express_items")
      .where("id", "in", [...ids])
      .execute();
  },
  async expressEdited(ctx, id, { sender, receiver, ...way }) {
    const e = await held(ctx, id);
    const next = { ...e, ...way };
    await checkWaybill(ctx, next.carrier_code, next.waybill_no, id);
    const parties = { ...(sender && { sender: JSON.stringify(sender) }), ...(receiver && { receiver: JSON.stringify(receiver) }) };
    await saveRow(ctx, expressNoun, { id, version: e.version, set: { ...way, ...parties }, told: true, missing: MISSING });
  },
  async expressSent(ctx, id, way) {
    await checkWaybill(ctx, way.carrier_code, way.waybill_no, id);
    await move(ctx, id, "send", "in_transit", { ...way, sent_at: ctx.now });
  },
  async expressCosted(ctx, id, weight_g) {
    if (weight_g !== undefined) await saveRows(ctx, expressNoun, { where: q`id = ${id}`, set: { weight_g } });
    await costParcel(ctx, id);
  },
  async expressTracked(ctx, id, to, text) {
    await move(ctx, id, "track", to);
    const step = JSON.stringify([{ at: ctx.now, text }]);
    await row(ctx.db, q`update expresses set tracks = tracks || ${step}::jsonb where id = ${id}`);
  },
  expressSigned: (ctx, id, { at, by }) => move(ctx, id, "sign", "signed", { signed_at: at, signed_by: by }),
  async expressChecked(ctx, id, counts, exception) {
    for (const c of counts)
      await ctx.db
        .updateTable("express_items")
        .set({ counted: c.counted })
        .where("id", "=", c.express_item_id)
        .where("express_id", "=", id)
        .execute();
    await move(ctx, id, "check", "checked", { exception });
  },
  expressCancelled: (ctx, id) => move(ctx, id, "cancel", "cancelled"),
  async carried(ctx, id, c) {
    const list = (await carriedItems(ctx.db, id)).filter((i) => !c.material_ids || c.material_ids.includes(i.material_id ?? 0));
    await eachOrder(ctx, list, (w, mine) => carryIn(w, id, c, mine));
  },
  async ordersHeld(ctx, ids) {
    const people = await peopleByOrder(ctx.db, ids);
    await lockOrders(
      ctx.db,
      people.map((p) => p.order_id),
    );
  },
  async toldOf(ctx, id, lines) {
    const list = await carriedItems(ctx.db, id);
    await eachOrder(ctx, list, async (w, mine) => {
      for (const { applicant_id, label, reason } of lines)
        if (mine.some((i) => i.applicant_id === applicant_id))
          await writeOrderLog(w, { kind: "file", noun: "express", noun_id: id, applicant_id, label, reason });
    });
  },
  async batchHeld(ctx, id, seen) {
    const batch = await lockBatch(ctx.db, id, seen);
    return batch ? { ...batch, applicant_ids: (await liveLines(ctx, id)).map((l) => l.applicant_id) } : null;
  },
  async batchScanned(ctx, id, people) {
    await ctx.db
      .updateTable("submissions")
      .set({ passport_scanned_at: ctx.now })
      .where("batch_id", "=", id)
      .where("applicant_id", "in", [...people])
      .where("line_status", "=", "packed")
      .where("passport_scanned_at", "is", null)
      .execute();
  },
  async batchUnscanned(ctx, id, people) {
    const lines = ctx.db.updateTable("submissions").set({ passport_scanned_at: null });
    const packed = lines.where("batch_id", "=", id).where("line_status", "=", "packed");
    await (people ? packed.where("applicant_id", "in", [...people]) : packed).execute();
  },
  async batchHandedOver(ctx, id, to) {
    await handBatchOver(ctx, found(await lockBatch(ctx.db, id, null), "批次不存在或无权查看"), to, null);
  },
  async batchTakenBack(ctx, id) {
    await takeBatchBack(ctx, found(await lockBatch(ctx.db, id, null), "批次不存在或无权查看"));
  },
  async dayMoved(ctx, { applicant_ids, date, batch_id }) {
    const batch = batch_id === null ? null : found(await lockBatch(ctx.db, batch_id, null), "批次不存在或无权查看");
    const people = Map.groupBy(await peopleByOrder(ctx.db, applicant_ids), (p) => p.order_id);
    // All orders, then all matches, before the first day moves: as whoever gives people to other suppliers.
    await lockOrders(ctx.db, [...people.keys()]);
    await holdPlaces(ctx.db, applicant_ids);
    for (const [order, mine] of people)
      await changeOrder(
        ctx,
        order,
        async ({ facts }) => {
          const late = planDayFault(facts.today, facts.order.travel_date, date);
          if (late) throw badInput({ path: "planned_date", message: late });
          for (const { id } of mine) {
            if (batch) await takeLine(ctx, batch.id, id);
            await replan(ctx, id, date);
          }
        },
        NOT_FOUND,
        null,
      );
    if (batch) await closeWhenDone(ctx, batch);
  },
  peopleMatch: deskMatch,
  scanMatch: (code): Sql => q`(a.applicant_no = ${code.toUpperCase()} or ${passportMatch(raw("a"), code)})`,
  inSight: async (ctx, ids) => new Set(await peopleSeen(ctx.db, ids, orderScope(ctx, "a"))),
  async passportNumbers(ctx, ids) {
    const list = await sealedPassports(ctx.db, ids, ctx.me.scope_ids);
    return new Map(
      list
        .flatMap((p) => [[p.id, openField(sealedApplicant, p, "passport_no")] as const])
        .filter((p): p is [number, string] => p[1] !== null),
    );
  },
};
