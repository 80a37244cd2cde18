/** What is done with a reminder: answered, sent on, put off, passed on, left aside; one or several at once. */
import { REMIND_KINDS, SEND_RESULTS, type orderRemindApi } from "@visadesk/contract/order/order-remind.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { dayOf } from "#kit/range.ts";
import { workerMay } from "../../account/index.ts";
import { calendarOf, type RemindAsk } from "../../base-data/index.ts";
import { workerNames } from "../../setting/index.ts";
import { expectOngoing, REMIND_MINUTES, remindRaise } from "../desk/order-remind.ts";
import { againSince, isInward, isQuiet, oftenSaid, QUIET_SAID, type CustomerChannel } from "./order-remind.rules.ts";
import { expectFrom, heldFor, heldRemind, moved, type HeldRemind } from "./order-remind-held.ts";

type Api = typeof orderRemindApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Moved = Output<Api["order_remind_handle"]>;
type Batch = Output<Api["order_remind_send_batch"]>;
/** As far as a reminder is put off, in days. */
const SNOOZE_DAYS = 30;
/** Work begins then, in Shanghai. */
const MORNING = "T09:00:00+08:00";

export async function handle({ reply, goes_on, ...seen }: In<"order_remind_handle">, ctx: Ctx): Promise<Moved> {
  const r = await heldFor(ctx, seen, "handle");
  const mine = { reply, handler_id: goes_on ? ctx.me.worker_id : (r.handler_id ?? ctx.me.worker_id) };
  const label = `${REMIND_KINDS[r.kind]}提醒：${goes_on ? "跟进" : "处理"}`;
  if (goes_on) return moved(ctx, r, "handle", { to: "doing", set: mine, label, reason: reply });
  const set = { ...mine, close_kind: "replied", closed_at: ctx.now } as const;
  return moved(ctx, r, "handle", { to: "done", set, label, reason: reply });
}

interface Sending {
  channel?: CustomerChannel | undefined;
  content?: string | undefined;
}
interface Sent {
  channel: CustomerChannel | "in_app";
  result: keyof typeof SEND_RESULTS;
}
/** Our own people: whoever has to act hears of it in the console. */
async function tellActing(ctx: Ctx, r: HeldRemind, content: string): Promise<Sent> {
  if (r.expert_id === null) refuse("guard_failed", "订单还没有签证专家，无人可提醒，请先改派");
  await sendMessage(ctx, {
    channel: "in_app",
    template: "order_remind",
    receiver: String(r.expert_id),
    receiver_worker_id: r.expert_id,
    content: `${REMIND_KINDS[r.kind]}：${r.order_no} ${content}`,
    ref_noun: "order",
    ref_id: r.order_id,
  });
  return { channel: "in_app", result: "sent" };
}
/** The customer: not at night, and of one matter of his order once in 24 hours. */
async function tellCustomer(ctx: Ctx, r: HeldRemind, channel: CustomerChannel, content: string): Promise<Sent> {
  refuseUnless(!isQuiet(ctx.now), "quiet_hours", QUIET_SAID);
  const last = await row<{ at: string }>(
    ctx.db,
    q`select x.sent_at as at from order_reminds x where x.order_id = ${r.order_id} and x.kind = ${r.kind} and x.sent_at > ${againSince(ctx.now)}
      order by x.sent_at desc limit 1`,
  );
  if (last) refuse("too_often", oftenSaid(r.kind, new Date(last.at)));
  // Said by ourselves: there is no message.
  if (channel === "phone") return { channel, result: "called" };
  const receiver = channel === "email" ? r.contact_email : r.contact_mobile;
  if (!receiver) throw badInput({ path: "channel", message: "客户没有留邮箱，请换一种渠道" });
  const result = await sendMessage(ctx, {
    channel,
    template: "order_remind",
    receiver,
    content: `订单 ${r.order_no} ${content}`,
    ref_noun: "order",
    ref_id: r.order_id,
  });
  return { channel, result };
}
async function sendOne(ctx: Ctx, r: HeldRemind, { channel = "sms", content = r.content }: Sending): Promise<Moved> {
  expectOngoing(r.order_status);
  const sent = isInward(r.kind) ? await tellActing(ctx, r, content) : await tellCustomer(ctx, r, channel, content);
  const set = {
    channel: sent.channel,
    send_result: sent.result,
    sent_at: ctx.now,
    sent_times: r.sent_times + 1,
    handler_id: r.handler_id ?? ctx.me.worker_id,
  };
  const label = `${REMIND_KINDS[r.kind]}提醒：${SEND_RESULTS[sent.result]}`;
  return moved(ctx, r, "send", { to: "doing", set, label, reason: content, ...(!isInward(r.kind) && { visible: true }) });
}
/** Opened and said to the customer at once, by the desk's own hours; a refused one leaves nothing behind and answers why. */
export const remindNow = (ctx: Ctx, ask: RemindAsk): Promise<{ message: string } | null> =>
  attempt(ctx.db, async () => {
    const { id } = await remindRaise(ctx, ask);
    const r = await heldRemind(ctx, id);
    expectFrom(r, "send");
    await sendOne(ctx, r, { content: ask.content });
  });
