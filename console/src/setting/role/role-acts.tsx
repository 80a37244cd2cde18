/** What a manager does with one role. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { roleApi, UNDO_DAYS } from "@visadesk/contract/setting/role.ts";
import { useLogActs } from "#kit/page/log-button.tsx";
import { tick } from "../grant/permission-tree.ts";
import { tellSaved, useWhyLocked, type Role } from "./role-facts.ts";
import { confirmChange } from "./role-review.tsx";
import type { RoleCompareProps } from "./role-compare.tsx";
import type { RolePreviewProps } from "./role-preview.tsx";
import type { RoleUnusedProps } from "./role-unused.tsx";
import "#kit/page/detail.css";
import "../setting.css";

export type Open = (make: (close: () => void) => ReactElement) => void;

export const RoleCompare = part<RoleCompareProps>(() => import("./role-compare.tsx").then((m) => m.RoleCompare));
const RolePreview = part<RolePreviewProps>(() => import("./role-preview.tsx").then((m) => m.RolePreview));
export const RoleUnused = part<RoleUnusedProps>(() => import("./role-unused.tsx").then((m) => m.RoleUnused));

function useActs(role: Role) {
  const afterWrite = useAfterWrite();
  const mine = session.use((s) => s.codes);
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除角色“${role.name}”？`, ok: "删除", danger: true }))) return;
    await ask(roleApi.role_remove, { id: role.id }).then(
      () => toast.success("已删除"),
      () => undefined,
    );
    afterWrite();
  };
  /** Gives back what was taken away; what is sensitive waits for a second person like any other grant. */
  const undo = async (): Promise<void> => {
    const codes = tick(role.module_group, role.removed_codes, true, mine);
    const words = { title: `撤销收回，恢复 ${role.removed_codes.length} 项权限？`, ok: "恢复" };
    if (!(await confirmChange(role, { codes, data_scope: role.data_scope }, words))) return;
    const body = { id: role.id, version: role.version, module_group: codes, reason: `撤销收回：恢复${UNDO_DAYS}天内收回的权限` };
    const saved = await ask(roleApi.role_update, body).catch(() => null);
    afterWrite();
    if (saved) tellSaved(saved, "已恢复收回的权限");
  };
  return { remove: () => void remove(), undo: () => void undo() };
}

export function RoleActs({ role, open }: { role: Role; open: Open }) {
  const go = useGo();
  const acts = useActs(role);
  const logActs = useLogActs();
  const locked = useWhyLocked()(role);
  const why =
    locked ??
    (role.worker_count > 0 ? `有 ${role.worker_count} 名员工使用该角色` : null) ??
    (role.pending_id === null ? null : "有待复核的授权变更");
  const items = [
    { key: "compare", label: "对比", onClick: () => open((close) => <RoleCompare ids={[role.id]} onClose={close} />) },
    { key: "preview", label: "预览菜单", onClick: () => open((close) => <RolePreview role={role} onClose={close} />) },
    ...(role.is_builtin ? [] : [{ key: "copy", label: "复制", onClick: () => go(to("role-add", {}, { from: role.id })) }]),
    ...(role.unused_count > 0
      ? [{ key: "unused", label: "收回沉睡权限", onClick: () => open((close) => <RoleUnused role={role} onClose={close} />) }]
      : []),
    ...(role.removed_codes.length > 0 && locked === null
      ? [{ key: "undo", label: `撤销收回（${role.removed_codes.length} 项）`, onClick: acts.undo }]
      : []),
    ...logActs("role", role.id),
    {
      key: "remove",
      label:
        why === null ? (
          "删除"
        ) : (
          <span>
            删除<em className="vd-dim vd-missing">{why}</em>
          </span>
        ),
      danger: true,
      disabled: why !== null,
      onClick: acts.remove,
    },
  ];
  return (
    <span className="vd-moves is-row">
      <HrefLink href={to("role-edit", { id: role.id })} className="vd-link vd-row-act">
        {locked === null ? "编辑" : "查看"}
      </HrefLink>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${role.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}
