/** Moves and fields of the order itself: wish, cancelling, restoring, receipt, owners, notes. */
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { CANCEL_REASONS, NOTE_KINDS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { hot, q, row } from "#kit/db/sql.ts";
import { addressCheck } from "../../base-data/index.ts";
import { reserve, type Quote } from "../../product/index.ts";
import { worker, workerMay } from "../../setting/index.ts";
import { assertSeen, changeOrder, moveApplicant, movedOrder, moveOrder, NOT_FOUND, orderMove, reload } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { dueByKey } from "../flow/due.rules.ts";
import type { OrderRow } from "../flow/facts.ts";
import { orderOfApplicant } from "../flow/facts.sql.ts";
import { checkFiles } from "../material/material-file.ts";
import { logged, writeOrderLog, type LogRow } from "./order-log.ts";
import { logRow, orderChanges, ownOrder } from "../list/order-row.ts";
import { buyerOf, expectOrdering } from "./order-buyer.ts";
import { priceOf } from "./order-quote.ts";
import { firstNeeded, orderGuards, returnFaults } from "../flow/order.rules.ts";
import { openField, sealFields } from "#kit/seal/seal.ts";
import { sealedOrder } from "../applicant/sealed.ts";
import { saveRow } from "#kit/noun/save.ts";
import { orderNoun } from "./order.noun.ts";
import { expireResolve } from "../expire/order-expire-open.ts";

type Moved = ReturnType<typeof movedOrder>;
type Wish = Pick<Parsed<typeof orderApi.order_wish_update>, "visit_wish" | "visit_wish_dates">;
const none = (): null => null;

function wishFault(wish: Wish["visit_wish"], days: readonly string[], today: string): string | null {
  if (wish !== "manual") return days.length > 0 ? "只有手动选日填写可选日期，请清空日期，或把意向改为手动选日" : null;
  if (days.length === 0) return "请选择可选日期";
  return days.some((d) => d < today) ? "可选日期不能早于今天" : null;
}

/** `kept`: days that stay where none are sent. */
async function setWish(w: Work, { visit_wish, visit_wish_dates: sent }: Wish, kept: readonly string[] = []): Promise<void> {
  if (!w.facts.snapshot.need_visit) refuse("guard_failed", "该商品无需赴馆");
  const visit_wish_dates = [...(sent ?? (visit_wish === "manual" ? kept : []))];
  const message = wishFault(visit_wish, visit_wish_dates, w.facts.today);
  if (message !== null) throw badInput({ path: "visit_wish_dates", message });
  await w.ctx.db.updateTable("orders").set({ visit_wish, visit_wish_dates }).where("id", "=", w.facts.order.id).execute();
  await reload(w);
}

export const wishSubmit = (input: Parsed<typeof orderApi.order_wish_submit>, ctx: Ctx): Promise<Moved> =>
  orderMove(ctx, input, "wish_submit", none, async (w) => {
    await setWish(w, input);
    await moveOrder(w, "wish_submit", { to: firstNeeded(w.facts), on_behalf: true, customer_visible: true });
  });
export const uploadSubmit = (input: { id: number; version: number }, ctx: Ctx): Promise<Moved> =>
  orderMove(ctx, input, "upload_submit", orderGuards.upload_submit ?? none, (w) =>
    moveOrder(w, "upload_submit", { to: firstNeeded(w.facts), on_behalf: true, customer_visible: true }),
  );
export const formSubmit = (input: { id: number; version: number }, ctx: Ctx): Promise<Moved> =>
  orderMove(ctx, input, "form_submit", orderGuards.form_submit ?? none, (w) =>
    moveOrder(w, "form_submit", { to: "pending_payment", on_behalf: true, customer_visible: true }),
  );

/** Changes order fields with their version; paid orders go on from what the change completes. */
function orderAct(ctx: Ctx, input: { id: number; version: number }, act: (w: Work) => Promise<void>): Promise<Moved> {
  return changeOrder(ctx, input.id, async (w) => {
    assertSeen(w.facts.order, input.version);
    await act(w);
    await saveRow(ctx, orderNoun, { ...input, set: {}, told: true });
    return w;
  }).then(movedOrder);
}

export const wishUpdate = (input: Parsed<typeof orderApi.order_wish_update>, ctx: Ctx): Promise<Moved> =>
  orderAct(ctx, input, async (w) => {
    const before = w.facts.order;
    await setWish(w, input, before.visit_wish_dates);
    await logFields(w, "修改赴馆意向", [{ field: "visit_wish", label: "赴馆意向", before: before.visit_wish, after: input.visit_wish }]);
  });

async function logFields(w: Work, label: string, changes: NonNullable<LogRow["changes"]>, reason: string | null = null): Promise<void> {
  const { order } = w.facts;
  await writeOrderLog(w, { kind: "field", noun: "order", noun_id: order.id, label, changes, reason });
  w.ctx.note({ noun: "order", noun_id: order.id, noun_no: order.order_no, ...logged({ changes }) });
}

/** Who is asked for decides what an order is found by; these fields go the long way. */
const FOUND_BY: readonly string[] = ["contact_name", "contact_mobile"];

export async function orderUpdate({ id, version, ...data }: Parsed<typeof orderApi.order_update>, ctx: Ctx): Promise<Moved> {
  const order = await ownOrder(ctx, id);
  assertSeen(order, version);
  checkUpdate(order, data, shanghaiDate(ctx.now));
  const changes = orderChanges(order, data);
  if (changes.length === 0) return { id, order_status: order.order_status, version };
  const { return_address, contact_mobile, return_mobile, ...plain } = definedOf(data);
  const { contact_mobile: masked, ...numbers } = sealFields(sealedOrder, order.order_no, { contact_mobile, return_mobile });
  const mobile = { ...numbers, contact_mobile: masked ?? undefined };
  const address = data.return_address === undefined ? {} : { return_address: return_address ? JSON.stringify(return_address) : null };
  const saved = await saveRow(ctx, orderNoun, { id, version, set: { ...plain, ...mobile, ...address }, told: true });
  await logRow(ctx, order, { kind: "field", noun: "order", noun_id: id, label: "修改订单", changes });
  if (Object.keys(data).some((k) => FOUND_BY.includes(k))) await changeOrder(ctx, id, () => Promise.resolve());
  return { id, order_status: order.order_status, version: saved.version };
}

type UpdateData = Omit<Parsed<typeof orderApi.order_update>, "id" | "version">;
function checkUpdate(order: OrderRow, data: UpdateData, today: string): void {
  const moved = data.travel_date !== undefined && data.travel_date !== order.travel_date;
  if (moved && order.submitted_count > 0) refuse("locked", "已送签，不能修改出行日期");
  if (moved && data.travel_date && data.travel_date < today) throw badInput({ path: "travel_date", message: "出行日期不能早于今天" });
  const next = { ...order, ...definedOf(data) };
  if (next.return_date && next.travel_date && next.return_date < next.travel_date)
    throw badInput({ path: "return_date", message: "回国日期不能早于出行日期" });
  if (data.return_address) {
    const street = addressCheck(data.return_address);
    if (street) throw badInput({ path: "return_address", message: street });
  }
  const lacking = RETURN_TO.some((name) => data[name] !== undefined) ? returnFaults(next) : [];
  if (lacking.length > 0) throw badInput(...lacking);
}
/** What is sent back by, and to whom: judged together as soon as one of them changes. */
const RETURN_TO = ["return_mode", "return_name", "return_mobile", "return_address"] as const;

export const orderCancel = (input: Parsed<typeof orderApi.order_cancel>, ctx: Ctx): Promise<Moved> =>
  orderMove(ctx, input, "cancel", orderGuards.cancel ?? none, (w) => cancelOrder(w, "cancel", input.cancel_reason, input.reason));

/** Ends an unpaid order and its people. */
export async function cancelOrder(
  w: Work,
  move: "cancel" | "pay_expire",
  cancel_reason: keyof typeof CANCEL_REASONS,
  reason: string | null,
): Promise<void> {
  for (const p of w.facts.people.filter((x) => x.applicant_status === "none"))
    await moveApplicant(w, p, "cancel", { to: "cancelled", system: true });
  await moveOrder(w, move, {
    to: "cancelled",
    reason,
    cause: CANCEL_REASONS[cancel_reason],
    customer_visible: true,
    system: move === "pay_expire",
    set: { cancelled_at: w.ctx.now.toISOString(), cancel_reason, pay_deadline_at: null },
  });
}

export const orderRestore = (input: { id: number; version: number }, ctx: Ctx): Promise<Moved> =>
  orderMove(ctx, input, "restore", orderGuards.restore ?? none, async (w) => {
    await expectOrdering(ctx, w.facts.order.peer_id);
    const { special } = await assertSamePrice(w);
    if (special)
      await reserve(
        ctx.db,
        special,
        w.facts.order.id,
        await buyerOf(ctx.db, { ...w.facts.order, contact_mobile: openField(sealedOrder, w.facts.order, "contact_mobile") ?? undefined }),
        ctx.now,
      );
    const { order } = w.facts;
    for (const p of w.facts.people) await moveApplicant(w, p, "restore", { to: "none", system: true });
    const pay_deadline_at = dueByKey(w.clocks, order.customer_kind === "direct" ? "pay" : "pay_peer", order.country_id, false, ctx.now);
    await moveOrder(w, "restore", {
      to: "pending_payment",
      customer_visible: true,
      set: { cancelled_at: null, cancel_reason: null, pay_deadline_at },
    });
    await expireResolve(ctx, order.id, ["pay"]);
  });

async function assertSamePrice(w: Work): Promise<Quote> {
  const { order, people, fees } = w.facts;
  const kinds = (["direct", "peer", "corporate"] as const).find((k) => k === order.customer_kind) ?? "direct";
  const priced = await priceOf(
    w.ctx.db,
    {
      sku_id: order.sku_id,
      customer_kind: kinds,
      peer_id: order.peer_id,
      contact_mobile: openField(sealedOrder, order, "contact_mobile") ?? undefined,
      travel_date: order.travel_date,
      return_date: order.return_date,
      insurance: order.quote.insurance ? { product_id: order.quote.insurance.id, plan_key: order.quote.insurance.plan_key } : null,
      urgent_tier_code: order.quote.urgent_tier?.tier_code ?? null,
      refuse_no_worry_product_id: order.quote.protection?.id ?? null,
      applicants: people.map((p) => ({
        birth_date: p.birth_date,
        protection: fees.some((f) => f.applicant_id === p.id && f.kind === "protection"),
      })),
    },
    w.ctx.now,
    order.discount_total - fees.filter((f) => f.kind === "urgent").reduce((n, f) => n + f.discount_share, 0),
  );
  const now = priced.lines.map((l) => `${l.applicant_seq}:${l.kind}:${l.payable}`).sort();
  const then = fees.map((f) => `${people.find((p) => p.id === f.applicant_id)?.seq ?? null}:${f.kind}:${f.payable}`).sort();
  if (now.join() !== then.join()) refuse("price_changed", "价格已变化，请重新下单");
  return priced.quote;
}

/** The customer has everything back. */
export async function receiveOrder(w: Work, system: boolean): Promise<void> {
  const received_at = w.ctx.now.toISOString();
  await w.ctx.db
    .updateTable("applicants")
    .set({ received_at })
    .where("order_id", "=", w.facts.order.id)
    .where("handed_back_at", "is not", null)
    .where("received_at", "is", null)
    .execute();
  await moveOrder(w, "receive", { to: "pending_evaluate", set: { received_at }, system, on_behalf: !system, customer_visible: true });
}
export const orderReceive = (input: { id: number; version: number }, ctx: Ctx): Promise<Moved> =>
  orderMove(ctx, input, "receive", none, (w) => receiveOrder(w, false));

export async function orderAssign(input: Parsed<typeof orderListApi.order_assign>, ctx: Ctx): Promise<{ moved: number }> {
  await assertAble(ctx, input);
  const column = input.role === "expert" ? ("expert_id" as const) : ("cs_owner_id" as const);
  const label = input.role === "expert" ? "签证专家" : "客服";
  let moved = 0;
  for (const id of [...new Set(input.order_ids)].sort((a, b) => a - b)) {
    await changeOrder(ctx, id, async (w) => {
      const before = w.facts.order[column];
      if (before === input.worker_id) return;
      await saveRow(ctx, orderNoun, { id, version: w.facts.order.version, set: { [column]: input.worker_id }, told: true });
      await logFields(w, `改派${label}`, [{ field: column, label, before, after: input.worker_id }], input.reason);
      moved++;
    });
  }
  // Orders that name him now hold his row: whoever disabled him meanwhile is seen here.
  await assertAble(ctx, input);
  return { moved };
}

async function assertAble(ctx: Ctx, input: Pick<Parsed<typeof orderListApi.order_assign>, "worker_id" | "role">): Promise<void> {
  const to = found(await worker(ctx.db, input.worker_id), "员工不存在");
  const codes = input.role === "expert" ? [may.order_process] : [may.order_view, may.order_process];
  for (const code of codes) if (await workerMay(ctx.db, input.worker_id, code)) return;
  refuse("not_allowed", `${to.nickname} 没有订单处理权限，请选择其他人`);
}

export async function noteAdd(
  input: Parsed<typeof orderListApi.order_note_add>,
  ctx: Ctx,
): Promise<Output<typeof orderListApi.order_note_add>> {
  const order = await ownOrder(ctx, input.order_id);
  const files = input.files ?? [];
  await checkFiles(ctx, files);
  if (input.applicant_id && (await orderOfApplicant(ctx.db, input.applicant_id))?.order_id !== order.id) refuse("not_found", NOT_FOUND);
  const note = found(
    await row<Omit<Output<typeof orderListApi.order_note_add>, "created_by_name">>(
      ctx.db,
      hot(q`
    insert into order_notes (order_id, applicant_id, kind, content, files, created_by, created_at)
    values (${order.id}, ${input.applicant_id ?? null}, ${input.kind}, ${input.content}, ${files}, ${ctx.me.worker_id}, ${ctx.now})
    returning id, kind, content, applicant_id, files, pinned, created_at`),
    ),
  );
  await logRow(ctx, order, {
    kind: "note",
    noun: "order_note",
    noun_id: note.id,
    applicant_id: note.applicant_id,
    label: "备注",
    reason: input.content.slice(0, 200),
    cause: NOTE_KINDS[input.kind],
    customer_visible: input.kind === "customer",
  });
  return { ...note, created_by_name: ctx.me.nickname };
}
