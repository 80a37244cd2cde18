/** Two to four roles side by side: only the codes that not all of them hold. */
import { useQueries } from "@tanstack/react-query";
import { Modal, Skeleton } from "antd";
import { ask } from "#kit/ask.ts";
import { Mark } from "#kit/flow-tag.tsx";
import { ListFault } from "#kit/list-table.tsx";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { isSensitive, type Permission } from "@visadesk/contract/permissions.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
import { permissionGroups } from "./permission-tree.ts";
import type { Role } from "./role-facts.ts";
import "./setting.css";

function Differences({ roles }: { roles: readonly Role[] }) {
  const differs = (p: Permission): boolean => new Set(roles.map((r) => r.module_group.includes(p.code))).size > 1;
  const rows = permissionGroups.flatMap((g) => g.rows.filter(differs));
  return (
    <table className="vd-compare">
      <thead>
        <tr>
          <th scope="col">不同之处</th>
          {roles.map((r) => (
            <th key={r.id} scope="col">
              {r.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">数据范围</th>
          {roles.map((r) => (
            <td key={r.id}>{DATA_SCOPES[r.data_scope]}</td>
          ))}
        </tr>
        {rows.map((p) => (
          <tr key={p.code}>
            <th scope="row">
              {p.label} <span className="vd-code">{p.code}</span>
              {isSensitive(p.code) && <Mark tone="red">敏感</Mark>}
            </th>
            {roles.map((r) => (
              <td key={r.id}>{r.module_group.includes(p.code) ? "有" : <span className="vd-blank">—</span>}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface RoleCompareProps {
  ids: readonly number[];
  onClose: () => void;
}

export function RoleCompare({ ids, onClose }: RoleCompareProps) {
  const answers = useQueries({
    queries: ids.map((id) => ({ queryKey: ["role_get", { id }], queryFn: () => ask(roleApi.role_get, { id }, { noToast: true }) })),
  });
  const roles = answers.flatMap((a) => a.data ?? []);
  const failed = answers.find((a) => a.error);
  return (
    <Modal open title="角色对比" width={760} footer={null} onCancel={onClose} styles={{ body: { maxHeight: "64vh", overflowY: "auto" } }}>
      {failed ? (
        <ListFault error={failed.error} retry={() => void failed.refetch()} />
      ) : roles.length === ids.length ? (
        <Differences roles={roles} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}
