/** 设为签证专家 in the form of a new worker: offered where his role lets him process orders, with what happens when. */
import { Checkbox } from "antd";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { splitGrant } from "@visadesk/contract/setting/grant.rules.ts";
import { NOTHING, usePickedRole } from "../role/role-card.tsx";
import { useRolePick } from "../role/use-role-pick.ts";
import "./expert.css";

const RIGHT = `“${permissionLabel(may.order_process)}”权限`;

export interface AsExpertProps {
  ticked: boolean;
  onTick: (on: boolean) => void;
}

export function AsExpert({ ticked, onTick }: AsExpertProps) {
  const role = usePickedRole();
  const isSole = useRolePick().data?.is_sole === true;
  const able = role?.module_group.includes(may.order_process) === true;
  const waits = able && !isSole && splitGrant(NOTHING, { codes: role.module_group, data_scope: role.data_scope }).held !== null;
  const words = !role
    ? `请先选择有${RIGHT}的角色`
    : !able
      ? `角色“${role.name}”没有${RIGHT}，不能设为签证专家`
      : waits
        ? "角色须复核，生效后再到编辑员工中填写对客称呼、国家、在办上限与权重"
        : "新增后接着填写对客称呼、国家、在办上限与权重";
  return (
    <div className="vd-wraps vd-whole-row vd-after-16">
      <Checkbox checked={ticked && able} disabled={!able} onChange={(e) => onTick(e.target.checked)}>
        设为签证专家
      </Checkbox>
      <span className="vd-muted">{words}</span>
    </div>
  );
}
