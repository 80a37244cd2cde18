/** 待复核: grants that wait for a second person, and what became of the earlier ones. */
import { Button } from "antd";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import type { Filter } from "#kit/filter/url-query.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { GRANT_KINDS, grantChangeApi, scopeWords } from "@visadesk/contract/setting/grant-change.ts";
import { GrantState, type GrantChange } from "./grant-cells.tsx";
import type { GrantDrawerProps } from "./grant-drawer.tsx";
import { namesOf } from "../role/role-review.tsx";
import { TABS, useRoleTabCounts } from "../role/role-tabs.tsx";
import "../setting.css";

const GrantDrawer = part<GrantDrawerProps>(() => import("./grant-drawer.tsx").then((m) => m.GrantDrawer));

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
    width: 148,
    exports: ["target_name", "kind", "new_role_name"],
    render: (c) => (
      <TwoLines under={c.kind === "role" ? GRANT_KINDS.role : `改为${c.new.role_name ?? ""}`}>
        <Button type="link" size="small" className="vd-plain-link" onClick={() => open(c)}>
          {c.target_name}
        </Button>
      </TwoLines>
    ),
  },
  { name: "added_sensitive", title: "敏感授权", width: 212, exports: ["gain_text"], render: (c) => <Gains change={c} /> },
  { name: "gainers", width: 92, exports: ["gainer_names"], render: (c) => <Gainers change={c} /> },
  {
    name: "reason",
    width: 164,
    render: (c) => (
      <span className="vd-ellipsis" title={c.reason}>
        {c.reason || "—"}
      </span>
    ),
  },
  {
    name: "maker_name",
    title: "提交",
    sort: "created_at",
    width: 144,
    exports: ["maker_name", "created_at"],
    render: (c) => <TwoLines under={<TimeText at={c.created_at} />}>{c.maker_name}</TwoLines>,
  },
  {
    name: "grant_status",
    width: 172,
    exports: ["grant_status", "expires_at", "checker_name"],
    render: (c) => (
      <TwoLines
        under={
          c.grant_status === "pending" ? (
            <>
              <TimeText at={c.expires_at} /> 过期
            </>
          ) : (
            (c.checker_name ?? "")
          )
        }
      >
        <GrantState change={c} />
      </TwoLines>
    ),
  },
];

function Gainers({ change: c }: { change: GrantChange }) {
  if (c.gainers.length === 0) return <span className="vd-muted">暂无员工</span>;
  return (
    <span className="vd-ellipsis" title={namesOf(c.gainers)}>
      {c.gainers.length === 1 ? c.gainers[0]?.nickname : `${c.gainers.length} 人`}
    </span>
  );
}

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
        columns={COLUMNS(look)}
        row={(c) => (
          <Button type="link" size="small" className="vd-plain-link" onClick={() => look(c)}>
            {c.moves.some((m) => m.move === "approve" && m.ok) ? "复核" : "查看"}
          </Button>
        )}
      >
        <ListTabs tabs={TABS} useCounts={useRoleTabCounts} />
      </ListScreen>
      {drawer}
    </>
  );
}
