/** The application form of a person: filled for the customer, read while it is judged, locked once submitted. */
import { Button } from "antd";
import { defaultAnswers } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { isAsked, isBlank, visibleQuestions } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { applicantMaterialApi, type formSection } from "@visadesk/contract/order/applicant-material.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { answerWord, FormAnswer } from "../../shared/form-answer.tsx";
import type { Material } from "../applicant/applicant-model.ts";
import { useAct } from "../use-act.ts";

type Section = z.output<typeof formSection>;
type Answers = Readonly<Record<string, unknown>>;
type Moved = Output<typeof applicantMaterialApi.applicant_form_save>;

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
  const [answers, setAnswers] = useState<Answers>(() => ({
    ...(m.form_status === "draft" && defaultAnswers(sections)),
    ...m.form_answers,
  }));
  const [editing, setEditing] = useState(m.form_status === "draft" && closed === null);
  const [run, busy] = useAct();
  const state = FORM_STATES[m.form_status ?? "draft"];
  const filled = new Map(fills.map((f) => [f.key, f.value]));
  const shown = new Set(visibleQuestions(sections, answers).map((q) => q.key));
  const missing = visibleQuestions(sections, answers).filter(
    (q) => isAsked(q) && q.required && isBlank(answers[q.key]) && !filled.has(q.key),
  );
  const save = async (submit: boolean): Promise<void> => {
    const done = await run(
      (): Promise<Moved> => ask(applicantMaterialApi.applicant_form_save, { id: m.id, version: m.version, form_answers: answers, submit }),
      submit ? "申请表已提交" : "草稿已保存",
    );
    if (done && submit) setEditing(false);
  };
  return (
    <div className="ord-form">
      <p className="vd-row vd-small">
        {state && <StateTag tone={state.tone}>{state.label}</StateTag>}
        <span className="vd-muted">{missing.length > 0 ? `还有 ${missing.length} 项必填未填` : "必填项已填完"}</span>
      </p>
      {sections.length === 0 && <p className="vd-muted">该商品没有配置申请表</p>}
      {sections.map((s) => (
        <fieldset key={s.title}>
          <legend>{s.title}</legend>
          {s.questions
            .filter((q) => shown.has(q.key))
            .map((q) => (
              <div key={q.key} className="vd-near ord-question">
                <label htmlFor={`q-${q.key}`}>
                  {q.label}
                  {q.required && isAsked(q) && <em aria-label="必填">*</em>}
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
              onClick={() => void save(true)}
            >
              代客提交
            </Button>
            <Button disabled={busy} onClick={() => void save(false)}>
              保存草稿
            </Button>
          </div>
        ) : (
          <div className="vd-row">
            <Button onClick={() => setEditing(true)}>修改</Button>
          </div>
        ))}
    </div>
  );
}
