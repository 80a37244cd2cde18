/** Two to four roles side by side: only the codes that not all of them hold. */
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { matches } from "#kit/pinyin.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { isSensitive, permissionLabel } from "@visadesk/contract/permissions.ts";
import { COMPARED_MAX, roleApi } from "@visadesk/contract/setting/role.ts";
import { permissionGroups } from "../grant/permission-tree.ts";
import { useRolePick } from "./use-role-pick.ts";
import "../setting.css";

type Compared = Output<typeof roleApi.role_compare_get>;
const cellOf = (held: boolean): ReactNode => (held ? "有" : <span className="vd-blank">—</span>);

function Differences({ roles, rows }: Compared) {
  const byCode = new Map(rows.map((r) => [r.code, r.held]));
  const shown = permissionGroups.flatMap((g) => g.rows.filter((p) => byCode.has(p.code)));
  return (
    <>
      <Rows
        label="角色对比"
        rows={[{ code: 0 }, ...shown.map(({ code }) => ({ code }))]}
        by="code"
        columns={[
          {
            title: "不同之处",
            head: true,
            cell: ({ code }) =>
              code === 0 ? (
                "数据范围"
              ) : (
                <>
                  {permissionLabel(code)} <span className="vd-dim vd-apart">{code}</span>
                  {isSensitive(code) && <Mark tone="red">敏感</Mark>}
                </>
              ),
          },
          ...roles.map((r, i) => ({
            title: (
              <>
                {r.name}
                <span className="vd-dim vd-apart">{r.worker_count} 人</span>
              </>
            ),
            cell: ({ code }: { code: number }) => (code === 0 ? DATA_SCOPES[r.data_scope] : cellOf(byCode.get(code)?.[i] === true)),
          })),
        ]}
      />
      {shown.length === 0 && <p className="vd-muted">权限完全相同</p>}
    </>
  );
}

function Compared({ ids }: { ids: readonly number[] }) {
  const answer = useRecord(roleApi.role_compare_get, { ids: [...ids] });
  if (answer.data) return <Differences {...answer.data} />;
  return <Unread answer={answer} rows={4} />;
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
    <Dialog title="角色对比" width={760} onClose={onClose}>
      <Select
        mode="multiple"
        className="vd-wide vd-after-12"
        aria-label="对比的角色"
        placeholder={`选择2至${COMPARED_MAX}个角色`}
        maxCount={COMPARED_MAX}
        value={[...picked]}
        onChange={setPicked}
        options={roles.map((r) => ({ value: r.id, label: r.name }))}
        showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
      />
      {picked.length < 2 ? <p className="vd-muted">请再选择要对比的角色，共2至{COMPARED_MAX}个</p> : <Compared ids={picked} />}
    </Dialog>
  );
}
