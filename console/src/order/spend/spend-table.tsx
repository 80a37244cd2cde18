/** One row each: how many, how long, whose time, how often late; each number is a way to its spans. */
import { spendRow } from "@visadesk/contract/order/spend/stage-span.ts";
import { SPEND_NODES, SPEND_SPLITS, type SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";
import type { ReactNode } from "react";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { monthRange } from "./spend-month.ts";
import { SplitBar, SplitKey } from "./split-bar.tsx";
import type { SpendAnswer, SpendView } from "./spend-view.ts";
import { shareText, spendText } from "./spend-words.ts";

type Row = SpendAnswer["list"][number];
type More = Readonly<Record<string, string>>;
const HINTS = {
  done: "期间内结束的人次",
  open: "现在处于该阶段的人次；期间不含今天时不计",
  mean: "已完成与进行中（按至今用时）一并计算，不含回退作废的部分",
  median: "一半的人次不超过它",
  p90: "九成的人次不超过它",
  longest: "进行中的人次里至今最长的",
  split: "各方用时占比；工时口径不含挂起",
  late: "其中任一状态超过时限 ÷ 有时限的人次",
  kept: "出结果日不晚于承诺出签日 ÷ 有结果且有承诺的人次",
} as const;
const NODE_KEYS: Readonly<Record<string, { label: string; hint: string }>> = SPEND_NODES;

/** What narrows the list to one row of the table. */
function rowFilter(r: Row, { by, node }: SpendView, answer: SpendAnswer): More {
  if (by === "stage") return { node: r.key };
  if (by === "month") return { node, ended_at: monthRange(r.key, answer) };
  if (r.key !== "") return { node, [`${by}_id`]: r.key };
  return { node, without: by };
}

const isNode = (key: string): key is SpendNode => Object.hasOwn(SPEND_NODES, key);

export function SpendTable({ answer, view, stale }: { answer: SpendAnswer; view: SpendView; stale: boolean }) {
  const { by, clock } = view;
  const href = (r: Row, more: More = {}): string => view.rows({ ...rowFilter(r, view, answer), ...more });
  const nodeOf = (r: Row): SpendNode => (by === "stage" && isNode(r.key) ? r.key : view.node);
  const longest = Math.max(1, ...answer.list.filter((r) => r.key !== "total" && r.key !== "t6").map((r) => r.mean ?? 0));
  const link = (text: string, r: Row, more: More, is: boolean): ReactNode =>
    is ? (
      <HrefLink className="vd-link vd-num" href={href(r, more)}>
        {text}
      </HrefLink>
    ) : (
      <span className="vd-blank">—</span>
    );
  const time = (r: Row, minutes: number | null, more: More = {}): ReactNode =>
    link(spendText(minutes, clock, nodeOf(r)), r, more, minutes !== null);
  return (
    <section className="vd-card is-flush" aria-label={`按${SPEND_SPLITS[by]}`}>
      <p className="sp-head vd-wraps vd-between">
        <span className="vd-muted vd-small">
          {answer.from} 至 {answer.to}，{clock === "work" ? "工时口径，每工作日8工时" : "自然时间口径"}
          {answer.total > answer.list.length && `；共 ${answer.total} 行，显示人次最多的 ${answer.list.length} 行`}
        </span>
        <SplitKey />
      </p>
      <Rows
        label={`按${SPEND_SPLITS[by]}的耗时`}
        of={spendRow}
        rows={answer.list}
        by="key"
        busy={stale}
        none="期间内没有完成或进行中的阶段"
        columns={[
          {
            name: "name",
            title: SPEND_SPLITS[by],
            head: true,
            width: 176,
            cell: (r) => <span title={by === "stage" ? NODE_KEYS[r.key]?.hint : undefined}>{r.name}</span>,
          },
          { name: "done", hint: HINTS.done, cell: (r) => link(String(r.done), r, { state: "done" }, r.done > 0) },
          { name: "open", title: "进行中", hint: HINTS.open, cell: (r) => link(String(r.open), r, { state: "open" }, r.open > 0) },
          {
            name: "mean",
            title: "平均",
            hint: HINTS.mean,
            cell: (r) => (
              <span className="sp-mean">
                {time(r, r.mean)}
                {r.mean !== null && <i aria-hidden="true" style={{ width: `${Math.min(100, (r.mean / longest) * 100)}%` }} />}
              </span>
            ),
          },
          { name: "median", title: "中位", hint: HINTS.median, cell: (r) => time(r, r.median) },
          { name: "p90", title: "P90", hint: HINTS.p90, cell: (r) => time(r, r.p90) },
          { name: "longest", title: "最长进行中", hint: HINTS.longest, cell: (r) => time(r, r.longest, { state: "open" }) },
          {
            title: "用时分摊",
            hint: HINTS.split,
            width: 224,
            cell: (r) => <SplitBar of={r} href={(party) => href(r, { party, sort: party, order: "desc" })} />,
          },
          {
            name: "late",
            title: "超时率",
            hint: HINTS.late,
            cell: (r) => link(shareText(r.late, r.limited), r, { is_late: "1" }, r.limited > 0),
          },
          {
            name: "kept",
            title: "承诺达成率",
            hint: HINTS.kept,
            cell: (r) => link(shareText(r.kept, r.promised), r, { is_kept: "1" }, r.promised > 0),
          },
        ]}
      />
    </section>
  );
}
