/** 派单解释: what was weighed when an order went to its expert, in a sentence and in a table. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { shortTime, time } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { expertApi } from "@visadesk/contract/setting/expert.ts";
import "./expert-pick.css";

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

function Verdict({ pick, candidate: c }: { pick: ExpertPick; candidate: Candidate }) {
  if (c.worker_id === pick.picked_id && pick.step !== "leader") return <Mark tone="green">派给他</Mark>;
  if (c.excluded !== null) return <Mark tone="orange">{c.excluded}</Mark>;
  const picked = pick.candidates.find((x) => x.worker_id === pick.picked_id);
  return <span className="vd-muted">{picked?.load === c.load ? "负载相同，上次派单较近" : "负载较高"}</span>;
}

export const PickExplain = ({ pick }: { pick: ExpertPick }) => (
  <div className="vd-pick-why">
    <p>{pickSentence(pick)}</p>
    <p className="vd-muted">
      {time(pick.at).slice(0, 16)} · {pick.country_name}
      {pick.is_urgent && " · 加急"}
      {pick.duty_at !== pick.at && ` · 支付时不在工作时间，按 ${shortTime(pick.duty_at)} 的值班判断`}
    </p>
    {pick.candidates.length === 0 ? (
      <p className="vd-muted">没有负责该国家的签证专家</p>
    ) : (
      <table aria-label="候选专家">
        <thead>
          <tr>
            <th>专家</th>
            <th className="is-end">在办/上限</th>
            <th className="is-end">权重</th>
            <th className="is-end">负载</th>
            <th>结果</th>
          </tr>
        </thead>
        <tbody>
          {pick.candidates.map((c) => (
            <tr key={c.worker_id} className={c.worker_id === pick.picked_id && pick.step !== "leader" ? "is-picked" : ""}>
              <td>{c.nickname}</td>
              <td className="is-end vd-num">
                {c.open}/{c.max_open}
              </td>
              <td className="is-end vd-num">{c.weight}</td>
              <td className="is-end vd-num">{c.load.toFixed(2)}</td>
              <td>
                <Verdict pick={pick} candidate={c} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </div>
);
