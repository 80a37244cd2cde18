/** 值班表: a fortnight of members, in the list of staff and, for one's own days, in a panel. */
import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button, Empty } from "antd";
import dayjs from "dayjs";
import { useCallback, useState, type ReactNode } from "react";
import { useRecord } from "#kit/page/use-record.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { session } from "#kit/app/session.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { entriesOf } from "#kit/words.ts";
import { TeamPicker } from "#shared/record-pickers.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { BOARD_DAYS, DUTY_KINDS, dutyApi } from "@visadesk/contract/setting/duty.ts";
import { DutyDialog } from "./duty-dialog.tsx";
import { DutyGrid } from "./duty-grid.tsx";
import { SHORT, TONES, type Picked } from "./duty-model.ts";
import "#kit/list/list.css";
import "./duty.css";

const shift = (day: string, n: number): string => dayjs(day).add(n, "day").format("YYYY-MM-DD");
/** Monday of the week, so that a fortnight is two whole weeks. */
const monday = (day: string): string => shift(day, -((dayjs(day).day() + 6) % 7));

const Legend = () => (
  <span className="vd-row vd-tiny vd-muted vd-duty-legend">
    {entriesOf(DUTY_KINDS).map(([kind, label]) => (
      <span key={kind} className="vd-row">
        <span className={`vd-tiny vd-wide vd-duty vd-tone-${TONES[kind]}`}>{SHORT[kind]}</span>
        {label}
      </span>
    ))}
  </span>
);

function Steps({ from, today, onFrom }: { from: string; today: string; onFrom: (day: string) => void }) {
  return (
    <span className="vd-row">
      <Button size="small" icon={<LeftOutlined aria-hidden />} aria-label="前两周" onClick={() => onFrom(shift(from, -BOARD_DAYS))} />
      <b className="vd-num">
        {from} 至 {shift(from, BOARD_DAYS - 1)}
      </b>
      <Button size="small" icon={<RightOutlined aria-hidden />} aria-label="后两周" onClick={() => onFrom(shift(from, BOARD_DAYS))} />
      {from !== monday(today) && (
        <Button size="small" type="link" onClick={() => onFrom(monday(today))}>
          回到本周
        </Button>
      )}
    </span>
  );
}

function Body({ from, team, mine, today }: { from: string; team: number | undefined; mine: boolean; today: string }) {
  const [dialog, open] = useDialog();
  const answer = useRecord(dutyApi.duty_query, {
    from_date: from,
    ...(team !== undefined && { team_id: team }),
    ...(mine && { mine: true }),
  });
  const { data, isPlaceholderData } = answer;
  const me = session.use((s) => s.login?.id);
  const onPick = useCallback(
    (picked: Picked) =>
      open((close) => (
        <DutyDialog picked={picked} today={today} own={mine && picked.members.every((m) => m.worker_id === me)} onClose={close} />
      )),
    [open, today, mine, me],
  );
  if (!data) return <Unread answer={answer} rows={10} />;
  return (
    <div className={`vd-table${isPlaceholderData ? " is-stale" : ""}`}>
      {data.list.length === 0 ? (
        <div className="vd-empty">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这个团队没有在职员工" />
        </div>
      ) : (
        <DutyGrid board={data} today={today} onPick={onPick} />
      )}
      {dialog}
    </div>
  );
}

/** `tabs` are those of the list around; the team and the first day stay in the URL. */
export interface DutyBoardProps {
  tabs: ReactNode;
}
export function DutyBoard({ tabs }: DutyBoardProps) {
  const [search, replace] = useSearchText();
  const [today] = useState(() => shanghaiDate(new Date()));
  const params = new URLSearchParams(search);
  const from = params.get("from") ?? monday(today);
  const team = Number(params.get("team_id")) || undefined;
  const put = (name: string, value: string | undefined): void => {
    const next = new URLSearchParams(window.location.search);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    replace(next.toString());
  };
  return (
    <section className="vd-stack vd-list" aria-label="值班表">
      <div className="vd-wraps vd-list-title">
        <h1>员工管理</h1>
        <span className="vd-grow" />
        <Legend />
      </div>
      {tabs}
      <div className="vd-wraps vd-before-8 vd-after-8">
        <Steps from={from} today={today} onFrom={(day) => put("from", day === monday(today) ? undefined : day)} />
        <TeamPicker
          aria-label="团队"
          placeholder="全部团队"
          className="vd-filter"
          value={team}
          onChange={(v) => put("team_id", v ? String(v) : undefined)}
        />
        <span className="vd-muted">按住拖过日期登记；灰色为休息日，补班日为白色</span>
      </div>
      <Body from={from} team={team} mine={false} today={today} />
    </section>
  );
}

/** My own days: leave, outside work and training. */
export default function MyDuty() {
  const [today] = useState(() => shanghaiDate(new Date()));
  const [from, setFrom] = useState(() => monday(today));
  return (
    <section className="vd-stack vd-list" aria-label="我的值班">
      <div className="vd-wraps vd-before-8 vd-after-8">
        <Steps from={from} today={today} onFrom={setFrom} />
        <span className="vd-grow" />
        <Legend />
      </div>
      <Body from={from} team={undefined} mine today={today} />
      <p className="vd-muted">按住拖过日期登记休假、外勤、培训；加班值班由员工管理员安排。不在岗时不派新单给您。</p>
    </section>
  );
}
