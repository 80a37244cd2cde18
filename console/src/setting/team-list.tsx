import { useQuery } from "@tanstack/react-query";
import { MoreOutlined } from "@ant-design/icons";
import { Button, Dropdown, Empty, Skeleton, Table, type TableProps } from "antd";
import { useState, type ReactElement } from "react";
import { useAfterWrite } from "#kit/after-write.ts";
import { ask } from "#kit/ask.ts";
import { confirm, toast } from "#kit/feedback.ts";
import { Mark, StateTag } from "#kit/flow-tag.tsx";
import { useDialog } from "#kit/form-dialog.tsx";
import { HrefLink } from "#kit/href-link.tsx";
import { ListFault } from "#kit/list-table.tsx";
import { to } from "#kit/screens.ts";
import { session, useCan } from "#kit/session.ts";
import { useGo } from "#kit/use-url.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { TEAM_LEVELS, teamApi } from "@visadesk/contract/setting/team.ts";
import { Countries } from "./countries.tsx";
import { logHref } from "./log-href.ts";
import { TeamForm } from "./team-form.tsx";
import { leaderOf, treeOf, type Team, type TeamNode } from "./team-tree.ts";
import "#kit/list.css";
import "#kit/detail.css";
import "./setting.css";

type Open = (make: (close: () => void) => ReactElement) => void;
const NAMES_SHOWN = 6;

function Leader({ team, teams }: { team: Team; teams: readonly Team[] }) {
  const leader = leaderOf(teams, team);
  if (!leader) return <Mark tone="red">无组长</Mark>;
  return leader.from === null ? (
    leader.name
  ) : (
    <span className="vd-muted" title={`本组未设组长，由${leader.from}的组长负责`}>
      {leader.name}（{leader.from}）
    </span>
  );
}

function Members({ team }: { team: Team }) {
  const working = team.members.filter((m) => m.status === 1);
  const left = team.members.length - working.length;
  if (team.members.length === 0) return <span className="vd-blank">—</span>;
  const names = team.members.map((m) => (m.status === 1 ? m.nickname : `${m.nickname}（已停用）`));
  return (
    <span className="vd-two">
      <HrefLink href={to("worker-list", {}, { team_id: team.id, tab: "all" })}>
        {working.length} 人{left > 0 && `，另 ${left} 人已停用`}
      </HrefLink>
      <small title={names.join("、")}>
        {names.slice(0, NAMES_SHOWN).join("、")}
        {names.length > NAMES_SHOWN && "…"}
      </small>
    </span>
  );
}

const Figure = ({ n, late = false }: { n: number | null; late?: boolean }) =>
  n === null || n === 0 ? <span className="vd-blank">—</span> : <span className={late ? "vd-num vd-team-late" : "vd-num"}>{n} 人</span>;

/** Experts of the team who can take orders today, by the duty board. */
function FreeToday({ team }: { team: Team }) {
  if (team.free_today === null || (team.free_today === 0 && team.country_ids.length === 0)) return <span className="vd-blank">—</span>;
  return (
    <HrefLink className="vd-link vd-num" href={to("worker-list", {}, { tab: "duty", team_id: team.id })}>
      {team.free_today} 人
    </HrefLink>
  );
}

function useToggle(): (team: Team) => Promise<void> {
  const afterWrite = useAfterWrite();
  return async (team) => {
    const on = team.status === 1;
    const content = on ? "停用后不能再选这个团队；有成员或下级团队时不能停用。" : "启用后可以再加成员。";
    if (!(await confirm({ title: `${on ? "停用" : "启用"}团队“${team.name}”？`, content, ok: on ? "停用" : "启用", danger: on }))) return;
    await ask(on ? teamApi.team_disable : teamApi.team_enable, { id: team.id, version: team.version }).then(
      () => toast.success(on ? "已停用" : "已启用"),
      () => undefined,
    );
    afterWrite();
  };
}

