/** What pre-review says about a paper: first verdicts, top reasons, and whether a changed text helped. */
import { api, prefixed, read } from "../../kit/endpoint.ts";
import { id, int, share, text, time, z } from "../../kit/field.ts";
import { PAPERS } from "./document.ts";
import { recordStatus } from "./record.ts";

/** Papers whose files are judged at pre-review. */
export const REVIEWED_NOUNS = ["elec", "mail", "photo"] as const;
export type ReviewedNoun = (typeof REVIEWED_NOUNS)[number];
/** A share of fewer first verdicts says nothing and is not shown. */
export const REVIEWS_MIN = 5;
/** Verdicts 最近100次审核 looks at. */
export const LAST_REVIEWS = 100;

const rate = (label: string) => z.nullable(share(label));
const reasons = z.array(z.object({ code: z.nullable(z.string()), text: text("原因"), n: int("次数") })).meta({ label: "主要原因" });

export const paperReview = z.object({
  /** First verdicts among the last 100 that there were. */
  reviewed: int("审核数"),
  passed: int("首次通过"),
  rate: rate("首次通过率"),
  reasons,
});
export const paperQuality = z.object({
  id: id("编号"),
  name: text("名称"),
  status: recordStatus(),
  reviewed_90: int("90天审核数"),
  rejected_90: int("首次不合格"),
  first_pass_rate: rate("首次通过率"),
  reasons,
  /** Last edit of the text, when it lies in the last 90 days. */
  text_at: z.nullable(time("改文")),
  before_rate: rate("改前30天"),
  before_reviewed: int("改前审核数"),
  after_rate: rate("改后30天"),
  after_reviewed: int("改后审核数"),
});

const stats = <const N extends ReviewedNoun>(noun: N) => {
  const { label, code } = PAPERS[noun];
  return prefixed(noun, {
    review_get: read(`${label}最近审核`, code, { id: id("编号") }, paperReview),
    /** Worst first: rejected share × volume of 90 days. `at`: when it was counted; null before the first night. */
    quality_get: read(`${label}质量`, code, {}, z.object({ list: z.array(paperQuality), at: z.nullable(time("统计时间")) })),
  });
};
export const documentStatApi = api({ ...stats("elec"), ...stats("mail"), ...stats("photo") });
