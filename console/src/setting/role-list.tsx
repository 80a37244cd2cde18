import { Button, Tooltip } from "antd";
import { MoreOutlined } from "@ant-design/icons";
import { ActMenu } from "#kit/act-menu.tsx";
import { useAfterWrite } from "#kit/after-write.ts";
import { ask } from "#kit/ask.ts";
import { confirm, toast } from "#kit/feedback.ts";
import { Mark } from "#kit/flow-tag.tsx";
import { useDialog } from "#kit/form-dialog.tsx";
import { HrefLink } from "#kit/href-link.tsx";
import { link, ListScreen, type Column, type Selection } from "#kit/list-screen.tsx";
import { part } from "#kit/part.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/session.ts";
import { useGo } from "#kit/use-url.ts";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
import { sensitiveOf } from "./permission-tree.ts";
import type { RoleCompareProps } from "./role-compare.tsx";
import { useWhyLocked, type Role } from "./role-facts.ts";
import type { RolePreviewProps } from "./role-preview.tsx";
import "#kit/detail.css";
import "./setting.css";

const RoleCompare = part<RoleCompareProps>(() => import("./role-compare.tsx").then((m) => m.RoleCompare));
const RolePreview = part<RolePreviewProps>(() => import("./role-preview.tsx").then((m) => m.RolePreview));

const COMPARED_MAX = 4;

function Holders({ role }: { role: Role }) {
  const canOpen = useCan(may.worker);
  const text = `${role.worker_count} 人`;
  return role.worker_count > 0 && canOpen ? (
    <HrefLink href={to("worker-list", {}, { role_id: role.id, tab: "all" })}>{text}</HrefLink>
  ) : (
    <span className="vd-num">{text}</span>
  );
}

const Sensitive = ({ role }: { role: Role }) =>
  role.sensitive_count === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <Tooltip title={sensitiveOf(role.module_group).map(permissionLabel).join("、")}>
      <span className="vd-marks">
        <Mark tone="red">{role.sensitive_count} 项</Mark>
      </span>
    </Tooltip>
  );

const COLUMNS: readonly Column<Role>[] = [
  { ...link<Role>("name", (r) => to("role-edit", { id: r.id })), width: 180 },
  { name: "worker_count", width: 88, align: "end", render: (r) => <Holders role={r} /> },
  {
    key: "codes",
    title: "页面 · 按钮",
    width: 112,
    align: "end",
    render: (r) => (
      <span className="vd-num">
        {r.screen_count} · {r.button_count}
      </span>
    ),
  },
  { name: "sensitive_count", width: 88, align: "start", render: (r) => <Sensitive role={r} /> },
  { name: "data_scope", width: 96, render: (r) => ({ all: "全部", team: "本团队", own: "本人" })[r.data_scope] },
  {
    key: "is_builtin",
    title: "类型",
    width: 80,
    render: (r) =>
      r.is_builtin ? (
        <span className="vd-marks">
          <Mark tone="gold">内置</Mark>
        </span>
      ) : (
        <span className="vd-muted">自定义</span>
      ),
  },
  {
    name: "note",
    width: 210,
    render: (r) => (
      <span className="vd-ellipsis" title={r.note}>
        {r.note || "—"}
      </span>
    ),
  },
  "updated_at",
];

function RoleActs({ role, onPreview }: { role: Role; onPreview: () => void }) {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const locked = useWhyLocked()(role);
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除角色“${role.name}”？`, ok: "删除", danger: true }))) return;
    await ask(roleApi.role_remove, { id: role.id }).then(
      () => toast.success("已删除"),
      () => undefined,
    );
    afterWrite();
  };
  const why = locked ?? (role.worker_count > 0 ? `有 ${role.worker_count} 名员工使用该角色` : null);
  return (
    <span className="vd-moves is-row">
      <HrefLink href={to("role-edit", { id: role.id })} className="vd-link vd-row-act">
        {locked === null ? "编辑" : "查看"}
      </HrefLink>
      <ActMenu
        items={[
          { key: "preview", label: "预览菜单", onClick: onPreview },
          ...(role.is_builtin ? [] : [{ key: "copy", label: "复制", onClick: () => go(to("role-add", {}, { from: role.id })) }]),
          {
            key: "remove",
            label:
              why === null ? (
                "删除"
              ) : (
                <span>
                  删除<em className="vd-missing">{why}</em>
                </span>
              ),
            danger: true,
            disabled: why !== null,
            onClick: () => void remove(),
          },
        ]}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${role.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

export default function RoleList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  const preview = (role: Role): void => open((close) => <RolePreview role={role} onClose={close} />);
  const compare = (picked: Selection): false | undefined => {
    const ids = "ids" in picked ? picked.ids : [];
    if (ids.length < 2 || ids.length > COMPARED_MAX) {
      toast.warning("请选择2至4个角色");
      return false;
    }
    open((close) => <RoleCompare ids={ids} onClose={close} />);
    return undefined;
  };
  return (
    <>
      <ListScreen
        endpoint={roleApi.role_query}
        title="角色管理"
        keyword={{ name: "keyword", placeholder: "角色名称" }}
        filters={["data_scope", "code"]}
        columns={COLUMNS}
        row={(role) => <RoleActs role={role} onPreview={() => preview(role)} />}
        bulk={[{ label: "对比", run: compare, ids_only: true }]}
        actions={
          <Button type="primary" onClick={() => go(to("role-add"))}>
            新增角色
          </Button>
        }
      />
      {dialog}
    </>
  );
}
