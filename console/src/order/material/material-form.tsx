/** The application form of a person: filled for the customer, read while it is judged, locked once submitted. */
import { Button } from "antd";
import { defaultAnswers } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { isAsked, isBlank, visibleQuestions } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { formSection } from "@visadesk/contract/order/applicant-material.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import { useState } from "react";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { answerWord, FormAnswer } from "../../shared/form-answer.tsx";
import type { Material } from "../applicant/applicant-model.ts";
import type { Answers } from "./form-answers.ts";
import { useFormSave } from "./use-form-save.tsx";

type Section = z.output<typeof formSection>;

export interface MaterialFormProps {
  material: Material;
  sections: readonly Section[];
  /** What fills itself from the passport and the order, masked. */
  fills: readonly { key: string; value: string }[];
  /** Why it cannot be filled, or null. */
  closed: string | null;
}

const FORM_STATES: Readonly<Record<string, { label: string; tone: "grey" | "blue" | "green" | "orange" }>> = {
  draft: { label: "草稿", tone: "orange" },
  submitted: { label: "已提交", tone: "blue" },
  locked: { label: "已锁定", tone: "grey" },
};

export function MaterialForm({ material: m, sections, fills, closed }: MaterialFormProps) {
  const stored = { version: m.version, answers: m.form_answers ?? {} };
  const [typed, setAnswers] = useState<Answers>(() => ({ ...(m.form_status === "draft" && defaultAnswers(sections)), ...m.form_answers }));
  const [editing, setEditing] = useState(m.form_status === "draft" && closed === null);
  // What is being typed stays; what is only read is what is stored now.
  const answers = editing ? typed : stored.answers;
  const questions = sections.flatMap((s) => s.questions);
  const { save, busy, merging, open } = useFormSave(m.id, { version: m.version, answers: typed }, questions, setAnswers, () =>
    setEditing(false),
  );
  const state = FORM_STATES[m.form_status ?? "draft"];
  const filled = new Map(fills.map((f) => [f.key, f.value]));
  const shown = new Set(visibleQuestions(sections, answers).map((q) => q.key));
  const missing = visibleQuestions(sections, answers).filter(
    (q) => isAsked(q) && q.required && isBlank(answers[q.key]) && !filled.has(q.key),
  );
  const edit = (): void => {
    open(stored);
    setAnswers(stored.answers);
    setEditing(true);
  };
  return (
    <div className="vd-stack vd-before-8 ord-form">
      <p className="vd-row vd-small">
        {state && <StateTag tone={state.tone}>{state.label}</StateTag>}
        <span className="vd-muted">{missing.length > 0 ? `还有 ${missing.length} 项必填未填` : "必填项已填完"}</span>
      </p>
      {sections.length === 0 && <p className="vd-muted">该商品没有配置申请表</p>}
      {sections.map((s) => (
        <fieldset key={s.title} className="vd-halves vd-box">
          <legend className="vd-small vd-medium">{s.title}</legend>
          {s.questions
            .filter((q) => shown.has(q.key))
            .map((q) => (
              <div key={q.key} className="vd-near ord-question">
                <label htmlFor={`q-${q.key}`}>
                  {q.label}
                  {q.required && isAsked(q) && (
                    <em className="vd-error" aria-label="必填">
                      *
                    </em>
                  )}
                </label>
                {editing && isAsked(q) ? (
                  <FormAnswer
                    q={q}
                    id={`q-${q.key}`}
                    takesFiles
                    value={answers[q.key]}
                    onChange={(v) => setAnswers((a) => ({ ...a, [q.key]: v }))}
                  />
                ) : (
                  <span className="vd-wrap">{isBlank(answers[q.key]) ? (filled.get(q.key) ?? "—") : answerWord(q, answers[q.key])}</span>
                )}
                {editing && isAsked(q) && isBlank(answers[q.key]) && filled.has(q.key) && <small>不填则带出：{filled.get(q.key)}</small>}
                {editing && q.help && <small>{q.help}</small>}
              </div>
            ))}
        </fieldset>
      ))}
      {!closed &&
        m.form_status !== "locked" &&
        (editing ? (
          <div className="vd-row">
            <Button
              type="primary"
              disabled={missing.length > 0}
              title={missing.length > 0 ? `还缺：${missing.map((q) => q.label).join("、")}` : ""}
              loading={busy && { delay: 200 }}
              onClick={() => void save(answers, true)}
            >
              代客提交
            </Button>
            <Button disabled={busy} onClick={() => void save(answers, false)}>
              保存草稿
            </Button>
          </div>
        ) : (
          <div className="vd-row">
            <Button onClick={edit}>修改</Button>
          </div>
        ))}
      {merging}
    </div>
  );
}
