/** What becomes of a request for other terms: passed by a second person into the peer, rejected, taken back. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { changeRows, rowsText } from "@visadesk/contract/peer/peer/change.rules.ts";
import type { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { peerChangeFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { CHANGE_KINDS, CHANGE_REJECTS, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRow, saveRows } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { workerMay } from "../../account/index.ts";
import { peerAccountNoun } from "../peer/peer-account.noun.ts";
import { peerChangeNoun } from "../peer/peer-change.noun.ts";
import { lockedPeer } from "../peer/peer.sql.ts";
import { peerNoun } from "../peer/peer.noun.ts";
import { searchOf } from "../peer/search.ts";
import { sameTerms, standing, termed, termsFault, type Termed } from "./change.terms.ts";
import { noteChange } from "./peer-change.add.ts";
import { accountNames, lockedChange, NO_CHANGE, storedChange, TOO_LATE, VALUE_MOVED, type StoredChange } from "./peer-change.sql.ts";

type Api = typeof peerChangeApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = keyof typeof peerChangeFlow.moves;
const DONE = { ok: true } as const;
const WORDS = peerChangeFlow.states;
const TO = { approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const satisfies Record<Move, string>;

interface Held {
  c: StoredChange;
  p: Termed;
}
/** The request as its caller saw it and its peer, both held: the peer first, as everywhere. */
async function heldFor(ctx: Ctx, { id, version }: { id: number; version: number }, move: Move): Promise<Held> {
  const seen = found(await storedChange(ctx, id), NO_CHANGE);
  const p = await termed(ctx.db, found(await lockedPeer(ctx, seen.peer_id), NO_CHANGE));
  const c = found(await lockedChange(ctx, id), NO_CHANGE);
  expectUnmoved(c, version, () => `现在是「${WORDS[c.change_status].label}」`);
  refuseUnless(
    peerChangeFlow.moves[move].from.some((state) => state === c.change_status),
    "state_changed",
  );
  const isMine = c.created_by === ctx.me.worker_id;
  if (move === "withdraw") refuseUnless(isMine, "guard_failed", "只有提交人可以撤回");
  else refuseUnless(!isMine, "maker_is_checker", "不能审核自己提交的申请");
  return { c, p };
}

async function moved(ctx: Ctx, { c, p }: Held, move: Move, set: SetOf<"peer_changes">, reason: string): Promise<void> {
  await moveRow(ctx, peerChangeNoun, move, { id: c.id, version: c.version, to: TO[move], set: { ...set, updated_at: ctx.now } });
  await noteChange(ctx, p, { ...c, reason, said: peerChangeFlow.moves[move].label });
}

/** Who asked for it and who looks after the peer hear of it, as long as they may see peers. */
async function told(ctx: Ctx, { c, p }: Held, said: string): Promise<void> {
  const accounts =
    c.kind === "owner_account"
      ? await accountNames(
          ctx.db,
          [c.old_value, c.new_value].map((v) => Number(v["account_id"])),
        )
      : undefined;
  const what = rowsText(changeRows(c.kind, c.old_value, c.new_value, accounts));
  for (const id of new Set([c.created_by, p.bd_owner_id, p.cs_owner_id])) {
    if (id === null || id === ctx.me.worker_id || !(await workerMay(ctx.db, id, may.peer))) continue;
    await sendMessage(ctx, {
      channel: "in_app",
      template: "peer_change",
      receiver: String(id),
      receiver_worker_id: id,
      content: `「${p.short_name}」的${CHANGE_KINDS[c.kind]}申请 ${c.change_no}（${what}）${said}`,
      ref_noun: "peer",
      ref_id: p.id,
    });
  }
}

/** The columns of the peer that the request writes. */
function setOf(kind: ChangeKind, { c, p }: Held): SetOf<"peers"> {
  const to = c.new_value;
  if (kind === "level")
    return {
      level_id: String(to["level_id"]),
      level_locked_until: c.valid_to,
      level_lock_reason: c.valid_to === null ? "" : c.reason,
    };
  if (kind !== "company") return to;
  const name = String(to["name"]);
  const former_names = name === p.name ? p.former_names : [...new Set([...p.former_names, p.name])];
  return { ...to, former_names, search_text: searchOf({ ...p, name, credit_code: String(to["credit_code"]), former_names }) };
}

/** The login that owned it stays as an operator. */
async function passOwner(ctx: Ctx, { c, p }: Held): Promise<void> {
  const set = (role: "owner" | "operator") => ({ role, updated_at: ctx.now });
  await saveRows(ctx, peerAccountNoun, { where: q`peer_id = ${p.id} and role = 'owner' and status = 1`, set: set("operator") });
  await saveRows(ctx, peerAccountNoun, { where: q`id = ${Number(c.new_value["account_id"])} and peer_id = ${p.id}`, set: set("owner") });
}

async function approve({ note, ...seen }: In<"peer_change_approve">, ctx: Ctx): Promise<typeof DONE> {
  const held = await heldFor(ctx, seen, "approve");
  const { c, p } = held;
  refuseUnless(sameTerms(standing(c.kind, p), c.old_value), "state_changed", VALUE_MOVED);
  refuseUnless(c.valid_to === null || c.valid_to >= dayOf(ctx.now), "guard_failed", TOO_LATE);
  const fault = await termsFault(ctx, p, c);
  if (fault) refuse(fault.code, fault.message);
  if (c.kind === "owner_account") await passOwner(ctx, held);
  else await saveRow(ctx, peerNoun, { id: p.id, version: p.version, set: { ...setOf(c.kind, held), updated_at: ctx.now }, told: true });
  await moved(ctx, held, "approve", { decided_by: ctx.me.worker_id, decided_at: ctx.now, decided_note: note ?? "" }, c.reason);
  await told(ctx, held, "已通过");
  return DONE;
}

async function reject({ reason_code, reason, ...seen }: In<"peer_change_reject">, ctx: Ctx): Promise<typeof DONE> {
  const held = await heldFor(ctx, seen, "reject");
  const said = `${CHANGE_REJECTS[reason_code]}：${reason}`;
  await moved(ctx, held, "reject", { decided_by: ctx.me.worker_id, decided_at: ctx.now, decided_note: said }, said);
  await told(ctx, held, `被驳回：${said}`);
  return DONE;
}

async function withdraw(seen: In<"peer_change_withdraw">, ctx: Ctx): Promise<typeof DONE> {
  const held = await heldFor(ctx, seen, "withdraw");
  await moved(ctx, held, "withdraw", {}, held.c.reason);
  return DONE;
}

export const changeMoves = { peer_change_approve: approve, peer_change_reject: reject, peer_change_withdraw: withdraw };
