/** What pre-review says about papers: figures counted at night, the latest verdicts live. */
import { PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import { documentStatApi, LAST_REVIEWS, REVIEWS_MIN, type ReviewedNoun } from "@visadesk/contract/base-data/paper/document-stat.ts";
import { prefixed, type Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { JobDef } from "#kit/jobs.ts";
import { found } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { Doors, OrderDoor, ReviewStat, ReviewWindow } from "../doors.ts";
import { isOfKind, papersSince, qualityRows, saveStats, type StatRow } from "./document-stat.sql.ts";
import { rejectReasonsOf } from "../record/reference.sql.ts";

type Review = Output<typeof documentStatApi.elec_review_get>;
type Quality = Output<typeof documentStatApi.elec_quality_get>;

const DAY = 86_400_000;
const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY);
const window = (document_id: number, from: Date, to: Date): ReviewWindow => ({
  document_id,
  from: from.toISOString(),
  to: to.toISOString(),
});
/** Share of first verdicts that passed; null where there are too few to say. */
export const rateOf = (s: { reviewed: number; passed: number }): number | null => (s.reviewed < REVIEWS_MIN ? null : s.passed / s.reviewed);

async function named(db: Db, reasons: ReviewStat["reasons"]): Promise<Review["reasons"]> {
  const known = await rejectReasonsOf(
    db,
    reasons.flatMap((r) => r.code ?? []),
  );
  return reasons.map((r) => ({ ...r, text: (r.code !== null && known.get(r.code)?.text) || "未记录原因" }));
}

async function reviewOf(noun: ReviewedNoun, order: OrderDoor, id: number, ctx: Ctx): Promise<Review> {
  found((await isOfKind(ctx.db, id, PAPERS[noun].kind)) || null, `${PAPERS[noun].label}不存在`);
  const last = await order.lastReviews(ctx.db, id, LAST_REVIEWS);
  return { ...last, rate: rateOf(last), reasons: await named(ctx.db, last.reasons) };
}

async function qualityOf(noun: ReviewedNoun, ctx: Ctx): Promise<Quality> {
  const stats = await qualityRows(ctx.db, PAPERS[noun].kind, later(ctx.now, -90));
  const list = await Promise.all(
    stats.map(async (s) => ({
      ...s,
      rejected_90: s.reviewed_90 - s.passed_90,
      reasons: await named(ctx.db, s.reasons),
      before_rate: rateOf({ reviewed: s.before_reviewed, passed: s.before_passed }),
      after_rate: rateOf({ reviewed: s.after_reviewed, passed: s.after_passed }),
    })),
  );
  return { list, at: stats[0]?.at ?? null };
}

/** Counts 90 days of every paper, and the 30 days on both sides of a text edited in them. */
async function countStats(ctx: Ctx, order: OrderDoor): Promise<{ papers: number }> {
  const { db, now } = ctx;
  const papers = await papersSince(db, later(now, -90));
  const whole = await order.reviewStats(
    db,
    papers.map((p) => window(p.id, later(now, -90), now)),
  );
  const edited = papers.flatMap((p) => (p.text_at === null ? [] : [{ id: p.id, at: new Date(p.text_at) }]));
  const before = await order.reviewStats(
    db,
    edited.map((e) => window(e.id, later(e.at, -30), e.at)),
  );
  const after = await order.reviewStats(
    db,
    edited.map((e) => window(e.id, e.at, later(e.at, 30))),
  );
  const around = new Map(edited.map((e, i) => [e.id, { before: before[i], after: after[i] }]));
  const stats = papers.map((p, i): StatRow => {
    const all = whole[i] ?? { reviewed: 0, passed: 0, reasons: [] };
    const edit = around.get(p.id);
    return {
      document_id: p.id,
      reviewed_90: all.reviewed,
      passed_90: all.passed,
      first_pass_rate: rateOf(all),
      reasons: all.reasons,
      before_reviewed: edit?.before?.reviewed ?? 0,
      before_passed: edit?.before?.passed ?? 0,
      after_reviewed: edit?.after?.reviewed ?? 0,
      after_passed: edit?.after?.passed ?? 0,
    };
  });
  await saveStats(db, stats, now);
  return { papers: stats.length };
}

const handlers = <const N extends ReviewedNoun>(noun: N, order: OrderDoor) =>
  prefixed(noun, {
    review_get: ({ id }: { id: number }, ctx: Ctx) => reviewOf(noun, order, id, ctx),
    quality_get: (_: object, ctx: Ctx) => qualityOf(noun, ctx),
  });

export const documentStatServer = ({ order }: Doors): { readonly [K in keyof typeof documentStatApi]: Served } =>
  serve(documentStatApi, { ...handlers("elec", order), ...handlers("mail", order), ...handlers("photo", order) });

export const documentStatJobs = ({ order }: Doors): readonly JobDef[] => [
  { name: "document_stat", label: "资料首次通过率", cron: "every day 2:20", atomic: true, run: (ctx) => countStats(ctx, order) },
];
