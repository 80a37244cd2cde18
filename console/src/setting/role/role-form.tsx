/** The parts of the role editor that adding and editing share. */
import { Form, Radio } from "antd";
import { useFormScope } from "#kit/form/form.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { session } from "#kit/app/session.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { isWider, splitGrant } from "@visadesk/contract/setting/grant.rules.ts";
import { GrantReason } from "../grant/grant-reason.tsx";
import type { Role } from "./role-facts.ts";
import { PermissionInput } from "../grant/permission-input.tsx";
import "../setting.css";

type Scope = Role["data_scope"];
export const SCOPE_SENTENCES: Readonly<Record<Scope, string>> = {
  all: "看得到全公司的订单、客户与会话，不论归谁负责。",
  team: "看得到本团队成员负责的记录；组长另含下级团队。",
  own: "只看得到自己负责的记录，以及休假交接期间代管的记录。",
};
const SCOPES: readonly Scope[] = ["all", "team", "own"];
const scopeOf = (value: unknown): Scope | undefined => SCOPES.find((s) => s === value);
const codesOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter((c) => typeof c === "number") : []);

function ScopeInput(props: { value?: Scope; onChange?: (scope: Scope) => void; id?: string }) {
  const mine = session.use((s) => s.account?.data_scope ?? "own");
  return (
    <Radio.Group
      id={props.id ?? ""}
      className="vd-near"
      value={props.value ?? null}
      options={SCOPES.map((s) => ({
        value: s,
        disabled: isWider(s, mine),
        label: (
          <>
            {DATA_SCOPES[s]}{" "}
            <span className="vd-tiny vd-muted">
              {SCOPE_SENTENCES[s]}
              {isWider(s, mine) && "（不能大于自己的数据范围）"}
            </span>
          </>
        ),
      }))}
      onChange={(e) => {
        const picked = scopeOf(e.target.value);
        if (picked) props.onChange?.(picked);
      }}
    />
  );
}

/** `before`: the role as it is stored; absent for a new one, which holds nothing yet. */
export function RoleItems({ before }: { before?: Pick<Role, "module_group" | "data_scope"> }) {
  const mine = session.use((s) => s.codes);
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("module_group", form);
  const watchedScope: unknown = Form.useWatch("data_scope", form);
  const data_scope = scopeOf(watchedScope ?? initial["data_scope"]) ?? "own";
  const wanted = { codes: codesOf(watched ?? initial["module_group"]), data_scope };
  const { held } = splitGrant({ codes: before?.module_group ?? [], data_scope: before?.data_scope ?? data_scope }, wanted);
  return (
    <>
      <FormSection title="基本信息">
        <Item name="name" placeholder="2至20个字，例如：订单主管" needs="请输入角色名称" half />
        <Item name="note" half />
        <Item name="data_scope">
          <ScopeInput />
        </Item>
      </FormSection>
      <FormSection title="权限">
        <Item name="module_group" label="可以打开的页面与可以使用的按钮">
          <PermissionInput mine={mine} {...(before && { before: before.module_group })} />
        </Item>
        <GrantReason held={held} />
      </FormSection>
    </>
  );
}
