/** What 新增 and 编辑 of a configuration share, section by section. */
import { Form, Select } from "antd";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import { DEFAULT_LIMITS, ESCALATE_TO } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { FormSection, Item, ItemList, type ItemListProps } from "#kit/page/item.tsx";
import { Picker } from "#kit/pickers.tsx";
import { TeamPicker, WorkerPicker } from "#shared/record-pickers.tsx";
import { FieldsInput } from "./work-order-config-fields.tsx";

export const SECTIONS = ["基本", "适用范围", "表单设计", "时限与升级", "处理与联动", "模板"];
export const NEW_CONFIG = {
  scope: "all",
  scope_ids: [],
  fields: [],
  need_order: false,
  reply_minutes: DEFAULT_LIMITS.reply,
  resolve_minutes: DEFAULT_LIMITS.resolve,
  handler: "cs",
  team_id: null,
  escalate: [
    { at_percent: 100, to: "handler" },
    { at_percent: 150, to: "team_leader" },
  ],
  link: "none",
  templates: [],
  ask_score: true,
};

/** A choice as it stands now, before any the stored one. */
function useChoice(name: string): string | undefined {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch(name, form);
  const now = watched ?? initial[name];
  return typeof now === "string" ? now : undefined;
}

const SCOPE_OF = { level: "等级", group: "分组", peer: "同行" } as const;
const LEVELS = keysOf(LEVEL_CODES).map((value) => ({ value, label: LEVEL_CODES[value] }));
interface IdsProps {
  scope: "level" | "group" | "peer";
  value?: readonly string[];
  onChange?: (value: string[]) => void;
}
/** Levels by their codes, groups and peers by their numbers; all are kept as text. */
function ScopeIds({ scope, value = [], onChange }: IdsProps) {
  if (scope === "level")
    return (
      <Select mode="multiple" placeholder="请选择等级" options={LEVELS} value={[...value]} onChange={(v: string[]) => onChange?.(v)} />
    );
  return (
    <Picker
      of={scope === "group" ? "peer_group" : "peer"}
      multiple
      placeholder={scope === "group" ? "请选择分组" : "编号或简称"}
      value={value.map(Number)}
      onChange={(v) => onChange?.(Array.isArray(v) ? v.map(String) : [])}
    />
  );
}

function ScopeItems() {
  const { form } = useFormScope();
  const scope = useChoice("scope");
  return (
    <FormSection title="适用范围">
      <Item name="scope" help="同一编码下，指定同行优先于分组、等级和全部">
        <Select
          options={[
            { value: "all", label: "全部" },
            { value: "level", label: "等级" },
            { value: "group", label: "分组" },
            { value: "peer", label: "指定" },
          ]}
          onChange={() => form.setFieldValue("scope_ids", [])}
        />
      </Item>
      {(scope === "level" || scope === "group" || scope === "peer") && (
        <Item name="scope_ids" key={scope} needs={`请选择适用的${SCOPE_OF[scope]}`}>
          <ScopeIds scope={scope} />
        </Item>
      )}
    </FormSection>
  );
}

function HandlerItems() {
  const { form } = useFormScope();
  const handler = useChoice("handler");
  return (
    <FormSection title="处理与联动">
      <Item name="handler" half help="没有工单权限的，改由同行的客服处理">
        <Select
          options={[
            { value: "cs", label: "客服" },
            { value: "bd", label: "商务" },
            { value: "expert", label: "订单专家" },
            { value: "team", label: "团队" },
          ]}
          onChange={(v: string) => v !== "team" && form.setFieldValue("team_id", null)}
        />
      </Item>
      {handler === "team" && (
        <Item name="team_id" half needs="请选择处理团队" help="分给未结工单最少的人">
          <TeamPicker placeholder="请选择" />
        </Item>
      )}
      <Item name="link" half help="按「已解决」结束前须有关联记录" />
      <Item name="ask_score" half />
    </FormSection>
  );
}

const TO = keysOf(ESCALATE_TO).map((value) => ({ value, label: ESCALATE_TO[value] }));
type Steps = readonly ({ to?: string } | undefined)[];
/** Whom exactly is asked for where somebody is named. */
function StepItems({ at, index }: { at: Parameters<NonNullable<ItemListProps["children"]>>[0]; index: number }) {
  const { form } = useFormScope();
  const steps = Form.useWatch<Steps | undefined>("escalate", form);
  return (
    <>
      <Item name={at("at_percent")} half label="已用时限(%)" help="50-300" />
      <Item name={at("to")} half>
        <Select options={TO} onChange={() => form.setFieldValue(["escalate", index, "worker_id"], null)} />
      </Item>
      {steps?.[index]?.to === "worker" && (
        <Item name={at("worker_id")} half needs="请选择升级给的员工">
          <WorkerPicker placeholder="请选择" />
        </Item>
      )}
    </>
  );
}

/** `code`: chosen once, for all versions. */
export const ConfigItems = ({ code = false }: { code?: boolean }) => (
  <>
    <FormSection title="基本">
      {code && <Item name="code" half placeholder="例如：REFUND" help="5-12位大写字母或数字，各版本共用" />}
      <Item name="category" half />
      <Item name="name" half />
      <Item name="need_order" half />
    </FormSection>
    <ScopeItems />
    <FormSection title="表单设计">
      <Item name="fields">
        <FieldsInput />
      </Item>
    </FormSection>
    <FormSection title="时限与升级">
      <Item name="reply_minutes" half help="工作分钟，一天480；高等级同行按比例缩短" />
      <Item name="resolve_minutes" half />
      <ItemList name="escalate" add="添加一级" min={1} row={{ to: "team_leader" }}>
        {(at, index) => <StepItems at={at} index={index} />}
      </ItemList>
    </FormSection>
    <HandlerItems />
    <FormSection title="模板">
      <ItemList name="templates" add="添加模板">
        {(at) => (
          <>
            <Item name={at("title")} half />
            <Item name={at("text")} rows={2} />
          </>
        )}
      </ItemList>
    </FormSection>
  </>
);
