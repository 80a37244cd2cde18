/** 沉睡权限: what nobody of a role used for a long time, and the smaller role with one click. */
import { Button, Checkbox, Drawer, Empty, Tooltip } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { session } from "#kit/app/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { isSensitive, permissionLabel } from "@visadesk/contract/permissions.ts";
import { roleApi, UNDO_DAYS, UNUSED_DAYS } from "@visadesk/contract/setting/role.ts";
import { tick } from "../grant/permission-tree.ts";
import { useWhyLocked, type Role } from "./role-facts.ts";
import { confirmChange, namesOf } from "./role-review.tsx";
import "../setting.css";

type Unused = Output<typeof roleApi.role_unused_query>;

interface DraftProps {
  role: Role;
  unused: Unused;
  onDone: () => void;
}

function Draft({ role, unused, onDone }: DraftProps) {
  const mine = session.use((s) => s.codes);
  const why = useWhyLocked()(role);
  const afterWrite = useAfterWrite();
  const [picked, setPicked] = useState<readonly number[]>(() => unused.list.map((u) => u.code));
  const codes = tick(role.module_group, picked, false, mine);
  const take = async (): Promise<void> => {
    const words = { title: `收回 ${role.module_group.length - codes.length} 项沉睡权限？`, ok: "收回" };
    if (!(await confirmChange(role, { codes, data_scope: role.data_scope }, words))) return;
    const saved = await ask(roleApi.role_update, { id: role.id, version: role.version, module_group: codes }).catch(() => null);
    afterWrite();
    if (!saved) return;
    toast.success(`已收回，${UNDO_DAYS}天内可在角色列表撤销`);
    onDone();
  };
  const button = (
    <Button type="primary" disabled={why !== null || picked.length === 0} onClick={() => void take()}>
      收回所选 {picked.length} 项
    </Button>
  );
  return (
    <div className="vd-stack is-wide vd-small vd-unused">
      <p>
        持有该角色的 {unused.workers.length} 人在最近 {UNUSED_DAYS} 天都没有用过下列权限
        {unused.workers.length > 0 && `：${namesOf(unused.workers)}`}。
      </p>
      <ul className="vd-parted">
        {unused.list.map((u) => (
          <li key={u.code} className="vd-row vd-between">
            <Checkbox
              checked={picked.includes(u.code)}
              onChange={(e) => setPicked(e.target.checked ? [...picked, u.code] : picked.filter((c) => c !== u.code))}
            >
              {permissionLabel(u.code)} <span className="vd-dim vd-apart">{u.code}</span>
              {isSensitive(u.code) && <Mark tone="red">敏感</Mark>}
            </Checkbox>
            <span className="vd-muted vd-num">{u.used_on === null ? `${u.since} 起未用过` : `最近 ${u.used_on}`}</span>
          </li>
        ))}
      </ul>
      <div>{why === null ? button : <Tooltip title={why}>{button}</Tooltip>}</div>
    </div>
  );
}

export interface RoleUnusedProps {
  role: Role;
  onClose: () => void;
}

export function RoleUnused({ role, onClose }: RoleUnusedProps) {
  const answer = useRecord(roleApi.role_unused_query, { id: role.id });
  const { data } = answer;
  return (
    <Drawer open title={`沉睡权限：${role.name}`} size={480} onClose={onClose}>
      {data ? (
        data.list.length > 0 ? (
          <Draft role={role} unused={data} onDone={onClose} />
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有沉睡权限" />
        )
      ) : (
        <Unread answer={answer} rows={4} />
      )}
    </Drawer>
  );
}
