/** One question, or the title of a section, while it is being written. */
import { Checkbox, Input, Select } from "antd";
import type { ReactNode } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Picker } from "#kit/pickers.tsx";
import { FILLS, fillOf } from "@visadesk/contract/base-data/paper/application-fill.ts";
import {
  canCondition,
  canDefault,
  QUESTION_KINDS,
  QUESTION_PATTERNS,
  QUESTION_SOURCES,
  type FormFault,
} from "@visadesk/contract/base-data/paper/application.rules.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { questionAt, questionsBefore, setQuestion, setTitle, type Place, type Question, type Sections } from "./application-model.ts";
import { LinesInput } from "../paper/paper-inputs.tsx";

const MAX_LENGTH = int("最多字数", 0, 2000);
export interface QuestionFormProps {
  all: Sections;
  at: Place;
  onChange: (all: Sections) => void;
  /** Faults of this place, by field. */
  faults: ReadonlyMap<string, FormFault["message"]>;
}

const optionsOf = <O extends Readonly<Record<string, string>>>(words: O) => keysOf(words).map((value) => ({ value, label: words[value] }));
const KINDS = optionsOf(QUESTION_KINDS);
const SOURCES = optionsOf(QUESTION_SOURCES);
const PATTERNS = [{ value: "", label: "不限" }, ...optionsOf(QUESTION_PATTERNS)];
const BOOLS = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
];
const SOURCE_HELP: Readonly<Record<Question["source"], string>> = {
  passport: "从护照、身份证自动带出",
  system: "从订单与申请人资料自动带出，不问客户",
  customer: "由客户回答",
  staff: "由专员填写，不问客户",
};

interface LineProps {
  id: string;
  label: string;
  fault?: string | undefined;
  help?: ReactNode;
  half?: boolean;
  children: ReactNode;
}
const Line = ({ id, label, fault, help, half, children }: LineProps) => (
  <div className={half ? "vd-near" : "vd-near vd-whole-row"}>
    <label htmlFor={id} className="vd-muted">
      {label}
    </label>
    {children}
    {fault ? <small className="vd-error">{fault}</small> : help && <small>{help}</small>}
  </div>
);

interface PartProps {
  q: Question;
  set: (change: Partial<Question>) => void;
  fault: (field: string) => string | undefined;
}

/** The key; where a question fills itself, chosen among what is known. */
function KeyLine({ q, set, fault }: PartProps) {
  const fills = Object.entries(FILLS).flatMap(([value, f]) => (f.source === q.source ? [{ value, label: f.label }] : []));
  const isAuto = q.source === "passport" || q.source === "system";
  return (
    <>
      {isAuto && (
        <Line id="ap-fill" label="带出内容" half help={fillOf(q) ? SOURCE_HELP[q.source] : "未选择：不会自动带出"}>
          <Select
            id="ap-fill"
            className="vd-wide"
            placeholder="选择带出哪一项"
            options={fills}
            value={fillOf(q) ? q.key : null}
            onChange={(key: string) => set({ key })}
          />
        </Line>
      )}
      <Line id="ap-key" label="题目key" half fault={fault("key")} help="发布后不改含义，答案按它保存">
        <Input id="ap-key" value={q.key} maxLength={40} autoComplete="off" onChange={(e) => set({ key: e.target.value.trim() })} />
      </Line>
    </>
  );
}

/** What is asked for beside the kind: options, or the shape of a text. */
function ShapeLines({ q, set, fault }: PartProps) {
  if (q.kind === "single" || q.kind === "multi" || q.kind === "group")
    return (
      <Line
        id="ap-options"
        label={q.kind === "group" ? "组成部分" : "选项"}
        fault={fault("options")}
        {...(q.kind === "group" && { help: "客户按行填写，例如同行人：姓名、关系、出生日期" })}
      >
        <LinesInput id="ap-options" value={q.options} max={60} placeholder="每行一个" onChange={(options) => set({ options })} />
      </Line>
    );
  if (q.kind !== "text") return null;
  return (
    <>
      <Line id="ap-pattern" label="格式" half fault={fault("pattern")}>
        <Select id="ap-pattern" className="vd-wide" options={PATTERNS} value={q.pattern} onChange={(pattern: string) => set({ pattern })} />
      </Line>
      <Line id="ap-max" label="最多字数" half help="0 为不限">
        <NumberInput of={MAX_LENGTH} id="ap-max" value={q.max_length} onChange={(n) => set({ max_length: n ?? 0 })} />
      </Line>
      <div className="vd-wraps vd-whole-row">
        <Checkbox checked={q.upper} onChange={(e) => set({ upper: e.target.checked })}>
          转成大写
        </Checkbox>
        <Checkbox checked={q.translate_en} onChange={(e) => set({ translate_en: e.target.checked })}>
          需译成英文
        </Checkbox>
      </div>
    </>
  );
}

