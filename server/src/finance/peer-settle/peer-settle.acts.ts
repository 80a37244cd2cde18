/** What people do about a peer's debt beside the life of its statements: bill now, extend, ask for it, repay out of principal, undo. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerSettleApi } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { EXTEND_MOST } from "@visadesk/contract/finance/settle.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { lockPeer, peerAccountsOf, postPrincipalRepay } from "../../ledger/index.ts";
import { peerScope } from "../../peer/index.ts";
import { DONE, held, type Seen } from "../settlement/settle-held.ts";
import { settlementNoun } from "../settlement/settlement.noun.ts";
import type { StoredSettlement } from "../settlement/settlement.sql.ts";
import { allocateRepay, deriveDue, follow, undo } from "./peer-allocate.ts";
import { generateForPeer } from "./peer-generate.ts";
import { holdPeerOf } from "./peer-kind.ts";
import { tellPeer } from "./peer-told.ts";
import { KINDS } from "./peer-settle.sql.ts";

type Api = typeof peerSettleApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const NO_PEER = "同行不存在或无权查看";
const OWING = ["confirmed", "part_paid"] as const;

const seenPeer = async (ctx: Ctx, id: number): Promise<{ id: number; short_name: string }> =>
  found(await row(ctx.db, q`select p.id, p.short_name from peers p where ${and([q`p.id = ${id}`, peerScope(ctx)])}`), NO_PEER);
const noted = (ctx: Ctx, s: StoredSettlement, more: { reason?: string } = {}): void =>
  ctx.note({ noun: "settlement", noun_id: s.id, noun_no: s.settle_no, ...more });

export async function generate({ peer_id }: In<"peer_settle_generate">, ctx: Ctx): Promise<Output<Api["peer_settle_generate"]>> {
  const peer = await seenPeer(ctx, peer_id);
  const made = await generateForPeer(ctx, peer.id);
  if (made.length === 0) {
    const last = await row<{ settle_no: string }>(
      ctx.db,
      q`select settle_no from settlements where peer_id = ${peer.id} and settlement_status <> 'void' order by cycle_end desc limit 1`,
    );
    return last ? refuse("duplicate", `该周期已出账：${last.settle_no}`) : refuse("guard_failed", "没有已结束月份的未出账明细");
  }
  const finals = await rows<{ id: number; final: number }>(
    ctx.db,
    q`select id, final from settlements where id = any(${made.map((m) => m.id)}::int8[])`,
  );
  const byId = new Map(finals.map((f) => [f.id, f.final]));
  ctx.note({
    noun: "peer",
    noun_id: peer.id,
    noun_no: peer.short_name,
    changes: [{ field: "settlement", label: "出账", before: null, after: made.map((m) => m.settle_no).join("、") }],
  });
  return { made: made.map((m) => ({ ...m, final: byId.get(m.id) ?? 0 })), count: made.length };
}

/** Of one both sides agreed upon and that is not paid. */
async function owing(ctx: Ctx, seen: Seen): Promise<StoredSettlement & { peer_id: number }> {
  await holdPeerOf(ctx, seen.id);
  const s = await held(ctx, seen, KINDS, OWING);
  return { ...s, peer_id: found(s.peer_id) };
}

export async function extend({ due_on, reason, ...seen }: In<"peer_settle_extend">, ctx: Ctx): Promise<typeof DONE> {
  const s = await owing(ctx, seen);
  refuseUnless(s.extended < EXTEND_MOST, "limit_exceeded", `同一账单最多展期 ${EXTEND_MOST} 次`);
  if (due_on <= s.due_on) throw badInput({ path: "due_on", message: `新还款日须晚于 ${s.due_on}` });
  if (due_on < dayOf(ctx.now)) throw badInput({ path: "due_on", message: "新还款日不能早于今天" });
  await saveRow(ctx, settlementNoun, {
    id: s.id,
    version: seen.version,
    set: { due_on, extended: s.extended + 1, reason, updated_at: ctx.now },
  });
  await deriveDue(ctx, s.peer_id);
  await tellPeer(ctx, s, `还款日延至 ${due_on}，未还 ${money(s.remaining)}`);
  return DONE;
}

export async function remind(seen: In<"peer_settle_remind">, ctx: Ctx): Promise<typeof DONE> {
  const s = await owing(ctx, seen);
  const today = dayOf(ctx.now);
  const told = await row<{ day: string | null }>(ctx.db, q`select reminded_on as day from settlements where id = ${s.id}`);
  refuseUnless(told?.day !== today, "too_often", "今天已催收过，请明天再试");
  await saveRow(ctx, settlementNoun, { id: s.id, version: seen.version, set: { reminded_on: today, updated_at: ctx.now }, told: true });
  await tellPeer(ctx, s, `未还 ${money(s.remaining)}，还款日 ${s.due_on}，请尽快还款`, true);
  noted(ctx, s);
  return DONE;
}

export async function repay(
  { idempotency_key: _key, peer_id, amount, note }: In<"peer_repay">,
  ctx: Ctx,
): Promise<Output<Api["peer_repay"]>> {
  const peer = await seenPeer(ctx, peer_id);
  const { principal, credit_used } = await lockPeer(ctx, peer.id);
  if (amount > credit_used) throw badInput({ path: "amount", message: `还款金额不能超过欠款 ${money(credit_used)}` });
  const short = `本金余额不足，还差 ${money(amount - principal)}`;
  refuseUnless(amount <= principal, "insufficient_balance", short, { issues: [{ path: "amount", message: short }] });
  const journal = await postPrincipalRepay(ctx, peer.id, amount, note ?? "");
  await allocateRepay(ctx, { peer_id: peer.id, source_noun: "peer", source_id: peer.id, amount });
  const settled = await row<{ n: number }>(
    ctx.db,
    q`select coalesce(sum(amount), 0)::int8 as n from settle_allocations where journal_id = ${journal} and undone_at is null`,
  );
  ctx.note({
    noun: "peer",
    noun_id: peer.id,
    noun_no: peer.short_name,
    changes: [{ field: "amount", label: "本金还款", before: null, after: amount }],
  });
  const left = (await peerAccountsOf(ctx.db, [peer.id])).get(peer.id);
  return { amount, allocated: settled?.n ?? 0, owed: left?.credit_used ?? 0 };
}

/** Its money waits for the next repayment or agreement, which deals it out again. */
export async function undoAllocation(
  { idempotency_key: _key, allocation_id, reason, ...seen }: In<"settle_allocation_undo">,
  ctx: Ctx,
): Promise<typeof DONE> {
  const peer = await holdPeerOf(ctx, seen.id);
  const s = await held(ctx, seen, KINDS, ["part_paid", "paid"]);
  const of = await row(
    ctx.db,
    q`select 1 from settle_allocations where id = ${allocation_id} and settlement_id = ${s.id} and undone_at is null`,
  );
  refuseUnless(of !== undefined, "not_found", "该还款分配已撤回或不属于本账单");
  await follow(ctx, await undo(ctx, [allocation_id]));
  await deriveDue(ctx, peer);
  noted(ctx, s, { reason });
  return DONE;
}
