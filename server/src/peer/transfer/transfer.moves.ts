/** Transfers as they are ordered: drafted, confirmed, called off, tried again, taken back. The lines themselves are moved by a job. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import { maskedNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import type { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { countFault, roomFault } from "@visadesk/contract/peer/transfer/transfer.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { addRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import type { OrderDoor } from "../doors.ts";
import { holdAdmission } from "../peer/owners.ts";
import { peerTransferNoun } from "./peer-transfer.noun.ts";
import { GUARDS, mayMove, type Move } from "./transfer.guards.ts";
import { RUN } from "./transfer.jobs.ts";
import { chosenPeers, planOf, roomsOf, type Ask, type Plan, type Share } from "./transfer.plan.ts";
import { mayDecide, NO_TRANSFER } from "./transfer-scope.sql.ts";
import { lockedTransfer, storedTransfer, type StoredTransfer } from "./transfer.sql.ts";
import { shownTransfer } from "./transfer.read.ts";

type Api = typeof peerTransferApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type State = StateOf<typeof peerTransferFlow>;
const DONE = { ok: true } as const;
const WORDS = peerTransferFlow.states;

/** The transfer as its caller saw it, held, where this move begins and nothing stands in its way. */
async function heldFor(ctx: Ctx, { id, version }: { id: number; version: number }, move: Move): Promise<StoredTransfer> {
  const t = found(await lockedTransfer(ctx, id), NO_TRANSFER);
  expectUnmoved(t, version, () => `现在是「${WORDS[t.transfer_status].label}」`);
  refuseUnless(mayDecide(ctx, t), "out_of_scope", "只有发起人或其主管可以操作");
  refuseUnless(mayMove(t, move), "state_changed");
  const fault = GUARDS[move]?.(t, ctx.now) ?? null;
  if (fault) refuse(fault.code, fault.message);
  return t;
}
interface To {
  to: State;
  set?: SetOf<"peer_transfers">;
  reason?: string | undefined;
}
async function moved(ctx: Ctx, t: StoredTransfer, move: Move, { to, set, reason }: To): Promise<void> {
  await moveRow(ctx, peerTransferNoun, move, { id: t.id, version: t.version, to, set: { ...set, updated_at: ctx.now } });
  const change = { field: "transfer_status", label: "状态", before: WORDS[t.transfer_status].label, after: WORDS[to].label };
  ctx.note({
    noun: "peer_transfer",
    noun_id: t.id,
    noun_no: t.transfer_no,
    ...(reason && { reason }),
    changes: to === t.transfer_status ? [] : [change],
  });
}
const enqueueRun = (ctx: Ctx, t: { id: number; transfer_no: string }, what: "run" | "undo"): Promise<unknown> =>
  ctx.enqueue(RUN, { id: t.id, by: ctx.me.worker_id }, { key: `${what}:${t.id}`, title: `批量转移 ${t.transfer_no}` });

/** Refuses a list that is no longer the one that was shown. */
function expectCount(expected: number, plan: Pick<Plan, "chosen">): void {
  const changed = countFault(expected, plan.chosen.length);
  if (changed) refuse("count_changed", changed);
}
/** What the list is found by again; a number of somebody is not kept in clear, so such a list is kept as the peers it named. */
function selectedOf(ask: Ask, chosen: Plan["chosen"]): { selection: Ask["selection"]; selected: string } {
  const isPlain = JSON.stringify(maskedNumbers(ask.filter ?? {})) === JSON.stringify(ask.filter ?? {});
  if (ask.selection === "filter" && isPlain) return { selection: "filter", selected: JSON.stringify({ filter: ask.filter ?? {} }) };
  if (ask.selection === "all") return { selection: "all", selected: "{}" };
  return { selection: "ids", selected: JSON.stringify({ ids: chosen.map((p) => p.id) }) };
}

const writeLines = (ctx: Ctx, transfer: number, lines: readonly Share[]): Promise<unknown> =>
  rows(
    ctx.db,
    q`insert into peer_transfer_lines (transfer_id, peer_id, to_worker_id)
      select ${transfer}, x.peer, x.worker from unnest(${lines.map((l) => l.peer_id)}::int8[], ${lines.map((l) => l.to_worker_id)}::int8[])
        with ordinality as x (peer, worker, place) order by x.place`,
  );

