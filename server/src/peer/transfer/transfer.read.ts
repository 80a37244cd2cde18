/** Transfers as they are read: list, one with what may be done, its lines, the dry run. */
import { allows } from "@visadesk/contract/permissions.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import type { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { undoDaysLeft } from "@visadesk/contract/peer/transfer/transfer.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { keysOf } from "#kit/files/objects.ts";
import { found } from "#kit/http/refuse.ts";
import { dayOf } from "#kit/range.ts";
import type { OrderDoor } from "../doors.ts";
import { GUARDS, mayMove } from "./transfer.guards.ts";
import { chosenOwners, trialOf } from "./transfer.plan.ts";
import { transferPicks } from "./transfer-pick.sql.ts";
import { mayDecide, NO_TRANSFER } from "./transfer-scope.sql.ts";
import {
  lineList,
  storedTransfer,
  transferList,
  undoWaits,
  untouchedBy,
  type Line,
  type StoredTransfer,
  type TransferDetail,
  type TransferRow,
} from "./transfer.sql.ts";

export function shownTransfer(t: StoredTransfer, now: Date): TransferRow {
  const { created_by: _by, stop_asked_at: _stop, from_enabled: _enabled, ...row } = t;
  return { ...row, undo_days: mayMove(t, "undo") && t.finished_at !== null ? undoDaysLeft(t.finished_at, now) : 0 };
}

const movesOf = (ctx: Ctx, t: StoredTransfer): TransferDetail["moves"] =>
  keysOf(peerTransferFlow.moves).flatMap((move) => {
    const { may } = peerTransferFlow.moves[move];
    if (may === "system" || !mayDecide(ctx, t) || !mayMove(t, move) || !allows(may, ctx.me.codes)) return [];
    const fault = GUARDS[move]?.(t, ctx.now) ?? null;
    return [{ move, ok: fault === null, missing: fault?.message ?? null }];
  });

async function isMoving({ db, now }: Ctx, t: StoredTransfer): Promise<boolean> {
  if (t.transfer_status === "undone") return undoWaits(db, t.id);
  return t.transfer_status === "running" || (t.transfer_status === "scheduled" && t.effective_on <= dayOf(now));
}
async function detail(id: number, ctx: Ctx): Promise<TransferDetail> {
  const t = found(await storedTransfer(ctx, id), NO_TRANSFER);
  const untouched = t.done_count > 0 ? await untouchedBy(ctx, t) : [];
  return { ...shownTransfer(t, ctx.now), is_moving: await isMoving(ctx, t), moves: movesOf(ctx, t), untouched };
}

export const transferReads = (order: OrderDoor) =>
  ({
    peer_transfer_query: async (input, ctx) => {
      const page = await pageOf<StoredTransfer>(ctx.db, input, transferList(input, ctx));
      return { ...page, list: page.list.map((t) => shownTransfer(t, ctx.now)) };
    },
    peer_transfer_get: ({ id }, ctx) => detail(id, ctx),
    peer_transfer_line_query: (input, ctx) => pageOf<Line>(ctx.db, input, lineList(input, ctx)),
    peer_transfer_pick: async ({ role, side }, ctx) => ({ list: await transferPicks(ctx, role, side) }),
    peer_transfer_owner_query: (input, ctx) => chosenOwners(ctx, input),
    peer_transfer_preview: (input, ctx) => trialOf(ctx, order, input),
  }) satisfies Partial<Handlers<typeof peerTransferApi>>;
