/** Beside the figures: my messages, what falls due in seven days, what I worked on last. */
import { Section } from "#kit/page/blocks.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { hrefOf } from "#kit/screens.ts";
import { messageText, session, type Message } from "#kit/app/session.ts";
import { MessageLine } from "#shared/message-line.tsx";
import type { Home } from "./task-words.ts";
import "./workbench.css";

const SHOWN = 5;
const RECENT_SHOWN = 8;
const WEEKDAYS = "日一二三四五六";
const weekday = (date: string): string => WEEKDAYS.charAt(new Date(`${date}T00:00:00Z`).getUTCDay());

export function Messages({ message }: { message: Message }) {
  if (message.list.length === 0) return null;
  return (
    <Section
      title={<>我的消息{message.unread_count > 0 && <span className="vd-muted">　未读 {message.unread_count}</span>}</>}
      extra={<HrefLink href={`${window.location.pathname}?panel=messages`}>全部</HrefLink>}
    >
      <ul className="vd-parted is-close vd-small">
        {message.list.slice(0, SHOWN).map((m) => (
          <li key={`${m.ref_noun} ${m.id}`} className="vd-row">
            <span className={m.read_at === null ? "vd-grow vd-ellipsis vd-strong" : "vd-grow vd-ellipsis"} title={messageText(m)}>
              <MessageLine of={m} />
            </span>
            <TimeText at={m.created_at} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const dueTotal = (days: Home["due_days"]): number => days.reduce((n, d) => n + d.count, 0);

export function DueStrip({ days, today }: { days: Home["due_days"]; today: string | undefined }) {
  const total = dueTotal(days);
  if (total === 0) return null;
  return (
    <Section title="七日内截止" extra={<span className="vd-muted vd-num">共 {total} 人</span>}>
      <ol className="vd-days wb-strip">
        {days.map((d) => (
          <li
            key={d.date}
            className={`${d.is_work_day ? "" : "is-off"}${d.date === today ? " is-today" : ""}`}
            title={`${d.date}${d.is_work_day ? "" : "，休息日"}：${d.count} 人截止`}
          >
            <span>{weekday(d.date)}</span>
            <b className="vd-num">{d.count}</b>
            <span className="vd-num">{d.date.slice(8)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function Recent({ recent }: { recent: Home["recent"] }) {
  const codes = session.use((s) => s.codes);
  if (recent.length === 0) return null;
  return (
    <Section title="最近处理">
      <ul className="vd-parted is-close vd-small">
        {recent.slice(0, RECENT_SHOWN).map((r) => {
          const href = hrefOf(r.route, r.params, codes);
          return (
            <li key={`${r.noun} ${r.id}`} className="vd-row">
              <span className="vd-grow vd-ellipsis">{href ? <HrefLink href={href}>{r.title}</HrefLink> : r.title}</span>
              <TimeText at={r.at} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
