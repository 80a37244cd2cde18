/** The application form of a person: filled for the customer, read while it is judged, locked once submitted. */
import { Button, Input, Select } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { applicantMaterialApi, type formSection } from "@visadesk/contract/order/applicant-material.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import { useState } from "react";
import { ask } from "#kit/ask.ts";
import { StateTag } from "#kit/flow-tag.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { Picker } from "#kit/pickers.tsx";
import type { Material } from "./applicant-model.ts";
import { useAct } from "./use-act.ts";

type Section = z.output<typeof formSection>;
type Question = Section["questions"][number];
type Answers = Readonly<Record<string, unknown>>;
type Moved = Output<typeof applicantMaterialApi.applicant_form_save>;

/** An answer as the condition of another question names it. */
const plain = (v: unknown): string => (typeof v === "string" || typeof v === "number" || typeof v === "boolean" ? String(v) : "");
const isShown = (q: Question, answers: Answers): boolean => !q.show_if || plain(answers[q.show_if.key]) === q.show_if.equals;
const textOf = (v: unknown): string | null => (typeof v === "string" ? v : null);
const textsOf = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === "string") : []);
const isBlank = (v: unknown): boolean => v === undefined || v === null || v === "" || (Array.isArray(v) && v.length === 0);
/** Asked of the customer; the rest is filled from the order or by staff elsewhere. */
const isAsked = (q: Question): boolean => q.source !== "system" && q.source !== "staff";
const wordOf = (v: unknown): string =>
  isBlank(v) ? "—" : v === true ? "是" : v === false ? "否" : Array.isArray(v) ? v.join("、") : String(v);
const YES_NO = [
  { value: true, label: "是" },
  { value: false, label: "否" },
];

function Answer({ q, value, onChange }: { q: Question; value: unknown; onChange: (v: unknown) => void }) {
  const id = `q-${q.key}`;
  switch (q.kind) {
    case "date":
      return <DateInput id={id} value={textOf(value)} onChange={onChange} />;
    case "bool":
      return (
        <Select
          id={id}
          className="vd-wide"
          allowClear
          options={YES_NO}
          value={typeof value === "boolean" ? value : null}
          onChange={onChange}
        />
      );
    case "single":
      return (
        <Select
          id={id}
          className="vd-wide"
          allowClear
          options={q.options.map((o) => ({ value: o, label: o }))}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case "multi":
      return (
        <Select
          id={id}
          className="vd-wide"
          mode="multiple"
          options={q.options.map((o) => ({ value: o, label: o }))}
          value={textsOf(value)}
          onChange={onChange}
        />
      );
    case "country":
      return <Picker id={id} of="country" className="vd-wide" value={textOf(value)} onChange={onChange} />;
    default:
      return (
        <Input
          id={id}
          value={textOf(value) ?? ""}
          {...(q.max_length > 0 && { maxLength: q.max_length })}
          autoComplete="off"
          onChange={(e) => onChange(e.target.value)}
        />
      );
  }
}

export interface MaterialFormProps {
  material: Material;
  sections: readonly Section[];
  /** Why it cannot be filled, or null. */
  closed: string | null;
}

const FORM_STATES: Readonly<Record<string, { label: string; tone: "grey" | "blue" | "green" | "orange" }>> = {
  draft: { label: "草稿", tone: "orange" },
  submitted: { label: "已提交", tone: "blue" },
  locked: { label: "已锁定", tone: "grey" },
};

export function MaterialForm({ material: m, sections, closed }: MaterialFormProps) {
  const [answers, setAnswers] = useState<Answers>(m.form_answers ?? {});
  const [editing, setEditing] = useState(m.form_status === "draft" && closed === null);
  const [run, busy] = useAct();
  const state = FORM_STATES[m.form_status ?? "draft"];
  const missing = sections
    .flatMap((s) => s.questions)
    .filter((q) => isAsked(q) && q.required && isShown(q, answers) && isBlank(answers[q.key]));
  const save = async (submit: boolean): Promise<void> => {
    const done = await run(
      (): Promise<Moved> => ask(applicantMaterialApi.applicant_form_save, { id: m.id, version: m.version, form_answers: answers, submit }),
      submit ? "申请表已提交" : "草稿已保存",
    );
    if (done && submit) setEditing(false);
  };
  return (
    <div className="ord-form">
      <p className="ord-form-head">
        {state && <StateTag tone={state.tone}>{state.label}</StateTag>}
        <span className="vd-muted">{missing.length > 0 ? `还有 ${missing.length} 项必填未填` : "必填项已填完"}</span>
      </p>
      {sections.length === 0 && <p className="vd-muted">该商品没有配置申请表</p>}
      {sections.map((s) => (
        <fieldset key={s.title}>
          <legend>{s.title}</legend>
          {s.questions
            .filter((q) => isShown(q, answers))
            .map((q) => (
              <div key={q.key} className="ord-question">
                <label htmlFor={`q-${q.key}`}>
                  {q.label}
                  {q.required && isAsked(q) && <em aria-label="必填">*</em>}
                </label>
                {editing && isAsked(q) ? (
                  <Answer q={q} value={answers[q.key]} onChange={(v) => setAnswers((a) => ({ ...a, [q.key]: v }))} />
                ) : (
                  <span className="vd-wrap">{wordOf(answers[q.key])}</span>
                )}
                {editing && q.help && <small>{q.help}</small>}
              </div>
            ))}
        </fieldset>
      ))}
      {!closed &&
        m.form_status !== "locked" &&
        (editing ? (
          <div className="ord-form-foot">
            <Button
              type="primary"
              disabled={missing.length > 0}
              title={missing.length > 0 ? `还缺：${missing.map((q) => q.label).join("、")}` : ""}
              loading={busy && { delay: 200 }}
              onClick={() => void save(true)}
            >
              代客提交
            </Button>
            <Button disabled={busy} onClick={() => void save(false)}>
              保存草稿
            </Button>
          </div>
        ) : (
          <div className="ord-form-foot">
            <Button onClick={() => setEditing(true)}>修改</Button>
          </div>
        ))}
    </div>
  );
}
