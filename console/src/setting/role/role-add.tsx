import { useState } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
import { tellSaved, type Role } from "./role-facts.ts";
import { reviewNew } from "./role-review.tsx";
import { RoleItems } from "./role-form.tsx";

function AddForm() {
  const go = useGo();
  return (
    <FormScreen
      endpoint={roleApi.role_add}
      title="新增角色"
      initial={{ note: "", module_group: [] }}
      draft="role-new"
      review={reviewNew}
      onCancel={() => go(to("role-list"))}
      onDone={(role) => {
        tellSaved(role, "已新增");
        go(to("role-list"));
      }}
    >
      <RoleItems />
    </FormScreen>
  );
}

function Copy({ from }: { from: Role }) {
  const go = useGo();
  const mine = session.use((s) => s.codes);
  const initial = {
    id: from.id,
    name: `${from.name}副本`.slice(0, 20),
    note: from.note,
    data_scope: from.data_scope,
    module_group: from.module_group.filter((c) => mine.has(c)),
  };
  return (
    <FormScreen
      endpoint={roleApi.role_copy}
      title={`复制角色：${from.name}`}
      initial={initial}
      draft={`role-copy-${from.id}`}
      review={reviewNew}
      onCancel={() => go(to("role-list"))}
      onDone={(role) => {
        tellSaved(role, "已新增");
        go(to("role-list"));
      }}
    >
      <RoleItems />
    </FormScreen>
  );
}

function CopyForm({ id }: { id: number }) {
  const answer = useRecord(roleApi.role_get, { id });
  return <Reads answer={answer}>{(role) => <Copy from={role} />}</Reads>;
}

export default function RoleAdd() {
  const [from] = useState(() => Number(new URLSearchParams(window.location.search).get("from")));
  return from > 0 ? <CopyForm id={from} /> : <AddForm />;
}