export const send = async ({ id, version, ...how }: In<"order_remind_send">, ctx: Ctx): Promise<Moved> =>
  sendOne(ctx, await heldFor(ctx, { id, version }, "send"), how);

export async function snooze({ until, reason, ...seen }: In<"order_remind_snooze">, ctx: Ctx): Promise<Moved> {
  const r = await heldFor(ctx, seen, "snooze");
  if (until <= dayOf(ctx.now)) throw badInput({ path: "until", message: "延后至须晚于今天" });
  if (until > dayOf(ctx.now, SNOOZE_DAYS)) throw badInput({ path: "until", message: `最多延后${SNOOZE_DAYS}天` });
  const next_at = new Date(`${until}${MORNING}`);
  const due_at = (await calendarOf(ctx.db)).addWorkingMinutes(next_at, REMIND_MINUTES[r.level]);
  const set = { next_at, due_at, snooze_reason: reason };
  return moved(ctx, r, "snooze", { to: r.remind_status, set, label: `${REMIND_KINDS[r.kind]}提醒：延后至 ${until}`, reason });
}

async function checkReceiver(ctx: Ctx, id: number): Promise<void> {
  if (!(await workerMay(ctx.db, id, may.order_remind))) throw badInput({ path: "handler_id", message: "接收人须在职，且有订单提醒权限" });
}
async function pass(ctx: Ctx, r: HeldRemind, to: number, reason: string): Promise<void> {
  const his = "该提醒已由接收人处理";
  refuseUnless(r.handler_id !== to, "guard_failed", his, { issues: [{ path: "handler_id", message: his }] });
  const names = await workerNames(ctx.db, [r.handler_id, to]);
  const change = { field: "handler_id", label: "处理人", before: names.get(r.handler_id ?? 0) ?? null, after: names.get(to) ?? null };
  const label = `${REMIND_KINDS[r.kind]}提醒：转交`;
  await moved(ctx, r, "transfer", { to: r.remind_status, set: { handler_id: to }, label, reason, changes: [change] });
  if (to === ctx.me.worker_id) return;
  await sendMessage(ctx, {
    channel: "in_app",
    template: "order_remind",
    receiver: String(to),
    receiver_worker_id: to,
    content: `提醒转交给您：${r.order_no} ${REMIND_KINDS[r.kind]}`,
    ref_noun: "order",
    ref_id: r.order_id,
  });
}
export async function transfer({ handler_id, reason, ...seen }: In<"order_remind_transfer">, ctx: Ctx): Promise<{ ok: true }> {
  const r = await heldFor(ctx, seen, "transfer");
  await checkReceiver(ctx, handler_id);
  await pass(ctx, r, handler_id, reason);
  return { ok: true };
}

export async function ignore({ reason, ...seen }: In<"order_remind_ignore">, ctx: Ctx): Promise<Moved> {
  const r = await heldFor(ctx, seen, "ignore");
  const set = { close_kind: "ignored", close_reason: reason, closed_at: ctx.now } as const;
  return moved(ctx, r, "ignore", { to: "ignored", set, label: `${REMIND_KINDS[r.kind]}提醒：忽略`, reason });
}

/** Each for itself, held in the order of their orders; a refused one leaves nothing behind. */
async function each(
  ctx: Ctx,
  ids: readonly number[],
  move: "send" | "transfer",
  work: (r: HeldRemind) => Promise<unknown>,
): Promise<Batch> {
  const results: Batch["results"] = [];
  const which = [...new Set(ids)];
  const held = await rows<{ id: number }>(
    ctx.db,
    q`select k.id from unnest(${which}::int8[]) k(id) left join order_reminds r on r.id = k.id order by r.order_id, k.id`,
  );
  for (const { id } of held) {
    const fault = await attempt(ctx.db, async () => {
      const r = await heldRemind(ctx, id);
      expectFrom(r, move);
      await work(r);
    });
    results.push({ id, ok: fault === null, msg: fault?.message ?? "" });
  }
  return { results, done: results.filter((r) => r.ok).length };
}
export const sendBatch = ({ ids, ...how }: In<"order_remind_send_batch">, ctx: Ctx): Promise<Batch> =>
  each(ctx, ids, "send", (r) => sendOne(ctx, r, how));
export async function transferBatch({ ids, handler_id, reason }: In<"order_remind_transfer_batch">, ctx: Ctx): Promise<Batch> {
  await checkReceiver(ctx, handler_id);
  return each(ctx, ids, "transfer", (r) => pass(ctx, r, handler_id, reason));
}
