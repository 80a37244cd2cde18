/** 签证专家: how each gets orders, what came of them, and which order went to whom. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { expertApi, PERIOD_DAYS, SAMPLE_MIN } from "@visadesk/contract/setting/expert.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { dayStart, instantsOf } from "#kit/range.ts";
import { interval, percent } from "#kit/http/rate.ts";
import { badInput, conflict, found, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { workerFacts } from "../../account/index.ts";
import { freeExperts } from "../duty/duty.ts";
import { figureRows, headCounts, type FigureFilter, type FigurePage, type FigureRow, type Period } from "./expert-figure.sql.ts";
import { fallbacksSince, pickList, type PickRow } from "./expert-pick.sql.ts";
import { configOf, lockExpert, insertExpert, storedExpert, type StoredExpert } from "./expert.sql.ts";
import { unknownCountry } from "../worker/team.sql.ts";
import { saveRow } from "#kit/noun/save.ts";
import { expertNoun } from "./expert.noun.ts";

type Api = typeof expertApi;
type Expert = Output<Api["expert_query"]>["list"][number];

/** Whom the caller sees: his data scope with the screen's code, himself without it. */
export const seenBy = (ctx: Pick<Ctx, "me" | "has">): readonly number[] | null =>
  ctx.has(may.expert) ? ctx.me.scope_ids : [ctx.me.worker_id];

const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
const rate = (hits: number, n: number): number | null => (n === 0 ? null : percent(hits / n));
const hours = (minutes: number | null): number | null => (minutes === null ? null : round(minutes / 60, 1));

/** The rate against what others reach with the same cases; nothing under 20 of them. */
function adjusted(r: FigureRow): Pick<Expert, "expected_rate" | "adjusted_diff" | "rate_low" | "rate_high"> {
  if (r.finished < SAMPLE_MIN || r.expected === null) return { expected_rate: null, adjusted_diff: null, rate_low: null, rate_high: null };
  const { low, high } = interval(r.issued, r.finished);
  return {
    expected_rate: percent(r.expected),
    adjusted_diff: percent(r.issued / r.finished - r.expected),
    rate_low: percent(low),
    rate_high: percent(high),
  };
}

const expertOf = (r: FigureRow, today: string | null): Expert => ({
  ...r,
  ...adjusted(r),
  off_today: r.off ?? today,
  issue_rate: rate(r.issued, r.finished),
  review_hours: hours(r.review_minutes),
  own_hours: hours(r.own_minutes),
  on_time_rate: rate(r.on_time, r.reviews_ended),
  supplement_mean: round(r.supplement_mean, 2),
  score_mean: round(r.score_mean, 2),
  good_rate: rate(r.good_count, r.evaluate_count),
});

/** The asked period, else the last 90 days. */
function periodOf(ctx: Pick<Ctx, "now">, asked: Parsed<Api["expert_query"]>["result_at"]): Period {
  const { from, to } = instantsOf(asked);
  const period = { from: from ?? dayStart(ctx.now, -PERIOD_DAYS), to: to ?? ctx.now, now: ctx.now };
  if (period.from >= period.to) throw badInput({ path: "result_at", message: "统计期间的结束须晚于开始" });
  return period;
}

/** Why each expert takes nothing today; null where he can. */
const offToday = async (ctx: Ctx): Promise<ReadonlyMap<number, string | null>> =>
  new Map((await freeExperts(ctx.db, [shanghaiDate(ctx.now)])).map((e) => [e.worker_id, e.off[0] || null]));

async function expertRows(ctx: Ctx, filter: FigureFilter, period: Period, page: FigurePage): Promise<{ list: Expert[]; total: number }> {
  const rows = await figureRows(ctx.db, filter, seenBy(ctx), period, page);
  const off = await offToday(ctx);
  return { list: rows.map((r) => expertOf(r, off.get(r.worker_id) ?? null)), total: rows[0]?._total ?? 0 };
}

async function expertQuery(input: Parsed<Api["expert_query"]>, ctx: Ctx): Promise<Output<Api["expert_query"]>> {
  const { page, page_size, sort, order } = input;
  const at = { sort, order, limit: page_size, offset: (page - 1) * page_size };
  const period = periodOf(ctx, input.result_at);
  const { list, total } = await expertRows(ctx, input, period, at);
  // A page behind the last row has no row to say the total.
  const known = list.length > 0 || page === 1 ? total : (await expertRows(ctx, input, period, { ...at, limit: 1, offset: 0 })).total;
  return { list, total: input.count === false ? null : known, total_capped: false, page, page_size, cursor: null };
}

