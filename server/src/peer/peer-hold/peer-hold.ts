/** What people stop a peer from, and what they let it do for a time all the same. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { waiverTurn } from "@visadesk/contract/peer/peer/blocks.rules.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerHoldApi } from "@visadesk/contract/peer/peer/peer-hold.ts";
import { BLOCK_CAUSES, BLOCKS, HOLD_KINDS, WAIVER_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import { saveRow, saveRows } from "#kit/noun/save.ts";
import { workerMay } from "../../account/index.ts";
import type { OpenDoor } from "../doors.ts";
import { peerAccountNoun } from "../peer/peer-account.noun.ts";
import { factsOf, holdsOf, inForce } from "../peer/peer-blocks.sql.ts";
import { peerHoldNoun } from "../peer/peer-hold.noun.ts";
import { NO_PEER, peerScope } from "../peer/peer-scope.sql.ts";
import { lockedPeer, type StoredDetail } from "../peer/peer.sql.ts";

type Api = typeof peerHoldApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Hold = Output<Api["peer_hold_add"]>;
const NO_HOLD = "管控不存在或无权查看";
const DAY_MS = 86_400_000;
const DONE = { ok: true } as const;

const note = (ctx: Ctx, p: Pick<StoredDetail, "id" | "short_name">, change: Omit<FieldChange, "field">, reason: string): void =>
  ctx.note({ noun: "peer", noun_id: p.id, noun_no: p.short_name, reason, changes: [{ field: "holds", ...change }] });
const shownHold = async (ctx: Ctx, peerId: number, id: number): Promise<Hold> =>
  found(
    (await holdsOf(ctx, peerId)).find((h) => h.id === id),
    NO_HOLD,
  );
const wordsOf = (blocks: readonly (keyof typeof BLOCKS)[]): string => blocks.map((b) => BLOCKS[b]).join("、");

/** Those who look after it and whoever is named hear of it, as long as they may see peers. */
async function told(ctx: Ctx, p: StoredDetail, more: number | null, content: string): Promise<void> {
  for (const id of new Set([p.bd_owner_id, p.cs_owner_id, more])) {
    if (id === null || id === ctx.me.worker_id || !(await workerMay(ctx.db, id, may.peer))) continue;
    await sendMessage(ctx, {
      channel: "in_app",
      template: "peer_hold",
      receiver: String(id),
      receiver_worker_id: id,
      content: `同行「${p.short_name}」${content}`,
      ref_noun: "peer",
      ref_id: p.id,
    });
  }
}

/** Whoever is signed in is out at once. */
async function logOut(ctx: Ctx, p: StoredDetail, open: OpenDoor): Promise<void> {
  const out = await saveRows(ctx, peerAccountNoun, {
    where: q`peer_id = ${p.id} and status = 1`,
    set: { session_round: q`session_round + 1`, updated_at: ctx.now },
  });
  await open.sessionsEnd(
    ctx,
    out.map((a) => a.id),
    "同行已停登录",
  );
}

