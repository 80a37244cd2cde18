/** Evaluations in words: their stars, their tags, where one opens. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { EVALUATE_TAGS, type orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";

export type EvaluateRow = Output<typeof orderEvaluateApi.order_evaluate_query>["list"][number];
export type EvaluateDetail = Output<typeof orderEvaluateApi.order_evaluate_get>;
export const evaluateHref = ({ id }: { id: number }): string => to("order-evaluate-detail", { id: String(id) });

export const Stars = ({ score }: { score: number }) => (
  <span>
    <b className="vd-num">{score}</b>{" "}
    <span className="vd-warn" aria-hidden="true">
      {"★".repeat(score)}
      {"☆".repeat(5 - score)}
    </span>
  </span>
);
export const Tags = ({ of }: { of: EvaluateRow["tags"] }) =>
  of.length === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className="vd-marks">
      {of.map((t) => (
        <Mark key={t}>{EVALUATE_TAGS[t]}</Mark>
      ))}
    </span>
  );
const PARTS = [
  ["score_guide", "指导"],
  ["score_speed", "时效"],
  ["score_service", "服务"],
  ["score_logistics", "物流"],
] as const;
export const partsText = (e: EvaluateRow): string =>
  PARTS.flatMap(([name, label]) => (e[name] === null ? [] : [`${label}${e[name]}`])).join(" ");
