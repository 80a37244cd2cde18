/** Peers of whoever leaves: handed over as a transfer that is run at once, so that it is listed among them. */
import type { OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { q, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import { owned, STALE_HOLDING } from "#kit/noun/owned.ts";
import { addRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import type { Holding, Passing } from "#kit/seal/holding.ts";
import { setOwner } from "../peer/owners.ts";
import { peerNoun } from "../peer/peer.noun.ts";
import { peerTransferNoun } from "./peer-transfer.noun.ts";
import { OWNER_COLUMN } from "./transfer.sql.ts";
import { tell } from "./transfer.told.ts";

/** Its orders and work orders are kinds of their own, so nothing goes along. */
async function passPeers(ctx: Ctx, role: OwnerRole, { ids, from, to, reason }: Passing): Promise<void> {
  const today = dayOf(ctx.now);
  const transfer_no = await nextNumber(ctx.db, "ZY", ctx.now);
  const { id } = await addRow(ctx, peerTransferNoun, {
    transfer_no,
    role,
    from_worker_id: from.id,
    target_ids: [to.id],
    split: "even_gmv",
    selection: "ids",
    selected: JSON.stringify({ ids }),
    expected_count: ids.length,
    effective_on: today,
    commission_from: today,
    reason_code: "leave",
    reason,
  });
  const how = { from: today, by: "transfer", commission_from: today, transfer_id: id } as const;
  for (const peer of ids) if ((await setOwner(ctx, peer, role, to.id, how)) !== from.id) refuse("count_changed", STALE_HOLDING);
  await rows(
    ctx.db,
    q`insert into peer_transfer_lines (transfer_id, peer_id, to_worker_id, result, at)
      select ${id}, x.peer, ${to.id}, 'done', ${ctx.now} from unnest(${[...ids]}::int8[]) x (peer)`,
  );
  await moveRow(ctx, peerTransferNoun, "schedule", { id, to: "scheduled" });
  await moveRow(ctx, peerTransferNoun, "run", { id, to: "running", set: { started_at: ctx.now } });
  await moveRow(ctx, peerTransferNoun, "finish", { id, to: "done", set: { finished_at: ctx.now } });
  await tell(ctx, { id, transfer_no, transfer_status: "done", from_worker_id: from.id, created_by: null });
}

const peersOf = (role: OwnerRole, label: string, short: string): Holding => ({
  kind: `peer_${role}`,
  label,
  short,
  unit: "家",
  needs: [may.peer],
  note: "作为一批转移立即执行；在途订单和工单另行交接",
  link: (worker) => ({ route: "peer-list", query: { [OWNER_COLUMN[role]]: String(worker) } }),
  ...owned(peerNoun, OWNER_COLUMN[role]),
  pass: (ctx, passing) => passPeers(ctx, role, passing),
});
export const transferHoldings: readonly Holding[] = [peersOf("bd", "同行·商务", "同行商务"), peersOf("cs", "同行·客服", "同行客服")];
