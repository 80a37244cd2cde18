/** Months of the books: held when they are over, gone through, and closed for ever by another person than who held them. */
import { LEDGER_KIND_WORDS } from "@visadesk/contract/finance/ledger.words.ts";
import type { CloseItem } from "@visadesk/contract/finance/period.ts";
import { periodApi } from "@visadesk/contract/finance/period.ts";
import { periodFlow } from "@visadesk/contract/finance/period.flow.ts";
import type { TrialRow } from "@visadesk/contract/finance/books/trial-balance.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import type { JobDef } from "#kit/jobs.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { dayOf } from "#kit/range.ts";
import { lockNewPeriods, makePeriods, monthOf } from "../../ledger/index.ts";
import { ownerNames } from "../books/owner-names.sql.ts";
import { trialRows } from "../books/trial-balance.sql.ts";
import { assertChecker } from "../checker.ts";
import { closeItems, monthSpan } from "./checklist.ts";
import { periodNoun } from "./period.noun.ts";
import {
  closedWith,
  gapsUntil,
  heldPeriod,
  isOver,
  journalsIn,
  periodList,
  shownPeriods,
  storedPeriod,
  type StoredPeriod,
} from "./period.sql.ts";

type Api = typeof periodApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = keyof typeof periodFlow.moves;
const DONE = { ok: true } as const;
const total = (list: readonly TrialRow[], of: "opening" | "debit" | "credit" | "closing"): number =>
  list.reduce((sum, r) => sum + r[of], 0);

async function preview({ id }: In<"period_preview">, ctx: Ctx) {
  const stored = await storedPeriod(ctx, id);
  const [period] = await shownPeriods(ctx, [stored]);
  const isClosed = stored.period_status === "closed";
  const kept = isClosed ? await closedWith(ctx.db, id) : null;
  const items = kept?.checklist ?? (await closeItems(ctx, stored.month));
  const trial = kept?.trial_balance ?? (await trialRows(ctx.db, stored.month));
  const owners = await ownerNames(ctx.db, trial);
  return {
    period: found(period),
    items,
    journals: await journalsIn(ctx.db, stored.month),
    open: items.filter((i) => i.count > 0).length,
    trial: trial.map((r) => ({ ...r, detail: owners(r) || (LEDGER_KIND_WORDS[r.kind] ?? r.kind) })),
    sums: {
      opening: total(trial, "opening"),
      debit: total(trial, "debit"),
      credit: total(trial, "credit"),
      closing: total(trial, "closing"),
    },
  };
}

/** As its caller saw it, held against postings. */
async function heldFor(ctx: Ctx, { id, version }: { id: number; version: number }, move: Move): Promise<StoredPeriod> {
  const p = await heldPeriod(ctx, id);
  expectUnmoved(p, version, () => `现在是「${periodFlow.states[p.period_status].label}」`);
  refuseUnless(
    periodFlow.moves[move].from.some((state) => state === p.period_status),
    "state_changed",
  );
  return p;
}
const OPEN_MONTH = "本月未结束，不能暂停或结账";

async function hold(seen: In<"period_hold">, ctx: Ctx): Promise<typeof DONE> {
  const p = await heldFor(ctx, seen, "hold");
  refuseUnless(isOver(p.month, ctx.now), "guard_failed", OPEN_MONTH);
  const set = { held_by: ctx.me.worker_id, held_at: ctx.now, updated_at: ctx.now };
  await moveRow(ctx, periodNoun, "hold", { ...seen, to: "hold", set });
  ctx.note({ noun: "period", noun_id: p.id, noun_no: p.month });
  return DONE;
}
async function reopen(seen: In<"period_reopen">, ctx: Ctx): Promise<typeof DONE> {
  const p = await heldFor(ctx, seen, "reopen");
  await moveRow(ctx, periodNoun, "reopen", { ...seen, to: "open", set: { held_by: null, held_at: null, updated_at: ctx.now } });
  ctx.note({ noun: "period", noun_id: p.id, noun_no: p.month });
  return DONE;
}

/** The items with what was said of them; refuses those that nobody may go over, and those nobody went over. */
async function gone(ctx: Ctx, { month }: StoredPeriod, said: In<"period_close">["acknowledged"]): Promise<CloseItem[]> {
  const reasons = new Map(said.map((s) => [s.key, s.reason]));
  const items = await closeItems(ctx, month);
  const left = items.filter((i) => i.count > 0);
  const must = left.find((i) => i.is_must);
  if (must) refuse("guard_failed", `${must.label} ${must.count} 项，处理后才能结账`);
  const unsaid = left.filter((i) => !reasons.has(i.key));
  if (unsaid.length > 0) refuse("confirm_needed", `有 ${unsaid.length} 项未处理`, { items: unsaid });
  return items.map((i) => ({ ...i, reason: i.count > 0 ? (reasons.get(i.key) ?? null) : null }));
}
async function close({ acknowledged, ...seen }: In<"period_close">, ctx: Ctx): Promise<typeof DONE> {
  const p = await heldFor(ctx, seen, "close");
  assertChecker(ctx, [p.held_by], "暂停该期间的人不能结账，请由他人结账");
  refuseUnless(isOver(p.month, ctx.now), "guard_failed", OPEN_MONTH);
  // No month comes in between: one that nobody booked in is closed like any other.
  await lockNewPeriods(ctx.db);
  await makePeriods(ctx, await gapsUntil(ctx.db, p.month));
  const checklist = await gone(ctx, p, acknowledged);
  const trial_balance = await trialRows(ctx.db, p.month);
  const set = {
    closed_by: ctx.me.worker_id,
    closed_at: ctx.now,
    checklist: JSON.stringify(checklist),
    trial_balance: JSON.stringify(trial_balance),
    updated_at: ctx.now,
  };
  await moveRow(ctx, periodNoun, "close", { ...seen, to: "closed", set });
  const left = checklist.filter((i) => i.reason !== null).map((i) => `${i.label} ${i.count} 项：${i.reason ?? ""}`);
  ctx.note({ noun: "period", noun_id: p.id, noun_no: p.month, reason: left.join("；") || null });
  return DONE;
}

/** The acts as the demo business makes them. */
export const periodActs = { hold, close };

export const periodServer = serve(periodApi, {
  period_query: async (input, ctx) => {
    const page = await pageOf<StoredPeriod>(ctx.db, input, periodList(input, ctx));
    return { ...page, list: await shownPeriods(ctx, page.list) };
  },
  period_preview: preview,
  period_hold: hold,
  period_reopen: reopen,
  period_close: close,
});

/** Every month up to the next one is there before anybody books in it. */
export async function makeNextPeriods(ctx: Ctx): Promise<number> {
  const thisMonth = monthOf(dayOf(ctx.now));
  const next = monthOf(dayOf(new Date(`${monthSpan(thisMonth).to}T12:00:00+08:00`), 1));
  await lockNewPeriods(ctx.db);
  const gaps = await gapsUntil(ctx.db, next);
  const wanted = gaps.length > 0 ? gaps : [thisMonth, next];
  await makePeriods(ctx, wanted);
  return gaps.length;
}
export const periodJobs: readonly JobDef[] = [
  { name: "period_make", label: "新建会计期间", cron: "every day 0:10", atomic: true, run: makeNextPeriods },
];