function TeamActs({ team, depth, edit, addBelow }: { team: Team; depth: number; edit: () => void; addBelow: () => void }) {
  const toggle = useToggle();
  const go = useGo();
  const seesLog = useCan(may.operation_log);
  if (!team.is_mine)
    return (
      <span className="vd-muted" title="您不负责这个团队">
        —
      </span>
    );
  const items = [
    ...(depth < TEAM_LEVELS && team.status === 1 ? [{ key: "below", label: "新增下级", onClick: addBelow }] : []),
    ...(seesLog ? [{ key: "log", label: "日志", onClick: () => go(logHref({ noun: "team", noun_id: String(team.id) })) }] : []),
    { key: "status", label: team.status === 1 ? "停用" : "启用", danger: team.status === 1, onClick: () => void toggle(team) },
  ];
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={edit}>
        编辑
      </Button>
      <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${team.name}的更多操作`} />
      </Dropdown>
    </span>
  );
}

const depthOf = (teams: readonly Team[], team: Team): number => {
  const parent = teams.find((t) => t.id === team.parent_id);
  return parent ? 1 + depthOf(teams, parent) : 1;
};

function columnsOf(teams: readonly Team[], open: Open): NonNullable<TableProps<TeamNode>["columns"]> {
  const edit = (team: Team | null, parent: number | null): void =>
    open((close) => <TeamForm team={team} parent={parent} teams={teams} onClose={close} />);
  return [
    { key: "name", title: "名称", width: 172, render: (_, t) => <b className="vd-team-name">{t.name}</b> },
    { key: "leader", title: "组长", width: 120, render: (_, t) => <Leader team={t} teams={teams} /> },
    { key: "members", title: "成员", width: 220, render: (_, t) => <Members team={t} /> },
    { key: "countries", title: "国家", render: (_, t) => <Countries ids={t.country_ids} /> },
    { key: "open_applicants", title: "在办申请人", width: 96, align: "end", render: (_, t) => <Figure n={t.open_applicants} /> },
    { key: "overdue", title: "超期", width: 72, align: "end", render: (_, t) => <Figure n={t.overdue} late /> },
    { key: "free_today", title: "今日可接单", width: 92, align: "end", render: (_, t) => <FreeToday team={t} /> },
    {
      key: "status",
      title: "状态",
      width: 76,
      render: (_, t) => <StateTag tone={t.status === 1 ? "green" : "grey"}>{t.status === 1 ? "启用" : "停用"}</StateTag>,
    },
    {
      key: "acts",
      title: "操作",
      width: 92,
      render: (_, t) => <TeamActs team={t} depth={depthOf(teams, t)} edit={() => edit(t, null)} addBelow={() => edit(null, t.id)} />,
    },
  ];
}

function TeamTable({ teams, open, add }: { teams: readonly Team[]; open: Open; add: (() => void) | null }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  if (teams.length === 0) {
    return (
      <div className="vd-empty">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有团队，先新增一个">
          {add && (
            <Button type="primary" onClick={add}>
              新增团队
            </Button>
          )}
        </Empty>
      </div>
    );
  }
  const toggle = (isOpen: boolean, team: Team): void =>
    setClosed((now) => new Set(isOpen ? [...now].filter((id) => id !== team.id) : [...now, team.id]));
  return (
    <div className="vd-table">
      <Table<TeamNode>
        aria-label="团队"
        size="small"
        rowKey="id"
        columns={columnsOf(teams, open)}
        dataSource={treeOf(teams)}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: 1072 }}
        rowClassName={(t) => (t.status === 0 ? "vd-muted" : "")}
        expandable={{ expandedRowKeys: teams.filter((t) => !closed.has(t.id)).map((t) => t.id), onExpand: toggle }}
      />
    </div>
  );
}

export default function TeamList() {
  const [dialog, open] = useDialog();
  const answer = useQuery({
    queryKey: [teamApi.team_query.name],
    queryFn: ({ signal }) => ask(teamApi.team_query, {}, { signal, noToast: true }),
  });
  const teams = answer.data?.list ?? [];
  const seesAll = session.use((s) => s.account?.data_scope === "all");
  const mayAdd = useCan(may.worker) && (seesAll || teams.some((t) => t.is_mine));
  const add = mayAdd
    ? (): void =>
        open((close) => (
          <TeamForm team={null} parent={seesAll ? null : (teams.find((t) => t.is_mine)?.id ?? null)} teams={teams} onClose={close} />
        ))
    : null;
  return (
    <div className="vd-list">
      <div className="vd-list-title">
        <h1>团队管理</h1>
        {answer.data && (
          <span className="vd-count vd-num" title="团队数">
            {teams.length}
          </span>
        )}
        <span className="vd-grow" />
        {add && teams.length > 0 && (
          <Button type="primary" onClick={add}>
            新增团队
          </Button>
        )}
      </div>
      {answer.error && <ListFault slim={answer.data !== undefined} error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : answer.data && <TeamTable teams={teams} open={open} add={add} />}
      {dialog}
    </div>
  );
}
