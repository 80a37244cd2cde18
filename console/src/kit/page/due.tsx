/** A due time as people say it: 剩3小时, 今天 18:00, 已超期2天. */
import { time } from "@visadesk/contract/kit/format.ts";
import { Tooltip } from "antd";
import "../kit.css";

const HOUR = 3_600_000;

/** Words for the distance from `now` to a due time. */
export function dueWords(at: string, now = Date.now()): { words: string; tone: "red" | "orange" | "grey" } {
  const left = Date.parse(at) - now;
  const span = Math.abs(left);
  const words =
    span < HOUR
      ? `${Math.max(1, Math.floor(span / 60_000))}分钟`
      : span < 48 * HOUR
        ? `${Math.floor(span / HOUR)}小时`
        : `${Math.floor(span / (24 * HOUR))}天`;
  return left < 0 ? { words: `已超期${words}`, tone: "red" } : { words: `剩${words}`, tone: left < 24 * HOUR ? "orange" : "grey" };
}

/** `estimated`: the working days of its year are not published yet. */
export function Due(props: { at: string | null | undefined; now?: number; estimated?: boolean }) {
  if (!props.at) return <>—</>;
  const { words, tone } = dueWords(props.at, props.now);
  return (
    <Tooltip title={`截止 ${time(props.at)}${props.estimated ? "，该年工作日历未公布，按周末推算" : ""}`}>
      <time className={`vd-due vd-num vd-tone-${tone}`} dateTime={props.at}>
        {words}
        {props.estimated && <small className="vd-muted"> 推算</small>}
      </time>
    </Tooltip>
  );
}
