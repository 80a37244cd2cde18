/** What is done with a work order: taken, answered, asked back, ended and opened again. */
import { LINK_RECORDS, RESOLUTIONS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import { calendarOf } from "../../base-data/index.ts";
import { keepOpen } from "../peer/keep-open.ts";
import { expectOpen, held, heldFor, moved } from "./work-order-held.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { goesOn, stopped, waited } from "./work-order.rules.ts";
import { workOrderShown } from "./work-order.shown.ts";
import type { StoredDetail, WorkOrderRow } from "./work-order.sql.ts";
import { insertMessage, leaderOf, tellPeer, tellWorker, type Said } from "./work-order-told.ts";

type Api = typeof workOrderApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const DONE = { ok: true } as const;

/** Puts it into the thread and answers what the row keeps of it. */
async function say(ctx: Ctx, w: StoredDetail, said: Said): Promise<SetOf<"work_orders">> {
  await insertMessage(ctx, w.id, said);
  if (said.kind === "to_peer") await tellPeer(ctx, w, said.text);
  const first = said.kind === "to_peer" && w.first_reply_at === null ? { first_reply_at: ctx.now } : {};
  return { last_message_at: ctx.now, last_message_kind: said.kind, ...first };
}

export async function take(input: In<"work_order_take">, ctx: Ctx): Promise<typeof DONE> {
  const w = await heldFor(ctx, input, "take");
  await moved(ctx, w, "take", { to: "processing", set: { handler_id: ctx.me.worker_id } });
  return DONE;
}

/** A word among us moves nothing. */
async function note(ctx: Ctx, w: StoredDetail, said: Said): Promise<void> {
  const set = { ...(await say(ctx, w, said)), updated_at: ctx.now };
  await saveRow(ctx, workOrderNoun, { id: w.id, version: w.version, set, told: true });
  ctx.note({ noun: "work_order", noun_id: w.id, noun_no: w.work_order_no });
}

export async function replyTo(ctx: Ctx, w: StoredDetail, text: string, files?: readonly string[]): Promise<void> {
  const from = w.work_order_status;
  expectOpen(w, "reply");
  const mine = w.handler_id === null ? { handler_id: ctx.me.worker_id } : {};
  const set = { ...(await say(ctx, w, { kind: "to_peer", text, files })), ...mine };
  await moved(ctx, w, "reply", { to: from === "pending" ? "processing" : from, set });
}

export async function reply({ internal, text, files, ...seen }: In<"work_order_reply">, ctx: Ctx): Promise<WorkOrderRow> {
  const w = await heldFor(ctx, seen, "reply");
  if (internal) await note(ctx, w, { kind: "internal", text, files });
  else await replyTo(ctx, w, text, files);
  return workOrderShown(ctx, w.id);
}

export async function ask({ text, files, ...seen }: In<"work_order_ask">, ctx: Ctx): Promise<WorkOrderRow> {
  const w = await heldFor(ctx, seen, "ask");
  const set = { ...(await say(ctx, w, { kind: "to_peer", text, files })), ...stopped(await calendarOf(ctx.db), ctx.now, w) };
  await moved(ctx, w, "ask", { to: "waiting_peer", set });
  return workOrderShown(ctx, w.id);
}

export async function answer({ text, files, ...seen }: In<"work_order_answer">, ctx: Ctx): Promise<WorkOrderRow> {
  if (text === "" && (files ?? []).length === 0) throw badInput({ path: "text", message: "请填写同行的答复，或上传附件" });
  const w = await heldFor(ctx, seen, "answer");
  const set = { ...(await say(ctx, w, { kind: "from_peer", text, files })), ...goesOn(await calendarOf(ctx.db), ctx.now, w) };
  await moved(ctx, w, "answer", { to: "processing", set });
  await tellWorker(ctx, w.handler_id, w, "同行已补充");
  return workOrderShown(ctx, w.id);
}

/** What keeps it from being solved: the record that would answer it is not there. */
const linkFault = (w: StoredDetail): string | null =>
  w.link === "none" || w.linked_id !== null ? null : `请先关联${LINK_RECORDS[w.link]}`;

export async function resolve({ resolution, resolution_note, ...seen }: In<"work_order_resolve">, ctx: Ctx): Promise<WorkOrderRow> {
  const w = await heldFor(ctx, seen, "resolve");
  const fault = resolution === "solved" ? linkFault(w) : null;
  if (fault) refuse("guard_failed", fault, { issues: [{ path: "resolution", message: fault }] });
  const set = { resolution, resolution_note, resolved_at: ctx.now, left_minutes: null, ...waited(await calendarOf(ctx.db), ctx.now, w) };
  await moved(ctx, w, "resolve", { to: "resolved", set, reason: RESOLUTIONS[resolution] });
  await tellPeer(ctx, w, `${RESOLUTIONS[resolution]}：${resolution_note}${w.ask_score ? "。请为本次服务评分" : ""}`);
  return workOrderShown(ctx, w.id);
}

export async function reopen({ reason, ...seen }: In<"work_order_reopen">, ctx: Ctx): Promise<WorkOrderRow> {
  await keepOpen(ctx.db, (await held(ctx, seen.id)).peer_id);
  const w = await heldFor(ctx, seen, "reopen");
  const due_at = (await calendarOf(ctx.db)).addWorkingMinutes(ctx.now, w.resolve_minutes);
  const before = { resolution: null, resolution_note: "", resolved_at: null, score: null, score_text: "" };
  const set = { ...before, ...(await say(ctx, w, { kind: "from_peer", text: reason })), due_at, reopen_count: w.reopen_count + 1 };
  await moved(ctx, w, "reopen", { to: "processing", set });
  const leader = await leaderOf(ctx, w);
  for (const id of new Set([w.handler_id, leader])) await tellWorker(ctx, id, w, "工单被重开");
  return workOrderShown(ctx, w.id);
}

export async function withdraw({ reason, ...seen }: In<"work_order_withdraw">, ctx: Ctx): Promise<WorkOrderRow> {
  const w = await heldFor(ctx, seen, "withdraw");
  const set = { resolution: "withdrawn" as const, resolution_note: reason, closed_at: ctx.now };
  await moved(ctx, w, "withdraw", { to: "closed", set });
  return workOrderShown(ctx, w.id);
}
