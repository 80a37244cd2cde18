/** 倒推日历 as one line of steps: latest day and slack, red when it is too late, and the first travel date that works. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { issueText, PLAN_STEPS, type BackPlan } from "@visadesk/contract/base-data/calendar/back-plan.ts";
import "./back-plan.css";

type PlanStep = BackPlan["steps"][number];
const short = (day: string): string => day.slice(5);

/** The least of the days that are left at any step; null without a travel date. */
export const slackOf = (p: BackPlan): number | null => {
  const days = p.steps.map((s) => s.slack).filter((n) => n !== null);
  return days.length > 0 ? Math.min(...days) : null;
};
export const slackText = (slack: number): string => (slack < 0 ? `晚 ${-slack} 天` : slack === 0 ? "当天" : `余 ${slack} 天`);

/** What a step's day rests on, where it is not what is set. */
function Basis({ s }: { s: PlanStep }) {
  if (!s.basis) return null;
  const text = `近90天P90 ${s.basis.days}天，n=${s.basis.n}`;
  return (
    <small className="vd-muted vd-num" title={`依据：${text}`}>
      {text}
    </small>
  );
}

function StepDay({ s }: { s: PlanStep }) {
  if (s.is_done) return <small className="vd-num">{s.earliest ? `${short(s.earliest)} 完成` : "已完成"}</small>;
  if (s.latest === null) return <small className="vd-num">{s.earliest ? `最早 ${short(s.earliest)}` : "—"}</small>;
  return (
    <small className="vd-num" title={`最晚 ${s.latest}，按现在最早 ${s.earliest ?? "—"}`}>
      最晚 {short(s.latest)} <em>{slackText(s.slack ?? 0)}</em>
      {s.is_estimated && <span className="vd-muted"> 按周末推算</span>}
    </small>
  );
}

/** What the dates depend on, in a sentence. */
function basisText(p: BackPlan): string {
  const place = p.place_name ?? "递签地点";
  const booked = p.bookable_on ? `${place}最近可约 ${p.bookable_on}` : p.no_slots ? `${place}目前无号，未计约号等待` : "";
  const result = p.steps.find((s) => s.step === "result")?.basis;
  return [result ? `办理按近90天P90 ${result.days} 个使馆工作日` : `办理按 ${p.work_days_max} 个使馆工作日`, booked]
    .filter(Boolean)
    .join("，");
}

export function PlanLine({ plan: p }: { plan: BackPlan }) {
  const isLate = p.travel_date !== null && p.first_travel_date > p.travel_date;
  const issue = issueText(p);
  return (
    <div className="vd-wraps">
      <ol className="vd-wraps bp-steps" aria-label="倒推日历">
        {p.steps.map((s) => (
          <li key={s.step} className={s.is_done ? "is-done" : (s.slack ?? 0) < 0 ? "is-late" : ""}>
            <span className="vd-small">{PLAN_STEPS[s.step]}</span>
            <StepDay s={s} />
            <Basis s={s} />
          </li>
        ))}
        {p.travel_date && (
          <li className={isLate ? "is-late" : ""}>
            <span className="vd-small">出行</span>
            <small className="vd-num">{short(p.travel_date)}</small>
          </li>
        )}
      </ol>
      <p className="vd-wraps vd-small bp-foot">
        <b className={isLate ? "vd-error" : ""}>最早可出行 {p.first_travel_date}</b>
        {issue ? <span>{issue}</span> : p.is_estimated && <Mark tone="orange">按周末推算</Mark>}
        <span className="vd-muted">{basisText(p)}</span>
      </p>
    </div>
  );
}
