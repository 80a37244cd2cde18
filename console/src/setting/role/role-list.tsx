import { Button, Tooltip } from "antd";
import type { ReactNode } from "react";
import { ExportButton } from "#kit/list/export-button.tsx";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { filterKind } from "#kit/form/field-kinds.ts";
import { filterBody, filterShape } from "#kit/list/list-model.ts";
import { link, ListActs, ListBulk, ListScreen, ListTabs, type Column, type Selection } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { decodeQuery } from "#kit/filter/url-query.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { riskyPairs } from "@visadesk/contract/setting/risky-pair.ts";
import { COMPARED_MAX, roleApi } from "@visadesk/contract/setting/role.ts";
import { sensitiveOf } from "../grant/permission-tree.ts";
import { RoleActs, RoleCompare, RoleUnused, type Open } from "./role-acts.tsx";
import type { Role } from "./role-facts.ts";
import { RoleTabs, SoleNote, TABS, useRoleTabCounts } from "./role-tabs.tsx";
import type { RoleWhoProps } from "./role-who.tsx";
import "#kit/page/detail.css";
import "../setting.css";

const GrantList = part<object>(() => import("../grant/grant-list.tsx").then((m) => m.GrantList));
const RoleWho = part<RoleWhoProps>(() => import("./role-who.tsx").then((m) => m.RoleWho));

function Holders({ role }: { role: Role }) {
  const canOpen = useCan(may.worker);
  const text = `${role.worker_count} 人`;
  return role.worker_count > 0 && canOpen ? (
    <HrefLink href={to("worker-list", {}, { role_id: role.id, tab: "all" })}>{text}</HrefLink>
  ) : (
    <span className="vd-num">{text}</span>
  );
}

/** A number that tells its parts on hover; none is a dash. */
const Counted = ({ parts, tone, children }: { parts: readonly string[]; tone: "red" | "orange"; children: ReactNode }) =>
  parts.length === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <Tooltip title={parts.join("；")}>
      <span className="vd-marks">
        <Mark tone={tone}>{children}</Mark>
      </span>
    </Tooltip>
  );

function Risks({ role }: { role: Role }) {
  const pairs = riskyPairs(role.module_group).map((p) => p.text);
  return (
    <Counted tone="orange" parts={pairs}>
      {pairs.length} 组
    </Counted>
  );
}
function Sensitive({ role }: { role: Role }) {
  const names = sensitiveOf(role.module_group).map(permissionLabel);
  return (
    <Counted tone="red" parts={names}>
      {names.length} 项
    </Counted>
  );
}

const columns = (open: Open): readonly Column<Role>[] => [
  { ...link<Role>("name", (r) => to("role-edit", { id: r.id })), width: 148 },
  { name: "worker_count", width: 68, align: "end", render: (r) => <Holders role={r} /> },
  {
    key: "codes",
    title: "页面·按钮",
    width: 84,
    exports: ["screen_count", "button_count"],
    align: "end",
    render: (r) => (
      <span className="vd-num">
        {r.screen_count}·{r.button_count}
      </span>
    ),
  },
  { name: "sensitive_count", width: 72, align: "start", render: (r) => <Sensitive role={r} /> },
  { name: "data_scope", width: 76, render: (r) => DATA_SCOPES[r.data_scope] },
  { key: "risks", title: "组合风险", width: 76, exports: ["risk_text"], render: (r) => <Risks role={r} /> },
  {
    name: "unused_count",
    width: 80,
    align: "start",
    render: (r) =>
      r.unused_count === 0 ? (
        <span className="vd-blank">—</span>
      ) : (
        <Button type="link" size="small" className="vd-plain-link" onClick={() => open((close) => <RoleUnused role={r} onClose={close} />)}>
          {r.unused_count} 项
        </Button>
      ),
  },
  {
    name: "pending_id",
    exports: ["is_pending"],
    title: "待复核",
    width: 72,
    align: "start",
    render: (r) =>
      r.pending_id === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <HrefLink className="vd-link" href={to("role-list", {}, { tab: "review", keyword: r.name })}>
          待复核
        </HrefLink>
      ),
  },
  {
    name: "note",
    width: 164,
    exports: ["note", "is_builtin"],
    render: (r) => (
      <span className="vd-ellipsis" title={r.note}>
        {r.is_builtin && (
          <span className="vd-marks">
            <Mark tone="gold">内置</Mark>{" "}
          </span>
        )}
        {r.note || (r.is_builtin ? "" : "—")}
      </span>
    ),
  },
  "updated_at",
];

const KINDS = Object.fromEntries(Object.entries(filterShape(roleApi.role_query)).map(([name, type]) => [name, filterKind(type)]));
/** The roles of the filter on screen, with every code as a column. */
function MatrixExport() {
  const [search] = useSearchText();
  const filter = filterBody(roleApi.role_query, decodeQuery(search, KINDS).filter);
  return <ExportButton endpoint="role_matrix_query" filter={filter} label="导出权限矩阵" />;
}

function Roles() {
  const [dialog, open] = useDialog();
  const go = useGo();
  const compare = (picked: Selection): false | undefined => {
    const ids = "ids" in picked ? picked.ids : [];
    if (ids.length < 2 || ids.length > COMPARED_MAX) {
      toast.warning(`请选择2至${COMPARED_MAX}个角色`);
      return false;
    }
    open((close) => <RoleCompare ids={ids} onClose={close} />);
    return undefined;
  };
  return (
    <>
      <SoleNote />
      <ListScreen
        endpoint={roleApi.role_query}
        title="角色管理"
        keyword={{ name: "keyword", placeholder: "角色名称" }}
        filters={["data_scope", "code"]}
        columns={columns(open)}
        row={(role) => <RoleActs role={role} open={open} />}
      >
        <ListTabs tabs={TABS} useCounts={useRoleTabCounts} />
        <ListActs>
          <MatrixExport />
          <Button type="primary" onClick={() => go(to("role-add"))}>
            新增角色
          </Button>
        </ListActs>
        <ListBulk acts={[{ label: "对比", run: compare, ids_only: true }]} />
      </ListScreen>
      {dialog}
    </>
  );
}

export default function RoleList() {
  const [search] = useSearchText();
  const tab = new URLSearchParams(search).get("tab");
  if (tab === "review") return <GrantList />;
  return tab === "who" ? <RoleWho tabs={<RoleTabs active="who" />} /> : <Roles />;
}
