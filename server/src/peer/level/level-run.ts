/** 定级复核: lines of a quarter, what their BD says, what is decided; and levels that are locked. */
import { askedText, earnedLevel, stillEarns } from "@visadesk/contract/peer/level/level.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, q } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { workerNames } from "../peer/names.sql.ts";
import { peerScope } from "../peer/peer-scope.sql.ts";
import { graded, levelTerms } from "./level-figures.sql.ts";
import { applyLine, keepLine, openLines, type OpenLine } from "./level-line.ts";
import { peerLevelLineNoun } from "./peer-level.noun.ts";
import {
  lineList,
  lineMatching,
  lockList,
  storedLine,
  type LineRow,
  type LockRow,
  type StoredLine,
  type StoredLock,
} from "./peer-level.sql.ts";

type Api = typeof peerLevelApi;
const NO_LINE = "复核记录不存在或无权查看";

async function shownLines(ctx: Pick<Ctx, "db">, list: readonly StoredLine[]): Promise<LineRow[]> {
  const levels = await levelTerms(ctx.db);
  const names = await workerNames(
    ctx.db,
    list.flatMap((l) => [l.bd_owner_id, l.decided_by]),
  );
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  return list.map(({ gmv_min, orders_min, topup_min, match, bd_owner_id, decided_by, ...l }) => ({
    ...l,
    asked_text: askedText({ gmv_min, orders_min, topup_min, match }),
    is_earned: stillEarns(levels, l.from_level, l),
    bd_owner_name: name(bd_owner_id),
    decided_by_name: name(decided_by),
  }));
}

type Decide = Parsed<Api["peer_level_run_decide"]>;
/** Those named, or all of a filter as many as were seen; held. */
async function chosen({ ids, filter, expected_count }: Decide, ctx: Ctx): Promise<OpenLine[]> {
  if ((ids === undefined) === (filter === undefined)) throw badInput({ path: "ids", message: "请选择要处理的复核" });
  if (ids) {
    const wanted = [...new Set(ids)];
    const lines = await openLines(ctx.db, and([q`l.id = any(${wanted}::int8[])`, peerScope(ctx)]), true);
    refuseUnless(lines.length === wanted.length, "state_changed", "部分复核已处理，请刷新后再试");
    return lines;
  }
  if (expected_count === undefined) throw badInput({ path: "expected_count", message: "请输入预计数量" });
  const lines = await openLines(ctx.db, lineMatching(filter ?? {}, ctx), true);
  refuseUnless(lines.length === expected_count, "count_changed", `名单已变化：预计 ${expected_count}，现为 ${lines.length}`, {
    total: lines.length,
  });
  return lines;
}
type Decided = Output<Api["peer_level_run_decide"]>;
/** One alone is refused where it cannot go down; of several it keeps its level, as it would when the day comes, and is named. */
async function decide(input: Decide, ctx: Ctx): Promise<Decided> {
  if (input.decision === "keep" && input.reason.length < 2) throw badInput({ path: "reason", message: "请输入保留原因" });
  const lines = await chosen(input, ctx);
  if (lines.length === 0) throw badInput({ path: "ids", message: "请选择要处理的复核" });
  const left: Decided["left"] = [];
  for (const line of lines) {
    if (input.decision === "keep") await keepLine(ctx, line, input.reason);
    else {
      const stays = await applyLine(ctx, line);
      if (stays !== null) left.push({ name: line.short_name, msg: stays });
    }
  }
  const [only] = left;
  if (only && lines.length === 1) refuse("state_changed", `「${only.name}」${only.msg}，请选择保留`);
  return { done: lines.length - left.length, left: left.map((l) => ({ ...l, msg: `${l.msg}，保留原级` })) };
}

async function shownLocks(ctx: Pick<Ctx, "db" | "now">, list: readonly StoredLock[]): Promise<LockRow[]> {
  const [levels, figures, names] = await Promise.all([
    levelTerms(ctx.db),
    graded(ctx.db, ctx.now, q`p.id = any(${list.map((p) => p.id)}::int8[])`),
    workerNames(
      ctx.db,
      list.map((p) => p.bd_owner_id),
    ),
  ]);
  const of = new Map(figures.map((f) => [f.id, f]));
  return list.map(({ bd_owner_id, ...p }) => {
    const has = of.get(p.id);
    return { ...p, earned_level: has ? earnedLevel(levels, has) : p.level_id, bd_owner_name: names.get(bd_owner_id ?? 0) ?? null };
  });
}

export const levelRunServer = {
  peer_level_run_query: async (input, ctx) => {
    const page = await pageOf<StoredLine>(ctx.db, input, lineList(input, ctx));
    return { ...page, list: await shownLines(ctx, page.list) };
  },
  peer_level_run_decide: decide,
  peer_level_line_note: async ({ id, version, bd_note }, ctx) => {
    const line = found(await storedLine(ctx, id), NO_LINE);
    refuseUnless(line.decision === "pending", "state_changed", "该复核已处理，不能再填写意见");
    await lockRow(ctx, peerLevelLineNoun, { id, version });
    await saveRow(ctx, peerLevelLineNoun, { id, version, set: { bd_note, updated_at: ctx.now } });
    const [shown] = await shownLines(ctx, [found(await storedLine(ctx, id), NO_LINE)]);
    return found(shown, NO_LINE);
  },
  peer_level_lock_query: async (input, ctx) => {
    const page = await pageOf<StoredLock>(ctx.db, input, lockList(input, ctx));
    return { ...page, list: await shownLocks(ctx, page.list) };
  },
} satisfies Partial<Handlers<Api>>;
