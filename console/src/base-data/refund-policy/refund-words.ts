/** Sentences about what is given back, as they are read out to a customer. */
import type { refundLine } from "@visadesk/contract/base-data/refund-policy.ts";
import { PART_LABELS, REFUND_STAGES, type RefundStage } from "@visadesk/contract/base-data/refund.rules.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { z } from "@visadesk/contract/kit/field.ts";

export type RefundLine = z.output<typeof refundLine>;
interface Result {
  stage: RefundStage;
  lines: readonly RefundLine[];
  total: number;
}

const shareOf = ({ rate, amount }: RefundLine): string =>
  rate === 0 ? "不退" : rate === 100 ? `全退 ${money(amount)}` : `退${rate}%即 ${money(amount)}`;
export const lineText = (line: RefundLine): string => `${PART_LABELS[line.kind]}${shareOf(line)}`;

/** 「预审中」服务费退80%即 ¥330.40，签证费全退 ¥715.00，合计可退 ¥1,045.40。 */
export const resultText = (r: Result): string =>
  r.lines.length === 0
    ? "没有可退的服务费和官方费用。"
    : `目前处于「${REFUND_STAGES[r.stage]}」，${r.lines.map(lineText).join("，")}，合计可退 ${money(r.total)}。`;

const SHORT: Readonly<Record<RefundStage, string>> = {
  paid: "未交",
  reviewing: "预审",
  reviewed: "通过",
  submitted: "送签",
  issued: "出签",
  refused: "拒签",
  refused_protected: "理赔",
};
/** The stage in two characters, under its bar. */
export const shortStage = (stage: RefundStage): string => SHORT[stage];
