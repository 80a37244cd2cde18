/** What a message is about: a record that its sender sees, named by its number; what it is called and where it opens. */
import { MSG_REFS, type MsgRef } from "@visadesk/contract/workbench/message/msg.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { seesRecord, type Opened } from "#kit/call/opened.ts";
import { q, raw, row } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";
import { nounNamed } from "#kit/noun/noun.ts";
import type { Ref } from "../../message/index.ts";
import type { MsgDetail } from "./msg.sql.ts";

export type RefDoors = Readonly<Record<MsgRef, Opened>>;
const NUMBERS: Readonly<Record<MsgRef, string>> = {
  order: "order_no",
  applicant: "applicant_no",
  refund: "refund_no",
  peer: "peer_no",
  supplier: "supplier_no",
  work_order: "work_order_no",
};
const nounOf = (noun: MsgRef) => {
  const stored = nounNamed(noun);
  if (!stored) throw new Error(`no noun is called ${noun}`);
  return stored;
};

/** One that is not there and one out of his sight are refused alike. */
export async function refOf(ctx: Ctx, doors: RefDoors, noun: MsgRef, no: string): Promise<Ref> {
  const found = await row<{ id: number }>(
    ctx.db,
    q`select id from ${raw(nounOf(noun).table)} where ${raw(NUMBERS[noun])} = ${no.trim().toUpperCase()}`,
  );
  if (!found || !(await seesRecord(ctx, doors[noun], found.id)))
    throw badInput({ path: "ref_no", message: `没有这个${MSG_REFS[noun]}，或您无权查看` });
  return { noun, id: found.id };
}

type Opens = NonNullable<NonNullable<MsgDetail["ref"]>["opens"]>;
const OPENS: Readonly<Record<MsgRef, (ctx: Pick<Ctx, "has">, id: number, no: string, order: number | null) => Opens>> = {
  order: (ctx, id) => ({ route: ctx.has(may.order_process) ? "order-detail" : "admin-order-detail", params: { orderId: String(id) } }),
  applicant: (ctx, id, _no, order) => ({
    route: ctx.has(may.order_process) ? "applicant-detail" : "admin-applicant-detail",
    params: { orderId: String(order), applicantId: String(id) },
  }),
  refund: (_ctx, id) => ({ route: "order-refund-review-detail", params: { id: String(id) } }),
  peer: (_ctx, id) => ({ route: "peer-view", params: { id: String(id) } }),
  supplier: (_ctx, id) => ({ route: "supplier-view", params: { id: String(id) } }),
  work_order: (_ctx, _id, no) => ({ route: "peer-work-order-list", params: {}, query: { view: "all", work_order: no } }),
};

/** Its number and its state now; the way to it for whoever may open it. */
export async function shownRef(ctx: Ctx, doors: RefDoors, noun: MsgRef | null, id: number | null): Promise<MsgDetail["ref"]> {
  if (noun === null || id === null) return null;
  const { table, state, flow } = nounOf(noun);
  const order = noun === "applicant" ? raw("order_id") : raw("null::int8");
  const found = await row<{ no: string; state: string | null; order_id: number | null }>(
    ctx.db,
    q`select ${raw(NUMBERS[noun])} as no, ${raw(state ?? "null::text")} as state, ${order} as order_id from ${raw(table)} where id = ${id}`,
  );
  if (!found) return null;
  const at = found.state === null ? undefined : flow?.states[found.state];
  const opens = (await seesRecord(ctx, doors[noun], id)) ? OPENS[noun](ctx, id, found.no, found.order_id) : null;
  return { noun, no: found.no, state: at?.label ?? null, tone: at?.tone ?? null, opens };
}
