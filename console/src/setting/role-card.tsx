/** Beside a worker's form: what the chosen role may do. */
import { Form } from "antd";
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/ask.ts";
import { Mark } from "#kit/flow-tag.tsx";
import { useFormScope } from "#kit/form.tsx";
import { HrefLink } from "#kit/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/session.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
import { sensitiveOf } from "./permission-tree.ts";
import type { Role } from "./role-facts.ts";
import "./setting.css";

function Facts({ role }: { role: Role }) {
  const sensitive = sensitiveOf(role.module_group);
  return (
    <>
      <p>
        <HrefLink href={to("role-edit", { id: role.id })}>{role.name}</HrefLink>：{role.screen_count} 个页面，{role.button_count}{" "}
        个按钮，数据范围{DATA_SCOPES[role.data_scope]}。
      </p>
      {sensitive.length > 0 && (
        <p>
          <Mark tone="red">敏感 {sensitive.length}</Mark> {sensitive.map(permissionLabel).join("、")}
        </p>
      )}
    </>
  );
}

export function RoleCard() {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("role_id", form);
  const picked = watched === undefined ? initial["role_id"] : watched;
  const id = typeof picked === "number" ? picked : null;
  const canRead = useCan(may.role);
  const answer = useQuery({
    queryKey: ["role_get", { id }],
    queryFn: ({ signal }) => ask(roleApi.role_get, { id: id ?? 0 }, { signal, noToast: true }),
    enabled: canRead && id !== null,
  });
  if (id === null)
    return (
      <div className="vd-role-facts">
        <p>没有角色的员工登录后只看到首页。</p>
      </div>
    );
  return answer.data ? (
    <div className="vd-role-facts">
      <Facts role={answer.data} />
    </div>
  ) : null;
}
