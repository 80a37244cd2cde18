/** 派单解释: what was weighed when an order went to its expert, in a sentence and in a table. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { expertApi } from "@visadesk/contract/setting/expert.ts";

export type ExpertPick = Output<typeof expertApi.expert_pick_query>["list"][number];
type Candidate = ExpertPick["candidates"][number];

const loadText = (c: Candidate): string => `在办 ${c.open} ÷ 权重 ${c.weight} = ${c.load.toFixed(2)}`;

/** Why it went where it went. */
export function pickSentence(pick: ExpertPick): string {
  const picked = pick.candidates.find((c) => c.worker_id === pick.picked_id);
  const name = pick.picked_name ?? "";
  if (pick.step === "nobody") return "没有空闲的签证专家，负责该国家的团队也没有组长，未派出";
  if (pick.step === "leader") return `没有空闲的签证专家，转给负责该国家团队的组长 ${name}`;
  const equal = picked && pick.candidates.some((c) => c !== picked && c.excluded === null && c.load === picked.load);
  const why = picked ? `负载最低（${loadText(picked)}）${equal ? "，与他人相同时派给最久没有派到的人" : ""}` : "负载最低";
  return pick.step === "relaxed" ? `没有空闲的加急专家，放宽加急后派给 ${name}：${why}` : `派给 ${name}：${why}`;
}

const isPicked = (pick: ExpertPick, c: Candidate): boolean => c.worker_id === pick.picked_id && pick.step !== "leader";

function Verdict({ pick, candidate: c }: { pick: ExpertPick; candidate: Candidate }) {
  if (isPicked(pick, c)) return <Mark tone="green">派给他</Mark>;
  if (c.excluded !== null) return <Mark tone="orange">{c.excluded}</Mark>;
  const picked = pick.candidates.find((x) => x.worker_id === pick.picked_id);
  return <span className="vd-muted">{picked?.load === c.load ? "负载相同，上次派单较近" : "负载较高"}</span>;
}

export const PickExplain = ({ pick }: { pick: ExpertPick }) => (
  <div className="vd-stack is-8 vd-pick-why">
    <p>{pickSentence(pick)}</p>
    <p className="vd-muted">
      {time(pick.at).slice(0, 16)} · {pick.country_name}
      {pick.is_urgent && " · 加急"}
      {pick.duty_at !== pick.at && ` · 支付时不在工作时间，按 ${shortTime(pick.duty_at)} 的值班判断`}
    </p>
    <Rows
      label="候选专家"
      rows={pick.candidates}
      by="worker_id"
      none="没有负责该国家的签证专家"
      rowProps={(c) => (isPicked(pick, c) ? { className: "is-picked" } : {})}
      columns={[
        { title: "专家", cell: (c) => c.nickname },
        { title: "在办/上限", end: true, num: true, cell: (c) => `${c.open}/${c.max_open}` },
        { title: "权重", end: true, num: true, cell: (c) => c.weight },
        { title: "负载", end: true, num: true, cell: (c) => c.load.toFixed(2) },
        { title: "结果", cell: (c) => <Verdict pick={pick} candidate={c} /> },
      ]}
    />
  </div>
);
