/** 拒签风险卡: what became of people like this one with us, and the paper that made the largest difference. */
import { api, read } from "../../kit/endpoint.ts";
import { choice, date, id, int, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

export const RISK_DIMENSIONS = { mission: "使馆", identity: "身份", waived: "免交资料", age_band: "年龄段", province: "户籍省" } as const;
export type RiskDimension = keyof typeof RISK_DIMENSIONS;
/** Fewer cases say nothing; a wider cell is asked then. */
export const RISK_LEAST = 20;
export const RISK_MONTHS = 24;

const percent = (label: string) => z.number().meta({ label, kind: "number", percent: 100 });
const rated = z.object({ n: int("样本"), refused: percent("拒签率") });

export const applicantRisk = z.object({
  /** Null: nothing was reckoned yet. */
  counted_at: z.nullable(time("统计时间")),
  from: z.nullable(date("统计自")),
  mission_name: text("使馆", { min: 0 }),
  /** Null: too few of any cell. */
  cell: z.nullable(
    z.object({
      used: z.array(choice("口径", RISK_DIMENSIONS)),
      ...rated.shape,
      /** 95 % interval of the rate. */
      low: percent("下限"),
      high: percent("上限"),
    }),
  ),
  /** Of the papers he has not handed in, the one without which people were refused most more often. */
  paper: z.nullable(
    z.object({
      document_id: id("资料"),
      name: text("资料"),
      used: z.array(choice("口径", RISK_DIMENSIONS)),
      given: rated,
      lacking: rated,
      difference: percent("差"),
    }),
  ),
});

export const applicantRiskApi = api({
  applicant_risk_get: read("拒签风险卡", { any: [may.order_view, may.order_process] }, { id: id("申请人") }, applicantRisk),
});
