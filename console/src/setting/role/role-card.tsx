/** Beside a worker's form: what the chosen role lets him do, what he would gain or lose, and what waits for a second person. */
import { Form } from "antd";
import { Unread } from "#kit/page/reads.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { may, permissionLabel, permissionOf } from "@visadesk/contract/permissions.ts";
import { splitGrant, type Grant } from "@visadesk/contract/setting/grant.rules.ts";
import type { roleApi } from "@visadesk/contract/setting/role.ts";
import { GrantReason } from "../grant/grant-reason.tsx";
import { useRolePick } from "./use-role-pick.ts";
import { MenuPreview } from "./menu-preview.tsx";
import { difference, sensitiveOf } from "../grant/permission-tree.ts";
import { RiskNotes } from "../sys-config/risk-notes.tsx";
import "../setting.css";

type Role = Output<typeof roleApi.role_pick>["list"][number];

/** The role chosen in the form; undefined while the roles are not known. */
export function usePickedRole(): Role | null | undefined {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("role_id", form);
  const picked = watched === undefined ? initial["role_id"] : watched;
  const roles = useRolePick().data?.list;
  return typeof picked === "number" ? roles?.find((r) => r.id === picked) : null;
}

export const NOTHING: Grant = { codes: [], data_scope: "own" };

/** The reason field of a worker's form, where his new role needs one. `before`: what he may do now. */
export function RoleReason({ before = NOTHING, role_id }: { before?: Grant; role_id?: number | null }) {
  const role = usePickedRole();
  if (!role || role.id === role_id) return null;
  return <GrantReason held={splitGrant(before, { codes: role.module_group, data_scope: role.data_scope }).held} />;
}

const Names = ({ title, codes }: { title: string; codes: readonly number[] }) =>
  codes.length === 0 ? null : (
    <p>
      <b>
        {title} {codes.length}
      </b>
      ：{codes.map(permissionLabel).join("、")}
    </p>
  );

function Facts({ role, before }: { role: Role; before: Grant | undefined }) {
  const canEdit = useCan(may.role);
  const sensitive = sensitiveOf(role.module_group);
  const screens = role.module_group.filter((c) => permissionOf(c)?.type === "menu").length;
  const { added, removed } = difference(before?.codes ?? role.module_group, role.module_group);
  return (
    <>
      <h3>{canEdit ? <HrefLink href={to("role-edit", { id: role.id })}>{role.name}</HrefLink> : role.name}</h3>
      <p className="vd-muted">
        {screens} 个页面，{role.module_group.length - screens} 个按钮，数据范围{DATA_SCOPES[role.data_scope]}
      </p>
      <Names title="获得" codes={added} />
      <Names title="失去" codes={removed} />
      {sensitive.length > 0 && (
        <p>
          <span className="vd-marks">
            <Mark tone="red">敏感 {sensitive.length}</Mark>
          </span>{" "}
          {sensitive.map(permissionLabel).join("、")}
        </p>
      )}
      <RiskNotes codes={role.module_group} before={before?.codes} />
      <MenuPreview codes={role.module_group} />
    </>
  );
}

/** `before`: what an existing worker may do now. */
export function RoleCard({ before }: { before?: Grant }) {
  const role = usePickedRole();
  const roles = useRolePick();
  return (
    <aside className="vd-note is-plain vd-stack is-8 vd-beside vd-aside-box" aria-label="权限说明">
      {role === null ? (
        <p>没有角色的员工登录后只看到首页。</p>
      ) : role === undefined ? (
        <Unread slim answer={roles} rows={4} />
      ) : (
        <Facts role={role} before={before} />
      )}
    </aside>
  );
}
