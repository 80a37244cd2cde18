/** Two to four roles side by side: only the codes that not all of them hold. */
import { Modal, Select, Skeleton } from "antd";
import { useState } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { matches } from "#kit/pinyin.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { isSensitive } from "@visadesk/contract/permissions.ts";
import { COMPARED_MAX, roleApi } from "@visadesk/contract/setting/role.ts";
import { permissionGroups } from "../grant/permission-tree.ts";
import { useRolePick } from "./use-role-pick.ts";
import "../setting.css";

type Compared = Output<typeof roleApi.role_compare_get>;
const Held = ({ held }: { held: boolean }) => <td>{held ? "有" : <span className="vd-blank">—</span>}</td>;

function Differences({ roles, rows }: Compared) {
  const byCode = new Map(rows.map((r) => [r.code, r.held]));
  const shown = permissionGroups.flatMap((g) => g.rows.filter((p) => byCode.has(p.code)));
  return (
    <table className="vd-compare">
      <thead>
        <tr>
          <th scope="col">不同之处</th>
          {roles.map((r) => (
            <th key={r.id} scope="col">
              {r.name}
              <span className="vd-dim vd-code">{r.worker_count} 人</span>
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
        {shown.length === 0 && (
          <tr>
            <td colSpan={roles.length + 1}>权限完全相同</td>
          </tr>
        )}
        {shown.map((p) => (
          <tr key={p.code}>
            <th scope="row">
              {p.label} <span className="vd-dim vd-code">{p.code}</span>
              {isSensitive(p.code) && <Mark tone="red">敏感</Mark>}
            </th>
            {roles.map((r, i) => (
              <Held key={r.id} held={byCode.get(p.code)?.[i] === true} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Compared({ ids }: { ids: readonly number[] }) {
  const answer = useRecord(roleApi.role_compare_get, { ids: [...ids] });
  if (answer.data) return <Differences {...answer.data} />;
  return answer.error ? <ListFault error={answer.error} retry={() => void answer.refetch()} /> : <Skeleton active />;
}

export interface RoleCompareProps {
  ids: readonly number[];
  onClose: () => void;
}

/** Begins with these roles; others join or leave at its head. */
export function RoleCompare({ ids, onClose }: RoleCompareProps) {
  const [picked, setPicked] = useState(ids);
  const roles = useRolePick().data?.list ?? [];
  return (
    <Modal open title="角色对比" width={760} footer={null} onCancel={onClose} styles={{ body: { maxHeight: "64vh", overflowY: "auto" } }}>
      <Select
        mode="multiple"
        className="vd-compare-roles"
        aria-label="对比的角色"
        placeholder={`选择2至${COMPARED_MAX}个角色`}
        maxCount={COMPARED_MAX}
        value={[...picked]}
        onChange={setPicked}
        options={roles.map((r) => ({ value: r.id, label: r.name }))}
        showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
      />
      {picked.length < 2 ? <p className="vd-muted">请再选择要对比的角色，共2至{COMPARED_MAX}个</p> : <Compared ids={picked} />}
    </Modal>
  );
}
