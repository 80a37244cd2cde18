import { useQuery } from "@tanstack/react-query";
import { MinusSquareOutlined, MoreOutlined, PlusSquareOutlined } from "@ant-design/icons";
import { Button, Empty } from "antd";
import { useState, type ReactElement } from "react";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { session, useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { TEAM_LEVELS, teamApi } from "@visadesk/contract/setting/team.ts";
import { Countries } from "../sys-config/countries.tsx";
import { useLogActs } from "#kit/page/log-button.tsx";
import type { TeamFormProps } from "./team-form.tsx";
import { leaderOf, linesOf, treeOf, type Team, type TeamLine } from "./team-tree.ts";
import "#kit/list/list.css";
import "#kit/page/detail.css";
import { TwoLines } from "#kit/page/blocks.tsx";
import "../setting.css";

const TeamForm = part<TeamFormProps>(() => import("./team-form.tsx").then((m) => m.TeamForm));

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
    <TwoLines
      under={
        <span title={names.join("、")}>
          {names.slice(0, NAMES_SHOWN).join("、")}
          {names.length > NAMES_SHOWN && "…"}
        </span>
      }
    >
      <HrefLink href={to("worker-list", {}, { team_id: team.id, tab: "all" })}>
        {working.length} 人{left > 0 && `，另 ${left} 人已停用`}
      </HrefLink>
    </TwoLines>
  );
}

const Figure = ({ n, late = false }: { n: number | null; late?: boolean }) =>
  n === null || n === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={late ? "vd-num vd-error vd-medium" : "vd-num"}>{n} 人</span>
  );

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
  const logActs = useLogActs();
  if (!team.is_mine)
    return (
      <span className="vd-muted" title="您不负责这个团队">
        —
      </span>
    );
  const items = [
    ...(depth < TEAM_LEVELS && team.status === 1 ? [{ key: "below", label: "新增下级", onClick: addBelow }] : []),
    ...logActs("team", team.id),
    { key: "status", label: team.status === 1 ? "停用" : "启用", danger: team.status === 1, onClick: () => void toggle(team) },
  ];
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={edit}>
        编辑
      </Button>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${team.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

function Name({ line, toggle, isTree }: { line: TeamLine; toggle: (team: Team) => void; isTree: boolean }) {
  const { team, level, isOpen } = line;
  return (
    <span className="vd-row vd-team-line" style={{ paddingInlineStart: (level - 1) * 15 }}>
      {isOpen === null ? (
        isTree && <i aria-hidden />
      ) : (
        <button
          type="button"
          className="vd-icon-button is-on"
          aria-label={`${isOpen ? "收起" : "展开"}${team.name}`}
          onClick={() => toggle(team)}
        >
          {isOpen ? <MinusSquareOutlined aria-hidden /> : <PlusSquareOutlined aria-hidden />}
        </button>
      )}
      <b className="vd-medium">{team.name}</b>
    </span>
  );
}

function columnsOf(teams: readonly Team[], open: Open, toggle: (team: Team) => void): readonly TableColumn<TeamLine>[] {
  const isTree = teams.some((t) => t.parent_id !== null);
  const edit = (team: Team | null, parent: number | null): void =>
    open((close) => <TeamForm team={team} parent={parent} teams={teams} onClose={close} />);
  return [
    { key: "name", width: 128, render: (l) => <Name line={l} toggle={toggle} isTree={isTree} /> },
    { key: "leader_name", width: 84, render: (l) => <Leader team={l.team} teams={teams} /> },
    { key: "members", width: 172, render: (l) => <Members team={l.team} /> },
    { key: "country_ids", render: (l) => <Countries ids={l.team.country_ids} /> },
    { key: "open_applicants", width: 92, align: "end", render: (l) => <Figure n={l.team.open_applicants} /> },
    { key: "overdue", width: 64, align: "end", render: (l) => <Figure n={l.team.overdue} late /> },
    { key: "free_today", width: 92, align: "end", render: (l) => <FreeToday team={l.team} /> },
    {
      key: "status",
      width: 84,
      render: ({ team }) => <StateTag tone={team.status === 1 ? "green" : "grey"}>{team.status === 1 ? "启用" : "停用"}</StateTag>,
    },
    {
      key: "acts",
      title: "操作",
      width: 92,
      fixed: "end",
      className: "vd-acts",
      render: ({ team, level }) => (
        <TeamActs team={team} depth={level} edit={() => edit(team, null)} addBelow={() => edit(null, team.id)} />
      ),
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
  const toggle = ({ id }: Team): void => setClosed((now) => new Set(now.has(id) ? [...now].filter((c) => c !== id) : [...now, id]));
  return (
    <div className="vd-table">
      <Table<TeamLine>
        of={teamApi.team_query.output.shape.list}
        role="treegrid"
        label="团队"
        rowKey={(l) => l.team.id}
        columns={columnsOf(teams, open, toggle)}
        rows={linesOf(treeOf(teams), closed)}
        rowProps={({ team, level, isOpen }) => ({
          "aria-level": level,
          "aria-expanded": isOpen ?? undefined,
          className: team.status === 0 ? "vd-muted" : undefined,
        })}
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
    <div className="vd-stack vd-list">
      <div className="vd-wraps vd-list-title">
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
      <Reads tells answer={answer}>
        {() => <TeamTable teams={teams} open={open} add={add} />}
      </Reads>
      {dialog}
    </div>
  );
}
