/** The record that answers a work order: which there are, and the one that is chosen. */
import { LINK_SEEN, type workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { LINKS, type LinkKind } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import { saveRow } from "#kit/noun/save.ts";
import type { Doors, LinkAsk, LinkedRecord } from "../doors.ts";
import { held } from "./work-order-held.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { workOrderShown } from "./work-order.shown.ts";
import type { StoredDetail, WorkOrderRow } from "./work-order.sql.ts";

export type Links = Pick<Doors, "order" | "finance">;
type Of = Pick<StoredDetail, "link" | "peer_id" | "order_id">;

/** Of its peer and, where it names one, of its order; nothing where the caller may not read such records at all. */
export async function linkable(
  ctx: Pick<Ctx, "db" | "me">,
  doors: Links,
  w: Of,
  more: Pick<LinkAsk, "id" | "linked"> = {},
): Promise<LinkedRecord[]> {
  const noun = w.link;
  if (noun === "none" || !allows(LINK_SEEN[noun], ctx.me.codes)) return [];
  const ask = { peer_id: w.peer_id, order_id: w.order_id, ...more };
  return noun === "urge" || noun === "refund" ? doors.order.linkable(ctx, { noun, ...ask }) : doors.finance.linkable(ctx, { noun, ...ask });
}

/** The record that answers it, to whoever may read it. */
export const linkedOf = async (ctx: Pick<Ctx, "db" | "me">, doors: Links, w: StoredDetail): Promise<LinkedRecord | null> =>
  w.linked_id === null ? null : ((await linkable(ctx, doors, w, { id: w.linked_id, linked: true }))[0] ?? null);

/** The number of the record that answers it, whoever reads. */
export const linkedNo = (ctx: Pick<Ctx, "db">, doors: Links, noun: LinkKind, id: number, peer_id: number): Promise<string | null> =>
  noun === "urge" || noun === "refund"
    ? doors.order.linkedNo(ctx.db, { noun, id, peer_id })
    : noun === "none"
      ? Promise.resolve(null)
      : doors.finance.linkedNo(ctx.db, { noun, id, peer_id });

/** An urge that nobody made yet is made of the work order itself. */
async function madeUrge(ctx: Ctx, doors: Links, w: StoredDetail): Promise<number> {
  if (w.link !== "urge") throw badInput({ path: "linked_id", message: `请选择${LINKS[w.link]}记录` });
  if (w.order_id === null) return refuse("guard_failed", "工单没有关联订单，不能催办");
  return doors.order.urge(ctx, { order_id: w.order_id, applicant_id: w.applicant_id, content: `${w.work_order_no} ${w.title}` });
}

/** Chosen among what is offered; another one is not there. */
async function chosen(ctx: Ctx, doors: Links, w: StoredDetail, id: number): Promise<string> {
  const [record] = await linkable(ctx, doors, w, { id });
  if (record) return record.no;
  const whose = w.order_id === null || w.link === "statement" ? "该同行" : "工单的订单";
  throw badInput({ path: "linked_id", message: `${whose}没有这条${LINKS[w.link]}记录` });
}

/** A record put right: whoever may read such records takes it off, an urge whoever has the work order. */
function takeOff(ctx: Ctx, w: StoredDetail): null {
  const mayRead = w.link === "none" || w.link === "urge" || allows(LINK_SEEN[w.link], ctx.me.codes);
  refuseUnless(mayRead, "not_allowed", "您没有查看此类记录的权限，不能取消关联");
  refuseUnless(w.linked_id !== null, "state_changed", "还没有关联记录");
  return null;
}

/** What answers it from now on, with its number. */
async function next(
  ctx: Ctx,
  doors: Links,
  w: StoredDetail,
  id: number | null | undefined,
): Promise<readonly [number | null, string | null]> {
  if (id === undefined) return [await madeUrge(ctx, doors, w), w.order_no];
  return id === null ? [takeOff(ctx, w), null] : [id, await chosen(ctx, doors, w, id)];
}

export async function link(input: Parsed<typeof workOrderApi.work_order_link>, ctx: Ctx, doors: Links): Promise<WorkOrderRow> {
  const w = await held(ctx, input.id);
  expectUnmoved(w, input.version, () => "有新的处理");
  if (w.link === "none") return refuse("not_allowed", "该类工单没有联动处理");
  refuseUnless(w.work_order_status === "processing" || w.work_order_status === "waiting_peer", "state_changed", "处理中才能改关联");
  const before = w.linked_id === null ? null : await linkedNo(ctx, doors, w.link, w.linked_id, w.peer_id);
  const [linked_id, after] = await next(ctx, doors, w, input.linked_id);
  const set = { linked_noun: linked_id === null ? null : w.link, linked_id, updated_at: ctx.now };
  await saveRow(ctx, workOrderNoun, { id: w.id, version: w.version, set, told: true });
  const change = { field: "linked_no", label: LINKS[w.link], before, after };
  ctx.note({ noun: "work_order", noun_id: w.id, noun_no: w.work_order_no, changes: [change] });
  return workOrderShown(ctx, w.id);
}