interface ValueProps {
  id: string;
  q: Pick<Question, "kind" | "options">;
  value: string;
  onChange: (value: string) => void;
}
/** A value a question can have, as the text a form keeps. */
function ValueInput({ id, q, value, onChange }: ValueProps) {
  if (q.kind === "date") return <DateInput id={id} value={value || null} onChange={(v) => onChange(v ?? "")} />;
  if (q.kind === "country")
    return (
      <Picker id={id} of="country" className="vd-wide" value={value || null} onChange={(v) => onChange(typeof v === "string" ? v : "")} />
    );
  if (q.kind === "bool" || q.kind === "single" || q.kind === "multi")
    return (
      <Select
        id={id}
        className="vd-wide"
        allowClear={CLEARS}
        options={q.kind === "bool" ? BOOLS : q.options.map((o) => ({ value: o, label: o }))}
        value={value || null}
        onChange={(v: string | undefined) => onChange(v ?? "")}
      />
    );
  return <Input id={id} value={value} maxLength={100} autoComplete="off" onChange={(e) => onChange(e.target.value)} />;
}

function Condition({ q, set, fault, before }: PartProps & { before: readonly Question[] }) {
  const usable = before.filter(canCondition);
  const on = before.find((x) => x.key === q.show_if?.key);
  return (
    <>
      <Line
        id="ap-if"
        label="显示条件"
        half
        fault={fault("show_if")}
        help={usable.length === 0 ? "前面还没有可作条件的选择题" : "不选为总是显示"}
      >
        <Select
          id="ap-if"
          className="vd-wide"
          allowClear={CLEARS}
          placeholder="总是显示"
          options={usable.map((x) => ({ value: x.key, label: x.label || x.key }))}
          value={q.show_if?.key ?? null}
          onChange={(key: string | undefined) => set({ show_if: key ? { key, equals: "" } : null })}
        />
      </Line>
      {q.show_if && (
        <Line id="ap-equals" label="当答案是" half>
          <ValueInput
            id="ap-equals"
            q={on ?? { kind: "text", options: [] }}
            value={q.show_if.equals}
            onChange={(equals) => set({ show_if: { key: q.show_if?.key ?? "", equals } })}
          />
        </Line>
      )}
    </>
  );
}

/** What another kind cannot have is taken away with the change. */
const asKind = (q: Question, kind: Question["kind"]): Partial<Question> => ({
  kind,
  default: "",
  ...(kind !== "text" && { pattern: "", upper: false, translate_en: false }),
  ...(!["single", "multi", "group"].includes(kind) && { options: [] }),
  ...(kind === "text" && q.max_length === 0 && { max_length: 100 }),
});

export function QuestionForm({ all, at, onChange, faults }: QuestionFormProps) {
  const q = questionAt(all, at);
  const fault = (field: string): string | undefined => faults.get(field);
  const set = (change: Partial<Question>): void => onChange(setQuestion(all, at, change));
  const section = all[at.s];
  if (!section) return <p className="vd-muted">左侧加一道题目后，在这里填写</p>;
  if (!q)
    return (
      <Line id="ap-title" label="分组名称" fault={fault("title")} help={`本组 ${section.questions.length} 题`}>
        <Input id="ap-title" value={section.title} maxLength={40} onChange={(e) => onChange(setTitle(all, at.s, e.target.value))} />
      </Line>
    );
  const part = { q, set, fault };
  return (
    <div className="vd-halves">
      <Line id="ap-label" label="题目" fault={fault("label")}>
        <Input id="ap-label" value={q.label} maxLength={100} onChange={(e) => set({ label: e.target.value })} />
      </Line>
      <Line id="ap-en" label="英文题目">
        <Input
          id="ap-en"
          value={q.label_en}
          maxLength={200}
          placeholder="与使馆表格一致"
          onChange={(e) => set({ label_en: e.target.value })}
        />
      </Line>
      <Line id="ap-kind" label="类型" half>
        <Select id="ap-kind" className="vd-wide" options={KINDS} value={q.kind} onChange={(kind) => set(asKind(q, kind))} />
      </Line>
      <Line id="ap-source" label="来源" half help={SOURCE_HELP[q.source]}>
        <Select id="ap-source" className="vd-wide" options={SOURCES} value={q.source} onChange={(source) => set({ source })} />
      </Line>
      <KeyLine {...part} />
      <div className="vd-wraps vd-whole-row">
        <Checkbox checked={q.required} onChange={(e) => set({ required: e.target.checked })}>
          必填
        </Checkbox>
      </div>
      <ShapeLines {...part} />
      <Line id="ap-help" label="填写说明">
        <Input.TextArea
          id="ap-help"
          value={q.help}
          maxLength={300}
          autoSize={{ minRows: 2, maxRows: 5 }}
          onChange={(e) => set({ help: e.target.value })}
        />
      </Line>
      {canDefault(q) && (
        <Line id="ap-default" label="默认值" half fault={fault("default")}>
          <ValueInput id="ap-default" q={q} value={q.default} onChange={(v) => set({ default: v })} />
        </Line>
      )}
      <Condition {...part} before={questionsBefore(all, at)} />
    </div>
  );
}
