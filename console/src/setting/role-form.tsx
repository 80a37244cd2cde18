/** The parts of the role editor that adding and editing share. */
import { Radio } from "antd";
import { FormSection, Item } from "#kit/item.tsx";
import { session } from "#kit/session.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import type { Role } from "./role-facts.ts";
import { PermissionInput } from "./permission-input.tsx";
import "./setting.css";

type Scope = Role["data_scope"];
const WIDTH: Readonly<Record<Scope, number>> = { own: 0, team: 1, all: 2 };
export const SCOPE_SENTENCES: Readonly<Record<Scope, string>> = {
  all: "看得到全公司的订单、客户与会话，不论归谁负责。",
  team: "看得到本团队成员负责的记录；组长另含下级团队。",
  own: "只看得到自己负责的记录，以及休假交接期间代管的记录。",
};
const SCOPES: readonly Scope[] = ["all", "team", "own"];

function ScopeInput(props: { value?: Scope; onChange?: (scope: Scope) => void; id?: string }) {
  const mine = session.use((s) => s.account?.data_scope ?? "own");
  return (
    <Radio.Group
      id={props.id ?? ""}
      className="vd-scope-input"
      value={props.value ?? null}
      options={SCOPES.map((s) => ({
        value: s,
        disabled: WIDTH[s] > WIDTH[mine],
        label: (
          <>
            {DATA_SCOPES[s]}{" "}
            <span className="vd-muted">
              {SCOPE_SENTENCES[s]}
              {WIDTH[s] > WIDTH[mine] && "（不能大于自己的数据范围）"}
            </span>
          </>
        ),
      }))}
      onChange={(e) => {
        const picked = SCOPES.find((s) => s === e.target.value);
        if (picked) props.onChange?.(picked);
      }}
    />
  );
}

export function RoleItems() {
  const mine = session.use((s) => s.codes);
  return (
    <>
      <FormSection title="基本信息">
        <Item name="name" placeholder="2至20个字，例如：订单主管" half />
        <Item name="note" half />
        <Item name="data_scope">
          <ScopeInput />
        </Item>
      </FormSection>
      <FormSection title="权限">
        <Item name="module_group" label="可以打开的页面与可以使用的按钮">
          <PermissionInput mine={mine} />
        </Item>
      </FormSection>
    </>
  );
}
