import { Button, Tooltip } from "antd";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { link, ListActs, ListBulk, ListScreen, ListTabs, type Column, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { ANONYMOUS } from "@visadesk/contract/kit/constants.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { NEVER_SIGNED_IN, todayOf, workerApi } from "@visadesk/contract/setting/worker.ts";
import type { DutyBoardProps } from "../duty/duty-board.tsx";
import { logHref, panelHref } from "#kit/page/log-href.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { HeldCell } from "./held-link.tsx";
import { withParams } from "../sys-config/params.ts";
import { useBulk } from "./worker-bulk.tsx";
import { WorkerActs } from "./worker-acts.tsx";
import type { Worker } from "./worker-row.ts";
import "../setting.css";

const RoleCell = ({ worker: w }: { worker: Worker }) => (
  <span className="vd-ellipsis" title={w.role_name ?? ""}>
    {w.role_name ?? <span className="vd-muted">仅首页</span>}
    {w.sensitive_count > 0 && <Mark tone="red">敏感 {w.sensitive_count}</Mark>}
  </span>
);

const isAhead = (at: string): boolean => Date.parse(at) > Date.now();

/** He has to change his password: one handed out to him that still lets in, one that no longer does, or one of his own. */
function PasswdMark({ until }: { until: string | null }) {
  const [title, tone, words] =
    until === null
      ? (["下次登录须修改密码", "orange", "须改密"] as const)
      : isAhead(until)
        ? ([`一次性密码 ${time(until)} 前有效，登录后须修改`, "orange", "一次性"] as const)
        : (["一次性密码已用过或已过期，还没有修改；不能再登录时请重置密码", "red", "一次性失效"] as const);
  return (
    <Tooltip title={title}>
      <span>
        <Mark tone={tone}>{words}</Mark>
      </span>
    </Tooltip>
  );
}

function SecurityMarks({ worker: w }: { worker: Worker }) {
  const marks = [
    w.is_locked && (
      <Mark key="locked" tone="red">
        已锁定
      </Mark>
    ),
    w.is_weak && (
      <Mark key="weak" tone="orange">
        弱密码
      </Mark>
    ),
    w.must_change && <PasswdMark key="change" until={w.once_until} />,
    w.totp_on && (
      <Mark key="totp" tone="green">
        两步
      </Mark>
    ),
  ].filter(Boolean);
  return marks.length > 0 ? <span className="vd-marks">{marks}</span> : <span className="vd-blank">—</span>;
}

const Today = ({ worker: w }: { worker: Worker }) => {
  const words = todayOf(w);
  return <span className={words === "" ? "vd-blank" : w.off_today === null ? "" : "vd-muted"}>{words || "—"}</span>;
};

const LastLogin = ({ worker: w }: { worker: Worker }) =>
  w.last_login_at ? (
    <TwoLines under={w.last_login_ip}>
      <TimeText at={w.last_login_at} />
    </TwoLines>
  ) : (
    <span className="vd-muted">{NEVER_SIGNED_IN}</span>
  );

export const COLUMNS: readonly Column<Worker>[] = [
  { ...link<Worker>("account", (w) => to("worker-edit", { id: w.id })), width: 132 },
  { name: "nickname", width: 88, render: (w) => w.nickname || ANONYMOUS },
  {
    name: "status",
    width: 88,
    render: (w) => <StateTag tone={w.status === 1 ? "green" : "grey"}>{w.status === 1 ? "启用" : "停用"}</StateTag>,
  },
  { name: "role_name", width: 152, exports: ["role_name", "sensitive_count"], render: (w) => <RoleCell worker={w} /> },
  {
    key: "security",
    title: "安全",
    width: 128,
    exports: ["is_locked", "is_weak", "must_change", "once_until", "totp_on"],
    render: (w) => <SecurityMarks worker={w} />,
  },
  { name: "data_scope", width: 80, render: (w) => (w.data_scope ? { all: "全部", team: "本团队", own: "本人" }[w.data_scope] : "—") },
  {
    name: "team_name",
    width: 144,
    exports: ["team_name", "is_leader"],
    render: (w) => (
      <>
        {w.team_name ?? "—"}
        {w.is_leader && <Mark tone="blue">组长</Mark>}
      </>
    ),
  },
  { name: "held", width: 120, exports: ["held_text"], render: (w) => <HeldCell held={w.held} /> },
  { name: "off_today", width: 88, exports: ["today_text"], render: (w) => <Today worker={w} /> },
  { name: "last_login_at", width: 144, exports: ["last_login_text", "last_login_ip"], render: (w) => <LastLogin worker={w} /> },
  "updated_at",
];

const DutyBoard = part<DutyBoardProps>(() => import("../duty/duty-board.tsx").then((m) => m.DutyBoard));

const TABS: readonly ListTab<typeof workerApi.worker_query>[] = [
  { key: "all", label: "员工", filter: {} },
  { key: "to_hand_over", label: "待交接", filter: { to_hand_over: true } },
  { key: "duty", label: "值班表", filter: {} },
];
/** People who left things behind, whatever the filter says. */
function useTabCounts(): Readonly<Record<string, number | undefined>> {
  const waiting = useRecord(workerApi.worker_query, { to_hand_over: true, page_size: 1 });
  return { to_hand_over: waiting.data?.total ?? undefined };
}

export default function WorkerList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  const [search, replace] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  const seesLog = useCan(may.operation_log);
  const seesConfig = useCan(may.sys_config);
  const bulk = useBulk(open);
  if (tab === "duty") {
    return (
      <DutyBoard
        tabs={
          <TabBar
            label="阶段"
            tabs={TABS}
            chosen="duty"
            onChoose={(key) => replace(withParams({ tab: key === "all" ? undefined : key }))}
          />
        }
      />
    );
  }
  return (
    <>
      <ListScreen
        endpoint={workerApi.worker_query}
        title="员工管理"
        keyword={{ name: "keyword", placeholder: "账号、昵称、手机" }}
        filters={["role_id", "team_id", "status", "code"]}
        more={["on_duty_today", "is_locked", "is_weak", "must_change", "idle_days", "last_login_at"]}
        columns={COLUMNS}
        row={(worker) => <WorkerActs worker={worker} open={open} />}
      >
        <ListTabs tabs={TABS} useCounts={useTabCounts} />
        <ListActs>
          {seesLog && <Button onClick={() => go(logHref(null))}>操作日志</Button>}
          {seesConfig && <Button onClick={() => go(panelHref("sys-config"))}>系统参数</Button>}
          <Button onClick={() => go(to("team-list"))}>团队管理</Button>
          <Button type="primary" onClick={() => go(to("worker-add"))}>
            新增员工
          </Button>
        </ListActs>
        <ListBulk acts={bulk} />
      </ListScreen>
      {dialog}
    </>
  );
}
