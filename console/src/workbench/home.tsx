/** 首页: what waits for me, my messages, how the period goes, what falls due. Blocks that have nothing are not drawn. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { denied } from "#kit/app/denied.ts";
import { Unread } from "#kit/page/reads.tsx";
import { session, useAccount, type Message } from "#kit/app/session.ts";
import { ANONYMOUS } from "@visadesk/contract/kit/constants.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { Curve, Figures } from "./home-figures.tsx";
import { QuickLinks } from "./home-pins.tsx";
import { DueStrip, Messages, Recent } from "./home-side.tsx";
import { TileLinks } from "./queue-tiles.tsx";
import { tileHref, type Home as HomeBlocks } from "./task-words.ts";
import "#kit/list/list.css";
import "./workbench.css";

/** Hours of Shanghai's clock from which each is said; before the first it is still night. */
const GREETINGS = [
  [18, "晚上好"],
  [12, "下午好"],
  [5, "上午好"],
  [0, "夜深了"],
] as const;
export function greeting(at: Date): string {
  const hour = Number(shanghai(at).slice(11, 13));
  return GREETINGS.find(([from]) => hour >= from)?.[1] ?? "";
}

const dayWords = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`;

function dateWords({ date, is_work_day, holiday, next_work_day }: Message["today"]): string {
  const kind = holiday ? `${holiday}${is_work_day ? "（调休上班）" : ""}` : is_work_day ? "工作日" : "休息日";
  return `${dayWords(date)}，${kind}，下一个工作日 ${dayWords(next_work_day)}`;
}

function Denied() {
  const title = denied.use((s) => s.title);
  return title === null ? null : <output className="vd-muted">无权查看“{title}”，已转到首页。需要时请联系系统管理员开通。</output>;
}

function Hello({ message, now }: { message: Message | null; now: number }) {
  const account = useAccount();
  return (
    <header className="vd-wraps vd-list-title">
      <h1>
        {greeting(new Date(now))}，{account?.nickname || ANONYMOUS}
      </h1>
      {message?.today && <span className="vd-num vd-small vd-muted">{dateWords(message.today)}</span>}
    </header>
  );
}

function Blocks({ home, message, now }: { home: HomeBlocks; message: Message | null; now: number }) {
  const codes = session.use((x) => x.codes);
  const side = (
    <>
      <QuickLinks />
      {message?.list && <Messages message={message} />}
      <DueStrip days={home.due_days} today={message?.today.date} />
      <Recent recent={home.recent} />
    </>
  );
  const main = (
    <>
      {home.figures.length > 0 && <Figures today={home.figures} />}
      {home.curve.length > 0 && <Curve curve={home.curve} />}
    </>
  );
  const hasMain = home.figures.length > 0 || home.curve.length > 0;
  return (
    <>
      {home.queues.length > 0 && <TileLinks tiles={home.queues} now={now} hrefOf={(t) => tileHref(t, codes)} />}
      {hasMain ? (
        <div className="vd-sided">
          <div className="vd-stack">{main}</div>
          <div className="vd-stack">{side}</div>
        </div>
      ) : (
        <div className="vd-halves">{side}</div>
      )}
    </>
  );
}

export default function Home() {
  const message = session.use((s) => s.message);
  const [now] = useState(() => Date.now());
  const answer = useQuery({
    queryKey: ["home_query"],
    queryFn: ({ signal }) => ask(workbenchApi.home_query, {}, { signal, noToast: true }),
  });
  return (
    <div className="vd-stack is-wide">
      <Hello message={message} now={now} />
      <Denied />
      {answer.data ? <Blocks home={answer.data} message={message} now={now} /> : <Unread answer={answer} />}
    </div>
  );
}
