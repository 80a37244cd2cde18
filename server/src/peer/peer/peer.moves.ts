/** With whom we work, and with whom no more. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import type { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { q, rows } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRows } from "#kit/noun/save.ts";
import { workerMay } from "../../account/index.ts";
import type { CoreDoors } from "../doors.ts";
import { peerAccountNoun } from "./peer-account.noun.ts";
import { peerApiKeyNoun } from "./peer-api-key.noun.ts";
import { NO_PEER } from "./peer-scope.sql.ts";
import { guardOf, lastOwner } from "./peer.guards.ts";
import { peerNoun } from "./peer.noun.ts";
import { lockedPeer, type StoredDetail } from "./peer.sql.ts";

type Api = typeof peerApi;
type Move = keyof typeof peerFlow.moves;
const DONE = { ok: true } as const;
const WORDS = peerFlow.states;
const TO = { close: "closed", reopen: "active" } as const;
interface Seen {
  id: number;
  version: number;
}

/** The peer as its caller saw it, held, where this move begins and nothing stands in its way. */
async function heldFor(ctx: Ctx, { id, version }: Seen, move: Move, doors: CoreDoors): Promise<StoredDetail> {
  const p = found(await lockedPeer(ctx, id), NO_PEER);
  expectUnmoved(p, version, () => `现在是「${WORDS[p.peer_status].label}」`);
  refuseUnless(
    peerFlow.moves[move].from.some((state) => state === p.peer_status),
    "state_changed",
  );
  const fault = await guardOf(move, ctx, p, doors);
  if (fault) refuse(fault.code, fault.message);
  return p;
}

async function moved(ctx: Ctx, p: StoredDetail, move: Move, set: SetOf<"peers">, reason: string): Promise<void> {
  const to = TO[move];
  await moveRow(ctx, peerNoun, move, { id: p.id, version: p.version, to, set: { ...set, updated_at: ctx.now } });
  ctx.note({
    noun: "peer",
    noun_id: p.id,
    noun_no: p.short_name,
    reason,
    changes: [{ field: "peer_status", label: "状态", before: WORDS[p.peer_status].label, after: WORDS[to].label }],
  });
  await tellOwners(ctx, p, `同行「${p.short_name}」已${peerFlow.moves[move].label}：${reason}`);
}

/** Whoever looks after it hears of it, as long as he may see peers. */
async function tellOwners(ctx: Ctx, p: StoredDetail, content: string): Promise<void> {
  for (const id of new Set([p.bd_owner_id, p.cs_owner_id])) {
    if (id === null || id === ctx.me.worker_id || !(await workerMay(ctx.db, id, may.peer))) continue;
    await sendMessage(ctx, {
      channel: "in_app",
      template: "peer_moved",
      receiver: String(id),
      receiver_worker_id: id,
      content,
      ref_noun: "peer",
      ref_id: p.id,
    });
  }
}

/** Its logins and keys are off and signed-in ones out, all in the same transaction. */
async function close({ reason, ...seen }: Parsed<Api["peer_close"]>, ctx: Ctx, doors: CoreDoors): Promise<typeof DONE> {
  const p = await heldFor(ctx, seen, "close", doors);
  const set = { status: 0 as const, updated_at: ctx.now };
  const off = await saveRows(ctx, peerAccountNoun, {
    where: q`peer_id = ${p.id} and status = 1`,
    set: { ...set, session_round: q`session_round + 1`, reset_hash: null, reset_until: null },
  });
  await saveRows(ctx, peerApiKeyNoun, { where: q`peer_id = ${p.id} and place is not null`, set: { place: null, updated_at: ctx.now } });
  await moved(ctx, p, "close", { closed_at: ctx.now, close_reason: reason }, reason);
  await doors.open.sessionsEnd(
    ctx,
    off.map((a) => a.id),
    "同行已停用",
  );
  return DONE;
}

/** It begins anew: without credit, at the lowest level, with its owner account alone. */
const AFRESH = {
  closed_at: null,
  close_reason: "",
  level_id: "V1",
  level_locked_until: null,
  level_lock_reason: "",
  settle_mode: "prepaid",
  credit_days: 0,
  credit_limit: 0,
  temp_limit: 0,
  temp_until: null,
} as const satisfies SetOf<"peers">;

async function reopen({ reason, ...seen }: Parsed<Api["peer_reopen"]>, ctx: Ctx, doors: CoreDoors): Promise<typeof DONE> {
  const p = await heldFor(ctx, seen, "reopen", doors);
  // Two of one code that come back at once wait for each other.
  await rows(ctx.db, q`select pg_advisory_xact_lock(hashtextextended(${`peer:${p.credit_code}`}, 0))`);
  const fault = await guardOf("reopen", ctx, p, doors);
  if (fault) refuse(fault.code, fault.message);
  const owner = found(await lastOwner(ctx.db, p.id));
  await moved(ctx, p, "reopen", AFRESH, reason);
  await saveRows(ctx, peerAccountNoun, { where: q`id = ${owner.id}`, set: { status: 1, updated_at: ctx.now } });
  return DONE;
}

export const peerMoves = (doors: CoreDoors) =>
  ({
    peer_close: (input, ctx) => close(input, ctx, doors),
    peer_reopen: (input, ctx) => reopen(input, ctx, doors),
  }) satisfies Partial<Handlers<Api>>;
