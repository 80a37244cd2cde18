/** One line of a transfer: its peer goes over with what was asked to go along, or back as it came. */
import { OWNER_ROLES, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { OWNER_CHANGED, type Carry } from "@visadesk/contract/peer/transfer/transfer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { found, refuse } from "#kit/http/refuse.ts";
import { saveRows } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { workerMay } from "../../account/index.ts";
import type { OrderDoor } from "../doors.ts";
import { workerNames } from "../peer/names.sql.ts";
import { ownedByTransfer, setOwner } from "../peer/owners.ts";
import { workOrderNoun } from "../work-order/work-order.noun.ts";
import { OWNER_COLUMN } from "./transfer.sql.ts";

export interface Running {
  id: number;
  transfer_no: string;
  role: OwnerRole;
  from_worker_id: number | null;
  carry: Carry[];
  commission_from: string;
  notify_peer: boolean;
  /** Who ordered what is run now: at night nobody is there. */
  by: number | null;
}
interface LineRow {
  id: number;
  peer_id: number;
  to_worker_id: number;
  moved: { orders?: number[]; work_orders?: number[] };
}
type Result = "done" | "skipped" | "undone";

/** Held as it still waits for this; undefined: another run was there. */
const held = (ctx: Ctx, id: number, result: "pending" | "done"): Promise<LineRow | undefined> =>
  row<LineRow>(
    ctx.db,
    q`select id, peer_id, to_worker_id, moved from peer_transfer_lines where id = ${id} and result = ${result} and undone_at is null for update`,
  );
interface HeldPeer {
  peer_no: string;
  short_name: string;
  peer_status: "active" | "closed";
  owner: number | null;
}
const peerOf = async (ctx: Ctx, t: Running, id: number): Promise<HeldPeer> =>
  found(
    await row<HeldPeer>(
      ctx.db,
      q`select peer_no, short_name, peer_status, ${raw(OWNER_COLUMN[t.role])} as owner from peers where id = ${id} for update`,
    ),
  );

/** Open work orders of the peer go where its owner goes, as far as he may answer them. */
async function workOrdersMove(ctx: Ctx, t: Running, peer: number, from: number, to: number, among?: readonly number[]): Promise<number[]> {
  if (!(await workerMay(ctx.db, to, may.peer_work_order))) return [];
  const these = among ? q`and id = any(${[...among]}::int8[])` : raw("");
  const passed = await saveRows(ctx, workOrderNoun, {
    where: q`peer_id = ${peer} and handler_id = ${from} and work_order_status in ('pending', 'processing', 'waiting_peer') ${these}`,
    set: { handler_id: to, updated_at: ctx.now },
  });
  const names = await workerNames(ctx.db, [from, to]);
  const change = { field: "handler_id", label: "处理人", before: names.get(from) ?? null, after: names.get(to) ?? null };
  for (const w of passed)
    ctx.note({ noun: "work_order", noun_id: w.id, noun_no: w.work_order_no, reason: `批量转移 ${t.transfer_no}`, changes: [change] });
  return passed.map((w) => w.id);
}

/** Undone it keeps when it moved and by whom; the time it went back stands beside. */
const written = (ctx: Ctx, t: Running, id: number, result: Result, message: string, moved?: LineRow["moved"]): Promise<unknown> =>
  rows(
    ctx.db,
    result === "undone"
      ? q`update peer_transfer_lines set result = 'undone', message = ${message}, undone_at = ${ctx.now} where id = ${id}`
      : q`update peer_transfer_lines set result = ${result}, message = ${message}, moved = coalesce(${moved ? JSON.stringify(moved) : null}::jsonb, moved),
          at = ${ctx.now}, by_id = ${t.by} where id = ${id}`,
  );

/** Between its order and its day he may have left, or lost the right to see peers. */
async function expectReceiver(ctx: Ctx, id: number): Promise<void> {
  if (await workerMay(ctx.db, id, may.peer)) return;
  const names = await workerNames(ctx.db, [id]);
  refuse("guard_failed", `「${names.get(id) ?? ""}」已停用或没有「同行列表」权限，不能接收`);
}

export async function runLine(ctx: Ctx, order: OrderDoor, t: Running, id: number): Promise<void> {
  const line = await held(ctx, id, "pending");
  if (!line) return;
  const { peer_id: peer, to_worker_id: to } = line;
  const p = await peerOf(ctx, t, peer);
  // What is over and belongs to nobody asks for nobody; what somebody has goes with the rest of his.
  if (t.from_worker_id === null && p.peer_status === "closed") return void (await written(ctx, t, id, "skipped", "同行已停用"));
  if (p.owner !== t.from_worker_id) return void (await written(ctx, t, id, "skipped", OWNER_CHANGED));
  await expectReceiver(ctx, to);
  await setOwner(ctx, peer, t.role, to, {
    from: dayOf(ctx.now),
    by: "transfer",
    commission_from: t.commission_from,
    transfer_id: t.id,
    ordered_by: t.by,
  });
  const moved: LineRow["moved"] = {};
  const from = t.from_worker_id;
  if (from !== null && t.carry.includes("orders")) {
    const order_ids = (await order.openOrders(ctx.db, [peer])).get(peer) ?? [];
    moved.orders = await order.ownersMove(ctx, { role: t.role, from, to, order_ids, reason: `批量转移 ${t.transfer_no}` });
  }
  if (from !== null && t.carry.includes("work_orders")) moved.work_orders = await workOrdersMove(ctx, t, peer, from, to);
  await written(ctx, t, id, "done", "", moved);
  if (t.notify_peer) await tellPeer(ctx, t, p, to);
}

/** Gives back exactly what went along and is still where it was put. */
export async function undoLine(ctx: Ctx, order: OrderDoor, t: Running, id: number): Promise<void> {
  const line = await held(ctx, id, "done");
  if (!line) return;
  const { peer_id: peer, to_worker_id: to, moved } = line;
  const p = await peerOf(ctx, t, peer);
  const left = p.owner === to ? await ownedByTransfer(ctx.db, peer, t.role, t.id) : undefined;
  if (!left) {
    await rows(ctx.db, q`update peer_transfer_lines set message = ${`${OWNER_CHANGED}，未撤销`} where id = ${id}`);
    return;
  }
  const back = t.from_worker_id;
  const today = dayOf(ctx.now);
  await setOwner(ctx, peer, t.role, back, {
    from: today,
    by: "transfer",
    // As it was: an undo deals out no commission.
    commission_from: left.former_commission_from ?? today,
    transfer_id: t.id,
    ordered_by: t.by,
  });
  if (back !== null) {
    const reason = `撤销批量转移 ${t.transfer_no}`;
    await order.ownersMove(ctx, { role: t.role, from: to, to: back, order_ids: moved.orders ?? [], reason });
    await workOrdersMove(ctx, t, peer, to, back, moved.work_orders ?? []);
  }
  await written(ctx, t, id, "undone", "");
}

/** In its own mini program; until that stands the record says that nothing was sent. */
async function tellPeer(ctx: Ctx, t: Running, p: HeldPeer, to: number): Promise<void> {
  const names = await workerNames(ctx.db, [to]);
  await sendMessage(ctx, {
    channel: "subscription",
    template: "peer_transfer",
    receiver: p.peer_no,
    content: `您的${OWNER_ROLES[t.role]}负责人已变更为 ${names.get(to) ?? ""}`,
    ref_noun: "peer_transfer",
    ref_id: t.id,
  });
}