const DAY_MS = 86_400_000;
/** A quarter: commission of months that are settled is not dealt out anew. */
const COMMISSION_DAYS = 92;
async function add(input: In<"peer_transfer_add">, ctx: Ctx, order: OrderDoor): Promise<Output<Api["peer_transfer_add"]>> {
  const { expected_count, effective_on, commission_from, reason_code, reason, notify_peer, idempotency_key: _key, ...ask } = input;
  if (effective_on < dayOf(ctx.now)) throw badInput({ path: "effective_on", message: "生效日不能早于今天" });
  const apart = Math.abs(Date.parse(commission_from) - Date.parse(effective_on)) / DAY_MS;
  if (apart > COMMISSION_DAYS) throw badInput({ path: "commission_from", message: `归属日与生效日相差不能超过${COMMISSION_DAYS}天` });
  const plan = await planOf(ctx, order, ask);
  expectCount(expected_count, plan);
  if (plan.fault) refuse(plan.fault.code, plan.fault.message);
  const made = await addRow(ctx, peerTransferNoun, {
    transfer_no: await nextNumber(ctx.db, "ZY", ctx.now),
    role: ask.role,
    from_worker_id: ask.from_worker_id,
    target_ids: [...ask.target_ids],
    split: ask.split,
    carry: [...ask.carry],
    ...selectedOf(ask, plan.chosen),
    expected_count,
    effective_on,
    commission_from,
    reason_code,
    reason,
    notify_peer,
  });
  await writeLines(ctx, made.id, plan.lines);
  return shownTransfer(found(await storedTransfer(ctx, made.id), NO_TRANSFER), ctx.now);
}

const linesOf = (ctx: Ctx, id: number, result: "pending" | "failed"): Promise<(Share & { is_closed: boolean })[]> =>
  rows(
    ctx.db,
    q`select l.peer_id, l.to_worker_id, p.peer_status = 'closed' as is_closed from peer_transfer_lines l join peers p on p.id = l.peer_id
      where l.transfer_id = ${id} and l.result = ${result} order by l.id`,
  );
async function expectRoom(ctx: Ctx, t: StoredTransfer, lines: readonly (Share & { is_closed: boolean })[]): Promise<void> {
  // Whoever gives peers to a manager counts his room one after the other.
  await holdAdmission(ctx.db);
  const fault = roomFault(
    lines.filter((l) => !l.is_closed),
    await roomsOf(ctx.db, t.target_ids),
  );
  if (fault) refuse("limit_exceeded", fault);
}

/** The list as it is now must be the one that was looked at; on its day it is run as it stands here. */
async function schedule(input: In<"peer_transfer_schedule">, ctx: Ctx): Promise<typeof DONE> {
  const t = await heldFor(ctx, input, "schedule");
  const kept = found(
    await row<{ selected: Pick<Ask, "ids" | "filter"> }>(ctx.db, q`select selected from peer_transfers where id = ${t.id}`),
  );
  const chosen = await chosenPeers(ctx, { ...t, ...kept.selected });
  expectCount(input.expected_count, { chosen });
  const lines = await linesOf(ctx, t.id, "pending");
  const named = new Set(lines.map((l) => l.peer_id));
  const same = named.size === chosen.length && chosen.every((p) => named.has(p.id));
  refuseUnless(same, "count_changed", "名单已变化，请取消后重新试算");
  await expectRoom(ctx, t, lines);
  await moved(ctx, t, "schedule", { to: "scheduled" });
  if (t.effective_on <= dayOf(ctx.now)) await enqueueRun(ctx, t, "run");
  return DONE;
}

async function cancel({ reason, ...seen }: In<"peer_transfer_cancel">, ctx: Ctx): Promise<typeof DONE> {
  const t = await heldFor(ctx, seen, "cancel");
  const how: To = t.transfer_status === "running" ? { to: "running", set: { stop_asked_at: ctx.now } } : { to: "cancelled" };
  await moved(ctx, t, "cancel", { ...how, reason });
  return DONE;
}

async function retry(seen: In<"peer_transfer_retry">, ctx: Ctx): Promise<typeof DONE> {
  const t = await heldFor(ctx, seen, "retry");
  await expectRoom(ctx, t, await linesOf(ctx, t.id, "failed"));
  await rows(
    ctx.db,
    q`update peer_transfer_lines set is_retry = result = 'failed', message = case when result = 'failed' then '' else message end,
        at = case when result = 'failed' then null else at end, by_id = case when result = 'failed' then null else by_id end,
        result = case when result = 'failed' then 'pending' else result end where transfer_id = ${t.id} and (is_retry or result = 'failed')`,
  );
  await moved(ctx, t, "retry", { to: "running", set: { stop_asked_at: null } });
  await enqueueRun(ctx, t, "run");
  return DONE;
}

async function undo({ reason, ...seen }: In<"peer_transfer_undo">, ctx: Ctx): Promise<typeof DONE> {
  const t = await heldFor(ctx, seen, "undo");
  await moved(ctx, t, "undo", { to: "undone", set: { undone_at: ctx.now }, reason });
  await enqueueRun(ctx, t, "undo");
  return DONE;
}

export const transferMoves = (order: OrderDoor) =>
  ({
    peer_transfer_add: (input, ctx) => add(input, ctx, order),
    peer_transfer_schedule: schedule,
    peer_transfer_cancel: cancel,
    peer_transfer_retry: retry,
    peer_transfer_undo: undo,
  }) satisfies Partial<Handlers<Api>>;
