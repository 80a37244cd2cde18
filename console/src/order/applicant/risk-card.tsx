/** 拒签风险卡: how often people like this one were refused with us, and the paper whose absence made the largest difference. */
import {
  applicantRiskApi,
  RISK_DIMENSIONS,
  RISK_LEAST,
  RISK_MONTHS,
  type RiskDimension,
} from "@visadesk/contract/order/risk/applicant-risk.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { None, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";

export interface RiskCardProps {
  applicantId: number;
}
type Risk = Output<typeof applicantRiskApi.applicant_risk_get>;

const rate = (n: number): string => `${n.toFixed(1)}%`;
const usedText = (used: readonly RiskDimension[]): string => used.map((d) => RISK_DIMENSIONS[d]).join(" × ");

function Cell({ risk }: { risk: Risk }) {
  const { cell } = risk;
  if (!cell) return <None>样本不足 {RISK_LEAST} 人，不显示拒签率</None>;
  const all = Object.keys(RISK_DIMENSIONS).length;
  return (
    <Stack gap={4}>
      <p>
        拒签率 <b className="vd-num">{rate(cell.refused)}</b>{" "}
        <span className="vd-muted vd-num">
          95% 区间 {rate(cell.low)}–{rate(cell.high)}，n={cell.n}
        </span>
      </p>
      <p className="vd-muted vd-small">
        口径：{usedText(cell.used)}
        {cell.used.length < all && `（更细的分组不足 ${RISK_LEAST} 人）`}
      </p>
    </Stack>
  );
}

function Paper({ risk }: { risk: Risk }) {
  const { paper } = risk;
  if (!paper) return <p className="vd-muted vd-small">缺少的资料里，没有哪一项能看出差别</p>;
  return (
    <Stack gap={4}>
      <p>
        影响最大的缺少资料：<b>{paper.name}</b>
      </p>
      <p className="vd-small vd-num">
        已交 {rate(paper.given.refused)}（n={paper.given.n}），未交 {rate(paper.lacking.refused)}（n={paper.lacking.n}），相差{" "}
        {paper.difference.toFixed(1)} 个百分点
      </p>
      <p className="vd-muted vd-small">口径：{usedText(paper.used)}</p>
    </Stack>
  );
}

export function RiskCard({ applicantId }: RiskCardProps) {
  const answer = useRecord(applicantRiskApi.applicant_risk_get, { id: applicantId });
  return (
    <Reads answer={answer} rows={3}>
      {(risk) =>
        risk.counted_at === null ? (
          <None>还没有统计，每天凌晨统计一次</None>
        ) : (
          <Stack as="section" aria-label="拒签风险卡">
            <Cell risk={risk} />
            <Paper risk={risk} />
            <p className="vd-dim">
              {risk.mission_name}近 {RISK_MONTHS} 个月本公司出结果的申请人，统计于 {time(risk.counted_at).slice(0, 16)}
            </p>
          </Stack>
        )
      }
    </Reads>
  );
}
