/** Word of a transfer to our own people: one message each, whatever the number of peers. */
import type { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { UNOWNED } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { workerNames } from "../peer/names.sql.ts";

interface Told {
  id: number;
  transfer_no: string;
  transfer_status: StateOf<typeof peerTransferFlow>;
  from_worker_id: number | null;
  /** Who ordered it, where he was not there when it ran. */
  created_by: number | null;
}
interface Tally {
  worker_id: number;
  /** By the last run: of one that was tried again those that it moved. */
  done: number;
  kept: number;
  retried: number;
  undone: number;
}
const sum = (of: readonly Tally[], key: Exclude<keyof Tally, "worker_id">): number => of.reduce((n, x) => n + x[key], 0);
/** Who gave, who got and who ordered it. */
export async function tell(ctx: Ctx, t: Told): Promise<void> {
  const by = await rows<Tally>(
    ctx.db,
    q`
    select to_worker_id as worker_id, (count(*) filter (where result = 'done'))::int as kept, (count(*) filter (where is_retry))::int as retried,
      (count(*) filter (where result = 'done' and (is_retry or not r.again)))::int as done, (count(*) filter (where result = 'undone'))::int as undone
    from peer_transfer_lines, (select coalesce(bool_or(is_retry), false) as again from peer_transfer_lines where transfer_id = ${t.id}) r
    where transfer_id = ${t.id} group by 1 order by 1`,
  );
  const isBack = t.transfer_status === "undone";
  const from = t.from_worker_id === null ? UNOWNED : ((await workerNames(ctx.db, [t.from_worker_id])).get(t.from_worker_id) ?? "");
  const retried = sum(by, "retried");
  const all = isBack
    ? `已撤销，退回 ${sum(by, "undone")} 家同行`
    : `${retried > 0 ? `已重试 ${retried} 家` : "已执行"}，转出 ${sum(by, "done")} 家同行`;
  const texts = new Map<number, string>();
  if (t.created_by !== null) texts.set(t.created_by, all);
  for (const x of by.filter((b) => (isBack ? b.undone : b.done) > 0))
    texts.set(x.worker_id, isBack ? `已撤销，${x.undone} 家同行退回「${from}」` : `已执行，您从「${from}」接手 ${x.done} 家同行`);
  if (t.from_worker_id !== null) texts.set(t.from_worker_id, all);
  for (const [worker, text] of texts)
    await sendMessage(ctx, {
      channel: "in_app",
      template: "peer_transfer",
      receiver: String(worker),
      receiver_worker_id: worker,
      content: `批量转移 ${t.transfer_no} ${text}`,
      ref_noun: "peer_transfer",
      ref_id: t.id,
    });
  const skipped = isBack ? sum(by, "kept") : 0;
  ctx.note({ noun: "peer_transfer", noun_id: t.id, noun_no: t.transfer_no, reason: skipped > 0 ? `${all}，${skipped} 家未退回` : all });
}