const placing =
  (open: OpenDoor) =>
  async ({ peer_id, kind, blocks: asked, reason }: In<"peer_hold_add">, ctx: Ctx): Promise<Hold> => {
    const p = found(await lockedPeer(ctx, peer_id), NO_PEER);
    refuseUnless(p.peer_status === "active", "state_changed", "同行已停用，无需冻结");
    const blocks = [...new Set(asked)];
    const { id } = await ctx.db
      .insertInto("peer_holds")
      .values({ peer_id, kind, blocks, reason, opened_by: ctx.me.worker_id, opened_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    note(ctx, p, { label: `${HOLD_KINDS[kind]}管控`, before: null, after: wordsOf(blocks) }, reason);
    if (blocks.includes("login")) await logOut(ctx, p, open);
    await told(ctx, p, null, `已冻结（${wordsOf(blocks)}）：${reason}`);
    return shownHold(ctx, peer_id, id);
  };

type Stored = Pick<Hold, "kind" | "blocks" | "released_at" | "version" | "reason"> & {
  id: number;
  peer_id: number;
  opened_by: number | null;
};
const storedHold = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<Stored | undefined> =>
  row<Stored>(
    ctx.db,
    q`select h.id, h.peer_id, h.kind, h.blocks, h.reason, h.opened_by, h.released_at, h.version from peer_holds h join peers p on p.id = h.peer_id
      where ${and([q`h.id = ${id}`, peerScope(ctx)])}`,
  );

async function release({ id, version, reason }: In<"peer_hold_release">, ctx: Ctx): Promise<typeof DONE> {
  const seen = found(await storedHold(ctx, id), NO_HOLD);
  const p = found(await lockedPeer(ctx, seen.peer_id), NO_HOLD);
  const h = found(await storedHold(ctx, id), NO_HOLD);
  expectUnmoved(h, version, () => (h.released_at === null ? "内容已变化" : "已解除"));
  refuseUnless(h.released_at === null, "state_changed", "该管控已解除");
  refuseUnless(h.opened_by !== ctx.me.worker_id, "maker_is_checker", "不能解除自己设置的管控");
  const set = { released_by: ctx.me.worker_id, released_at: ctx.now, release_reason: reason };
  await saveRow(ctx, peerHoldNoun, { id, version, set, told: true });
  const said = h.kind === "waiver" ? "临时放行" : `${HOLD_KINDS[h.kind]}管控`;
  note(ctx, p, { label: said, before: wordsOf(h.blocks) || "放行中", after: "已解除" }, reason);
  await told(ctx, p, h.opened_by, `的${said}已解除：${reason}`);
  return DONE;
}

function untilIssue(until: Date, now: Date): void {
  const left = until.getTime() - now.getTime();
  if (left <= 0) throw badInput({ path: "until", message: "放行至须晚于现在" });
  if (left > WAIVER_DAYS * DAY_MS) throw badInput({ path: "until", message: `最长放行${WAIVER_DAYS}天` });
}

/** Lets the peer past one cause until a second that is named; nothing runs then, it is looked at. */
async function waive({ peer_id, cause, cause_id, until, reason }: In<"peer_hold_waive">, ctx: Ctx): Promise<Hold> {
  const p = found(await lockedPeer(ctx, peer_id), NO_PEER);
  untilIssue(new Date(until), ctx.now);
  const facts = found((await factsOf(ctx.db, [peer_id])).get(peer_id), NO_PEER);
  const stops = (await inForce(ctx.db, facts, ctx.now)).find((b) => b.cause === cause && b.cause_id === cause_id);
  refuseUnless(stops, "guard_failed", "该原因现在没有限制此同行，无需放行");
  const hold = cause === "hold" ? await storedHold(ctx, cause_id) : undefined;
  refuseUnless(hold?.opened_by !== ctx.me.worker_id, "maker_is_checker", "不能放行自己设置的管控");
  const turn = waiverTurn({ cause, cause_id }, facts.waivers);
  if (typeof turn === "string") return refuse("limit_exceeded", turn);
  const { id } = await ctx.db
    .insertInto("peer_holds")
    .values({
      peer_id,
      kind: "waiver",
      reason,
      opened_by: ctx.me.worker_id,
      opened_at: ctx.now,
      cause,
      cause_id,
      turn,
      until: new Date(until),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  note(ctx, p, { label: `临时放行·${BLOCK_CAUSES[cause]}`, before: stops.text, after: `至 ${time(until)}` }, reason);
  await told(ctx, p, hold?.opened_by ?? null, `临时放行（${BLOCK_CAUSES[cause]}）至 ${time(until)}：${reason}`);
  return shownHold(ctx, peer_id, id);
}

export const peerHoldServer = (doors: { readonly open: OpenDoor }) =>
  serve(peerHoldApi, { peer_hold_add: placing(doors.open), peer_hold_release: release, peer_hold_waive: waive });
