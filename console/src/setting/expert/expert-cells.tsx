/** Cells of 签证专家: each figure with its count, and where it has rows the way to them. */
import { Button } from "antd";
import type { ReactNode } from "react";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import type { Column } from "#kit/list/list-screen.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { Meter, TwoLines } from "#kit/page/blocks.tsx";
import { APPLICANT_TABS, OPEN_TABS } from "@visadesk/contract/order/words.ts";
import { FIGURE_HINTS, SAMPLE_MIN } from "@visadesk/contract/setting/expert.ts";
import { Countries } from "../sys-config/countries.tsx";
import type { Expert } from "./expert-config.tsx";

const OPEN_STATES = Object.entries(APPLICANT_TABS)
  .filter(([tab]) => OPEN_TABS.includes(tab))
  .flatMap(([, { states }]) => states ?? [])
  .join(",");
const BLANK = <span className="vd-blank">—</span>;

/** The applicants behind a figure, for those who may open their list. */
function Rows({ expert, query, children }: { expert: Expert; query: Record<string, string>; children: ReactNode }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("order-list", {}, codes, { scope: "all", expert_id: expert.worker_id, ...query });
  return href ? (
    <HrefLink className="vd-link vd-num" href={href}>
      {children}
    </HrefLink>
  ) : (
    <span className="vd-num">{children}</span>
  );
}

function Load({ expert: e }: { expert: Expert }) {
  const full = e.open_applicants >= e.max_open;
  return (
    <span className={full ? "vd-tone-red" : ""}>
      <Rows expert={e} query={{ applicant_status: OPEN_STATES }}>
        {e.open_applicants}
        <span className="vd-muted">/{e.max_open}</span>
      </Rows>
      <Meter percent={(e.open_applicants / e.max_open) * 100} />
    </span>
  );
}

const Accepts = ({ expert: e }: { expert: Expert }) => (
  <span className="vd-two">
    <span>
      <StateTag tone={e.accept_new ? "green" : "grey"}>{e.accept_new ? "接单" : "停止接单"}</StateTag>
      {e.handle_urgent && <Mark tone="blue">加急</Mark>}
    </span>
    {e.accept_new && e.off_today && <small title={`今日不接单：${e.off_today}`}>{e.off_today}</small>}
  </span>
);

const signed = (n: number): string => `${n > 0 ? "+" : ""}${n.toFixed(1)}`;
function Adjusted({ expert: e }: { expert: Expert }) {
  if (e.finished < SAMPLE_MIN) return <span className="vd-muted">样本不足</span>;
  if (e.adjusted_diff === null || e.rate_low === null || e.rate_high === null) return <span className="vd-muted">无可比</span>;
  // Only where the whole interval lies on one side of what was expected is the difference more than chance.
  const tone =
    e.expected_rate === null ? "" : e.rate_low > e.expected_rate ? "vd-tone-green" : e.rate_high < e.expected_rate ? "vd-tone-red" : "";
  return (
    <TwoLines num title={`同类预期 ${e.expected_rate ?? "—"}%`} under={`${e.rate_low.toFixed(1)}–${e.rate_high.toFixed(1)}%`}>
      <b className={`vd-medium vd-toned ${tone}`}>{signed(e.adjusted_diff)} 点</b>
    </TwoLines>
  );
}

/** The evaluations behind a figure, for those who may open their list. */
function Said({ expert, query, children }: { expert: Expert; query: Record<string, string>; children: ReactNode }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("order-evaluate", {}, codes, { expert_id: expert.worker_id, is_counted: "1", ...query });
  return href ? (
    <HrefLink className="vd-link vd-num" href={href}>
      {children}
    </HrefLink>
  ) : (
    <>{children}</>
  );
}

function Scores({ expert: e, period }: { expert: Expert; period: string }) {
  if (e.evaluate_count === 0) return BLANK;
  return (
    <TwoLines
      num
      under={
        <>
          好评 {e.good_rate?.toFixed(1)}%{e.bad_count > 0 && <em className="vd-error vd-medium"> · 差评 {e.bad_count}</em>}
        </>
      }
    >
      <Said expert={e} query={{ created_at: period }}>
        {e.score_mean?.toFixed(2)} 分 · {e.evaluate_count} 条
      </Said>
    </TwoLines>
  );
}

