import { Alert } from "antd";
import { useState } from "react";
import { Section } from "#kit/page/blocks.tsx";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { role as roleFields, roleApi } from "@visadesk/contract/setting/role.ts";
import { PermissionInput } from "../grant/permission-input.tsx";
import { tellSaved, useWhyLocked, type Role } from "./role-facts.ts";
import { RoleItems } from "./role-form.tsx";
import { reviewEdit } from "./role-review.tsx";

/** A role that this person may look at only. */
function LockedRole({ role, why }: { role: Role; why: string }) {
  const mine = session.use((s) => s.codes);
  return (
    <div className="vd-stack is-wide vd-form-page">
      <h1>
        {role.name}
        <LogButton noun="role" id={role.id} />
      </h1>
      <Alert type="info" showIcon title={why} />
      <Section title="基本信息">
        <Fields of={roleFields} value={role} names={["data_scope", "worker_count", "updated_at", "note"]} />
      </Section>
      <Section title="权限">
        <PermissionInput readOnly mine={mine} value={role.module_group} />
      </Section>
    </div>
  );
}

function EditForm({ role }: { role: Role }) {
  const go = useGo();
  const [{ id, version, name, note, data_scope, module_group }] = useState(role);
  const before = { id, module_group, data_scope };
  return (
    <FormScreen
      endpoint={roleApi.role_update}
      title={`编辑角色：${name}`}
      initial={{ id, version, name, note, data_scope, module_group }}
      draft={`role-${id}`}
      presence={{ noun: "role", id }}
      review={reviewEdit(before)}
      onCancel={() => go(to("role-list"))}
      onDone={(saved) => {
        tellSaved(saved, "已保存");
        go(to("role-list"));
      }}
    >
      <RoleItems before={before} />
    </FormScreen>
  );
}

export default function RoleEdit() {
  const id = useIdParam("id");
  const whyLocked = useWhyLocked();
  const answer = useRecord(roleApi.role_get, { id });
  if (!answer.data) return <Unread answer={answer} />;
  const why = whyLocked(answer.data);
  return why === null ? <EditForm role={answer.data} /> : <LockedRole role={answer.data} why={why} />;
}
