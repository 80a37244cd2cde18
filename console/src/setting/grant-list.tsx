/** 待复核: grants that wait for a second person, and what became of the earlier ones. */
import { Button } from "antd";
import { useDialog } from "#kit/form-dialog.tsx";
import { ShortTime } from "#kit/format-cells.tsx";
import { ListScreen, type Column } from "#kit/list-screen.tsx";
import type { Filter } from "#kit/url-query.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { grantChangeApi } from "@visadesk/contract/setting/grant-change.ts";
import { GrantDrawer, GrantState, scopeWords, type GrantChange } from "./grant-drawer.tsx";
import { namesOf } from "./role-review.tsx";
import { TABS, useRoleTabCounts } from "./role-tabs.tsx";
import "./setting.css";

const WAITING: Filter = { grant_status: ["pending"] };

const Gains = ({ change: c }: { change: GrantChange }) => {
  const text = [...c.added_sensitive.map(permissionLabel), ...scopeWords(c)].join("、");
  return (
    <span className="vd-ellipsis" title={text}>
      {text}
    </span>
  );
};

const COLUMNS = (open: (change: GrantChange) => void): readonly Column<GrantChange>[] => [
  {
    name: "target_name",
    width: 168,
    render: (c) => (
      <Button type="link" size="small" className="vd-row-act" onClick={() => open(c)}>
        {c.target_name}
      </Button>
    ),
  },
  { name: "kind", width: 88, render: (c) => (c.kind === "role" ? "角色变更" : `改为${c.new.role_name ?? ""}`) },
  { name: "added_sensitive", width: 260, render: (c) => <Gains change={c} /> },
  {
    name: "gainers",
    width: 128,
    render: (c) =>
      c.gainers.length === 0 ? (
        <span className="vd-muted">暂无员工</span>
      ) : (
        <span className="vd-ellipsis" title={namesOf(c.gainers)}>
          {c.gainers.length === 1 ? c.gainers[0]?.nickname : `${c.gainers.length} 人`}
        </span>
      ),
  },
  {
    name: "reason",
    width: 200,
    render: (c) => (
      <span className="vd-ellipsis" title={c.reason}>
        {c.reason || "—"}
      </span>
    ),
  },
  { name: "maker_name", width: 96, render: (c) => c.maker_name },
  "created_at",
  { name: "grant_status", width: 112, render: (c) => <GrantState change={c} /> },
  { name: "expires_at", title: "过期", width: 104, render: (c) => (c.grant_status === "pending" ? <ShortTime at={c.expires_at} /> : "—") },
];

export function GrantList() {
  const [drawer, open] = useDialog();
  const look = (change: GrantChange): void => open((close) => <GrantDrawer change={change} onClose={close} />);
  return (
    <>
      <ListScreen
        endpoint={grantChangeApi.grant_change_query}
        title="角色管理"
        keyword={{ name: "keyword", placeholder: "角色、员工" }}
        filters={["grant_status", "kind", "maker_id"]}
        defaultFilter={WAITING}
        tabs={TABS}
        useTabCounts={useRoleTabCounts}
        columns={COLUMNS(look)}
        row={(c) => (
          <Button type="link" size="small" onClick={() => look(c)}>
            {c.moves.some((m) => m.move === "approve" && m.ok) ? "复核" : "查看"}
          </Button>
        )}
      />
      {drawer}
    </>
  );
}