const BAR = 8;
const HEIGHT = 24;
/** Twelve bars, the newest at the right. */
function Trend({ expert: e }: { expert: Expert }) {
  const top = Math.max(1, ...e.trend.map((w) => w.finished));
  const weeks = e.trend.length;
  return (
    <svg
      className="vd-trend"
      width={weeks * BAR}
      height={HEIGHT}
      role="img"
      aria-label={`近12周出结果 ${e.trend.map((w) => w.finished).join("、")} 人`}
    >
      {e.trend.map((w, i) => {
        const height = Math.max(1, (w.finished / top) * HEIGHT);
        return (
          <rect key={i} x={i * BAR} y={HEIGHT - height} width={BAR - 2} height={height}>
            <title>{`${weeks - i} 周前：出结果 ${w.finished} 人，出签 ${w.issued} 人`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

const figure = (n: number | null, unit: string): ReactNode => (n === null ? BLANK : <span className="vd-num">{`${n}${unit}`}</span>);

const whoColumns = (configure: (e: Expert) => void): readonly Column<Expert>[] => [
  {
    name: "nickname",
    width: 136,
    exports: ["nickname", "display_name", "is_enabled"],
    render: (e) => (
      <TwoLines
        under={
          <>
            {e.display_name}
            {!e.is_enabled && "（已停用）"}
          </>
        }
      >
        <Button type="link" size="small" className="vd-plain-link" onClick={() => configure(e)}>
          {e.nickname}
        </Button>
      </TwoLines>
    ),
  },
  {
    name: "team_name",
    width: 148,
    exports: ["team_name", "country_ids"],
    render: (e) => (
      <TwoLines
        under={
          e.country_ids.length + e.team_country_ids.length === 0 ? (
            "全部国家"
          ) : (
            <Countries ids={e.country_ids.length > 0 ? e.country_ids : e.team_country_ids} shown={2} />
          )
        }
      >
        {e.team_name ?? "—"}
      </TwoLines>
    ),
  },
  {
    name: "accept_new",
    title: "接单/加急",
    width: 144,
    exports: ["accept_new", "handle_urgent", "off_today"],
    render: (e) => <Accepts expert={e} />,
  },
  {
    name: "open_applicants",
    title: "在办/上限",
    exports: ["open_applicants", "max_open"],
    hint: FIGURE_HINTS.open_applicants,
    width: 116,
    align: "start",
    render: (e) => <Load expert={e} />,
  },
  { name: "weight", width: 64, render: (e) => <span className="vd-num">{e.weight}</span> },
];

const figureColumns = (period: string): readonly Column<Expert>[] => [
  {
    name: "order_count",
    hint: FIGURE_HINTS.order_count,
    width: 76,
    render: (e) => (e.order_count === 0 ? BLANK : <span className="vd-num">{e.order_count}</span>),
  },
  {
    name: "finished",
    hint: FIGURE_HINTS.finished,
    width: 88,
    render: (e) =>
      e.finished === 0 ? (
        BLANK
      ) : (
        <Rows expert={e} query={{ result_at: period }}>
          {e.finished}
        </Rows>
      ),
  },
  {
    name: "issue_rate",
    hint: FIGURE_HINTS.issue_rate,
    width: 108,
    align: "end",
    render: (e) =>
      e.issue_rate === null ? (
        BLANK
      ) : (
        <Rows expert={e} query={{ result_at: period }}>
          {e.issue_rate.toFixed(1)}% <span className="vd-muted">({e.finished})</span>
        </Rows>
      ),
  },
  {
    name: "adjusted_diff",
    title: "校正差",
    exports: ["adjusted_diff", "rate_low", "rate_high"],
    hint: FIGURE_HINTS.adjusted_diff,
    width: 108,
    align: "start",
    render: (e) => <Adjusted expert={e} />,
  },
  {
    name: "review_hours",
    title: "首审中位",
    hint: FIGURE_HINTS.review_hours,
    width: 92,
    align: "end",
    render: (e) => figure(e.review_hours, " 工时"),
  },
  {
    name: "own_hours",
    title: "我方用时",
    hint: FIGURE_HINTS.own_hours,
    width: 92,
    align: "end",
    render: (e) => figure(e.own_hours, " 工时"),
  },
  {
    name: "on_time_rate",
    hint: FIGURE_HINTS.on_time_rate,
    width: 88,
    align: "end",
    render: (e) => figure(e.on_time_rate, "%"),
  },
  {
    name: "supplement_mean",
    title: "补料轮次",
    hint: FIGURE_HINTS.supplement_mean,
    width: 88,
    align: "end",
    render: (e) =>
      e.supplement_mean === null ? (
        BLANK
      ) : (
        <Rows expert={e} query={{ result_at: period }}>
          {e.supplement_mean}
        </Rows>
      ),
  },
  {
    name: "score_mean",
    title: "评价",
    exports: ["score_mean", "evaluate_count", "good_rate", "bad_count"],
    hint: FIGURE_HINTS.evaluate_count,
    width: 152,
    align: "start",
    render: (e) => <Scores expert={e} period={period} />,
  },
  { name: "trend", hint: FIGURE_HINTS.trend, width: 116, exports: [], render: (e) => <Trend expert={e} /> },
];

export const expertColumns = (period: string, configure: (e: Expert) => void): readonly Column<Expert>[] => [
  ...whoColumns(configure),
  ...figureColumns(period),
];
