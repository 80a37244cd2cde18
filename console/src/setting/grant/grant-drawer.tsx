/** One grant before its checker: what changes for whom, why, and the decision. */
import { Drawer } from "antd";
import { Fields } from "#kit/form/fields.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { session } from "#kit/app/session.ts";
import { grantChange, grantChangeApi, grantChangeFlow, scopeWords } from "@visadesk/contract/setting/grant-change.ts";
import { GrantState, type GrantChange } from "./grant-cells.tsx";
import { difference } from "./permission-tree.ts";
import { RiskNotes } from "../sys-config/risk-notes.tsx";
import { Codes, namesOf } from "../role/role-review.tsx";
import "../setting.css";

function Difference({ change: c }: { change: GrantChange }) {
  const { added, removed } = difference(c.old.module_group, c.new.module_group);
  return (
    <div className="vd-stack vd-small">
      {c.kind === "assign" && (
        <section>
          <h3>角色</h3>
          <p>
            {c.old.role_name ?? "无角色"} → {c.new.role_name}
          </p>
        </section>
      )}
      <Codes title="新增" codes={added} />
      <Codes title="移除" codes={removed} />
      {scopeWords(c).map((words) => (
        <section key={words}>
          <h3>数据范围</h3>
          <p>{words.replace("数据范围 ", "")}</p>
        </section>
      ))}
      <RiskNotes codes={c.new.module_group} before={c.old.module_group} />
      <section>
        <h3>{c.gainers.length} 人将获得这些权限</h3>
        <p>{c.gainers.length > 0 ? namesOf(c.gainers) : "目前没有员工使用该角色。"}</p>
      </section>
    </div>
  );
}

export interface GrantDrawerProps {
  change: GrantChange;
  onClose: () => void;
}

export function GrantDrawer({ change: c, onClose }: GrantDrawerProps) {
  const isMaker = session.use((s) => s.login?.id === c.maker_id);
  return (
    <Drawer
      open
      title={
        <>
          {c.target_name} <GrantState change={c} />
        </>
      }
      size={560}
      onClose={onClose}
      extra={<LogButton noun="grant_change" id={c.id} />}
      footer={
        c.grant_status === "pending" ? (
          <Moves
            flow={grantChangeFlow}
            row={c}
            state={c.grant_status}
            endpoints={grantChangeApi}
            variant="head"
            only={isMaker ? ["withdraw"] : ["approve", "reject"]}
            onDone={onClose}
          />
        ) : null
      }
    >
      <div className="vd-stack is-wide">
        <Fields
          of={grantChange}
          value={c}
          names={[
            "reason",
            "maker_name",
            "created_at",
            ...(c.grant_status === "pending" ? (["expires_at"] as const) : (["checker_name", "decided_at"] as const)),
            ...(c.reject_text === null ? [] : (["reject_text"] as const)),
          ]}
        />
        <Difference change={c} />
      </div>
    </Drawer>
  );
}