async function expertGet({ worker_id }: { worker_id: number }, ctx: Ctx): Promise<Output<Api["expert_get"]>> {
  const scope = seenBy(ctx);
  const stored = scope === null || scope.includes(worker_id) ? await configOf(ctx.db, worker_id) : undefined;
  if (!stored) return { expert: null };
  return { expert: { ...stored, off_today: stored.off ?? (await offToday(ctx)).get(worker_id) ?? null } };
}

async function expertStat(ctx: Ctx): Promise<Output<Api["expert_stat_get"]>> {
  const scope = seenBy(ctx);
  const [head] = await headCounts(ctx.db, scope);
  const free = (await freeExperts(ctx.db, [shanghaiDate(ctx.now)])).filter(
    (e) => e.free[0] === true && (scope === null || scope.includes(e.worker_id)),
  );
  return {
    ...(head ?? { experts: 0, open_applicants: 0, over_limit: 0 }),
    free_today: free.length,
    // Orders without an expert belong to nobody's scope but all.
    fallbacks: scope === null ? await fallbacksSince(ctx.db, dayStart(ctx.now, -PERIOD_DAYS)) : [],
  };
}

const LABELS: Readonly<Record<keyof Omit<StoredExpert, "id" | "version">, string>> = {
  display_name: "对客称呼",
  country_ids: "国家",
  handle_urgent: "接加急",
  max_open: "在办上限(人)",
  weight: "权重",
  accept_new: "接单",
};
const FIELDS: readonly (keyof typeof LABELS)[] = ["display_name", "country_ids", "handle_urgent", "max_open", "weight", "accept_new"];
const NEW = { display_name: "", country_ids: [], handle_urgent: true, max_open: 40, weight: 2, accept_new: true };

function changesOf(before: StoredExpert | undefined, after: Omit<StoredExpert, "id" | "version">): FieldChange[] {
  return FIELDS.map((field) => ({ field, label: LABELS[field], before: before?.[field] ?? null, after: after[field] })).filter(
    (c) => JSON.stringify(c.before) !== JSON.stringify(c.after),
  );
}

async function expertUpdate({ worker_id, version, ...input }: Parsed<Api["expert_update"]>, ctx: Ctx): Promise<{ ok: true }> {
  const scope = seenBy(ctx);
  const worker = found(scope === null || scope.includes(worker_id) ? await workerFacts(ctx.db, worker_id) : null, "员工不存在或无权查看");
  await lockExpert(ctx.db, worker_id);
  const before = await storedExpert(ctx.db, worker_id);
  // Version 0: he has no row yet.
  const stored = { ...before, worker_id, version: before?.version ?? 0 };
  if (stored.version !== version) throw conflict(TEXTS.conflict, stored);
  const after = { ...NEW, ...before, ...definedOf(input) };
  // Who leaves or changes his role keeps his row; he only takes nothing new.
  if (!before || after.accept_new)
    refuseUnless(
      worker.status === 1 && worker.codes.includes(may.order_process),
      "guard_failed",
      worker.status === 1 ? "该员工没有订单处理权限" : "该员工已停用",
    );
  if (after.display_name === "") throw badInput({ path: "display_name", message: "请输入对客称呼" });
  const unknown = input.country_ids ? await unknownCountry(ctx.db, input.country_ids) : null;
  if (unknown !== null) throw badInput({ path: "country_ids", message: `国家 ${unknown} 不存在，请重新选择` });
  const { display_name, country_ids, handle_urgent, max_open, weight, accept_new } = {
    ...after,
    country_ids: [...new Set(after.country_ids)].sort(),
  };
  const row = { display_name, country_ids, handle_urgent, max_open, weight, accept_new };
  if (before) await saveRow(ctx, expertNoun, { id: worker_id, version, set: { ...row, updated_at: ctx.now }, told: true });
  else await insertExpert(ctx.db, worker_id, row, ctx.me.worker_id, ctx.now);
  ctx.note({ noun: "expert", noun_id: worker_id, noun_no: worker.account, changes: changesOf(before, row) });
  return { ok: true };
}

export const expertServer = serve(expertApi, {
  expert_query: expertQuery,
  expert_stat_get: (_input, ctx) => expertStat(ctx),
  expert_get: expertGet,
  expert_update: expertUpdate,
  expert_pick_query: (input, ctx) => pageOf<PickRow>(ctx.db, input, pickList(input, seenBy(ctx))),
});
