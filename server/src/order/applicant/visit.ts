/** Appointments and visits: they follow the applicant's moves. */
import type { visitApi } from "@visadesk/contract/order/applicant-material.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { missionOpen } from "../../base-data/index.ts";
import { contactOf } from "../../setting/index.ts";
import { enterEmbassy } from "./applicant-submit.ts";
import { planAnew } from "./applicant-supplier.ts";
import { applicantMove, moveApplicant, type MoveTo } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { dueByKey } from "../flow/due.rules.ts";
import type { Person } from "../flow/facts.ts";
import { checkFiles } from "../material/material-file.ts";
import { insideWish } from "./visit.rules.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { visitNoun } from "./visit.noun.ts";

type Slot = { visit_at: string; embassy_id?: number | undefined };

/** The slot must lie ahead, on an open day and inside opening hours of the product's place. */
function checkSlot(w: Work, slot: Slot): number {
  const place = w.facts.snapshot.submit_place ?? w.facts.snapshot.embassy;
  if (!place) refuse("guard_failed", "商品没有递签地点，不能预约");
  if (slot.embassy_id !== undefined && slot.embassy_id !== place.id && slot.embassy_id !== w.facts.snapshot.embassy?.id)
    throw badInput({ path: "embassy_id", message: "使领馆与商品不符" });
  const at = new Date(slot.visit_at);
  if (at <= w.ctx.now) throw badInput({ path: "visit_at", message: "赴馆时间须晚于现在" });
  if (!missionOpen(w.clocks.calendar, place, at)) throw badInput({ path: "visit_at", message: "该日使领馆不办公" });
  return slot.embassy_id ?? place.id;
}

async function newVisit(
  w: Work,
  p: Person,
  row: {
    embassy_id: number;
    visit_at: string;
    visit_status: "proposed" | "booked";
    appointment_no?: string;
    letter?: string;
    confirm_due_at?: string | null;
  },
): Promise<void> {
  p.visit = await w.ctx.db
    .insertInto("visits")
    .values({ order_id: p.order_id, applicant_id: p.id, ...row, created_by: w.ctx.principal?.worker_id ?? null, created_at: w.ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow();
}
type VisitSet = {
  visit_status?: "booked" | "attended" | "missed" | "released";
  appointment_no?: string;
  letter?: string;
  end_reason?: string;
  notice_sent_at?: Date;
};
async function setVisit(w: Work, p: Person, set: VisitSet): Promise<void> {
  if (!p.visit) return;
  const row = found((await saveRows(w.ctx, visitNoun, { where: q`id = ${p.visit.id}`, set }))[0]);
  p.visit = row.visit_status === "proposed" || row.visit_status === "booked" ? row : null;
}

export const visitPropose = (input: Parsed<typeof visitApi.visit_propose>, ctx: Ctx) =>
  applicantMove(ctx, input, "visit_propose", async (w, p) => {
    const embassy_id = checkSlot(w, input);
    if (insideWish(w.facts.order, input.visit_at, w.facts.today)) refuse("guard_failed", "该日期在客户意向内，请直接登记约号成功");
    await newVisit(w, p, {
      embassy_id,
      visit_at: input.visit_at,
      visit_status: "proposed",
      confirm_due_at: dueByKey(w.clocks, "awaiting_confirm", w.facts.order.country_id, w.facts.order.is_urgent, ctx.now),
    });
    return { to: "awaiting_confirm", customer_visible: true };
  });

export const visitBook = (input: Parsed<typeof visitApi.visit_book>, ctx: Ctx) =>
  applicantMove(ctx, input, "visit_book", async (w, p) => {
    const embassy_id = checkSlot(w, input);
    if (!insideWish(w.facts.order, input.visit_at, w.facts.today)) {
      if (!input.customer_agreed) refuse("guard_failed", "该日期不在客户意向内，请提交客户确认，或勾选客户已同意并填写说明");
      if (!input.reason) throw badInput({ path: "reason", message: "请填写客户同意的说明" });
    }
    await checkFiles(ctx, [input.letter]);
    await newVisit(w, p, {
      embassy_id,
      visit_at: input.visit_at,
      visit_status: "booked",
      appointment_no: input.appointment_no,
      letter: input.letter,
    });
    await planAnew(w, p);
    return { to: "appointed", reason: input.reason ?? null, customer_visible: true };
  });

export const visitAccept = (input: Parsed<typeof visitApi.visit_accept>, ctx: Ctx) =>
  applicantMove(ctx, input, "visit_accept", async (w, p) => {
    await checkFiles(ctx, [input.letter]);
    await setVisit(w, p, { visit_status: "booked", appointment_no: input.appointment_no, letter: input.letter });
    await planAnew(w, p);
    return { to: "appointed", on_behalf: true, customer_visible: true };
  });

const decline = async (w: Work, p: Person, reason: string): Promise<MoveTo> => {
  await setVisit(w, p, { visit_status: "released", end_reason: reason });
  return { to: "awaiting_appointment", reason, customer_visible: true };
};
export const visitDecline = (input: Parsed<typeof visitApi.visit_decline>, ctx: Ctx) =>
  applicantMove(ctx, input, "visit_decline", async (w, p) => ({ ...(await decline(w, p, input.reason)), on_behalf: true }));

const UNCONFIRMED = "24小时未确认";
/** Nobody answered in time: the slot is given back. */
export async function declineOverdue(w: Work, p: Person): Promise<void> {
  await moveApplicant(w, p, "visit_decline", { ...(await decline(w, p, UNCONFIRMED)), cause: UNCONFIRMED, system: true });
}

export const noticeSend = (input: Parsed<typeof visitApi.visit_notice_send>, ctx: Ctx) =>
  applicantMove(ctx, input, "notice_send", async (w, p) => {
    await setVisit(w, p, { notice_sent_at: ctx.now });
    const { order, snapshot } = w.facts;
    const place = snapshot.submit_place ?? snapshot.embassy;
    const asked = order.expert_id === null ? undefined : await contactOf(ctx.db, order.expert_id);
    await sendMessage(ctx, {
      channel: "sms",
      template: "visit_notice",
      receiver: p.mobile ?? order.contact_mobile,
      content: `订单 ${order.order_no} 赴馆通知：${shanghaiDate(p.visit?.visit_at ?? ctx.now)}，${place?.name ?? ""}${asked?.mobile ? `，如有疑问请联系${asked.name} ${asked.mobile}` : ""}`,
      ref_noun: "order",
      ref_id: order.id,
    });
    return { to: snapshot.need_training ? "awaiting_training" : "awaiting_visit", customer_visible: true };
  });

export const visitAttend = (input: Parsed<typeof visitApi.visit_attend>, ctx: Ctx) =>
  applicantMove(ctx, input, "visit_attend", async (w, p) => {
    if (p.visit && input.submit_date < shanghaiDate(p.visit.visit_at))
      throw badInput({ path: "submit_date", message: "送签日期不能早于赴馆日期" });
    const target = await enterEmbassy(w, p, input);
    await setVisit(w, p, { visit_status: "attended" });
    return target;
  });

export const visitMiss = (input: Parsed<typeof visitApi.visit_miss>, ctx: Ctx) =>
  applicantMove(ctx, input, "visit_miss", async (w, p) => {
    await setVisit(w, p, { visit_status: "missed", end_reason: input.reason });
    return { to: "awaiting_appointment", reason: input.reason, customer_visible: true };
  });
