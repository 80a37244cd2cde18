/** 谁能做: a permission, found by its label, initials or number, and the roles and people who hold it. */
import { Empty } from "antd";
import type { ReactNode } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Picker } from "#kit/pickers.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { isSensitive, may, permissionOf } from "@visadesk/contract/permissions.ts";
import { roleApi } from "@visadesk/contract/setting/role.ts";
import "../setting.css";

type Who = Output<typeof roleApi.role_who_query>;

function Roles({ roles }: Pick<Who, "roles">) {
  return (
    <section className="vd-card">
      <header>
        <h2>
          角色 <span className="vd-num">{roles.length}</span>
        </h2>
      </header>
      <Rows
        label="角色"
        rows={roles}
        columns={[
          {
            title: "角色",
            head: true,
            cell: (r) => (
              <>
                <HrefLink className="vd-link" href={to("role-edit", { id: r.id })}>
                  {r.name}
                </HrefLink>
                {r.is_builtin && <Mark tone="gold">内置</Mark>}
              </>
            ),
          },
          { title: "数据范围", cell: (r) => DATA_SCOPES[r.data_scope] },
          { title: "人数", num: true, cell: (r) => r.worker_count },
        ]}
      />
    </section>
  );
}

function People({ workers }: Pick<Who, "workers">) {
  const canOpen = useCan(may.worker);
  return (
    <section className="vd-card">
      <header>
        <h2>
          在职员工 <span className="vd-num">{workers.length}</span>
        </h2>
      </header>
      <Rows
        label="在职员工"
        rows={workers}
        columns={[
          {
            title: "员工",
            head: true,
            cell: (w) =>
              canOpen ? (
                <HrefLink className="vd-link" href={to("worker-edit", { id: w.id })}>
                  {w.nickname}
                </HrefLink>
              ) : (
                w.nickname
              ),
          },
          { title: "账号", cell: (w) => w.account },
          { title: "角色", cell: (w) => w.role_name },
          { title: "数据范围", cell: (w) => DATA_SCOPES[w.data_scope] },
          { title: "团队", cell: (w) => w.team_name ?? <span className="vd-blank">—</span> },
        ]}
      />
    </section>
  );
}

function Answer({ code }: { code: number }) {
  const answer = useRecord(roleApi.role_who_query, { code });
  const { data } = answer;
  if (data)
    return (
      <div className="vd-halves">
        <Roles roles={data.roles} />
        <People workers={data.workers} />
      </div>
    );
  return <Unread answer={answer} rows={4} />;
}

export interface RoleWhoProps {
  /** Those of the list around. */
  tabs: ReactNode;
}

export function RoleWho({ tabs }: RoleWhoProps) {
  const [search, replace] = useSearchText();
  const code = Number(new URLSearchParams(search).get("code"));
  const permission = permissionOf(code);
  return (
    <section className="vd-stack vd-list" aria-label="谁能做">
      <div className="vd-wraps vd-list-title">
        <h1>角色管理</h1>
      </div>
      {tabs}
      <div className="vd-after-16">
        <Picker
          of="permission"
          aria-label="权限"
          className="vd-who-picker"
          placeholder="按权限名称、首字母或编号查找"
          value={permission ? code : null}
          onChange={(picked) => replace(typeof picked === "number" ? `tab=who&code=${picked}` : "tab=who")}
        />
        {permission && isSensitive(code) && <Mark tone="red">敏感</Mark>}
      </div>
      {permission ? (
        <Answer code={code} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一项权限，查看哪些角色和员工持有" />
      )}
    </section>
  );
}
