/** The form as the customer fills it: to be tried out by hand, or filled with a past applicant. */
import { Button } from "antd";
import { useState } from "react";
import { defaultAnswers, fillOf } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { isAsked, visibleQuestions } from "@visadesk/contract/base-data/paper/application.rules.ts";
import { FormAnswer } from "#shared/form-answer.tsx";
import type { Question, Sections } from "./application-model.ts";
import { StateMark, TrialPicker, TrialValue, type TrialPickerProps } from "./application-trial.tsx";

type Line = NonNullable<TrialPickerProps["trial"]>["lines"][number];

/** What stands in the place of an answer nobody is asked for. */
const selfWord = (q: Question): string | null => {
  const fill = fillOf(q);
  if (fill) return `自动带出：${fill.label}`;
  return isAsked(q) ? null : q.source === "staff" ? "由专员填写" : "系统带出（未对应字段）";
};

interface AskedProps {
  q: Question;
  line: Line | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}
function Asked({ q, line, value, onChange }: AskedProps) {
  const id = `ap-try-${q.key}`;
  const self = selfWord(q);
  return (
    <div className="vd-near">
      <label htmlFor={id} className="vd-wrap-any">
        {q.label || <span className="vd-muted">未命名题目</span>}
        {q.required && isAsked(q) && (
          <em className="vd-error" aria-label="必填">
            *
          </em>
        )}
        {line && line.state !== "hidden" && <StateMark state={line.state} />}
      </label>
      {line ? (
        <span id={id} className="vd-note is-plain">
          <TrialValue q={q} line={line} />
        </span>
      ) : self === null ? (
        <FormAnswer q={q} id={id} value={value} onChange={onChange} />
      ) : (
        <span id={id} className="vd-note is-plain vd-muted">
          {self}
        </span>
      )}
      {q.help && <small>{q.help}</small>}
    </div>
  );
}

export function FilledPreview({ all, ...picker }: TrialPickerProps & { all: Sections }) {
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const lines = new Map(picker.trial?.lines.map((l) => [l.key, l]));
  const answers = { ...defaultAnswers(all), ...typed };
  const shown = new Set(visibleQuestions(all, answers));
  const isShown = (q: Question): boolean => {
    const line = lines.get(q.key);
    return line ? line.state !== "hidden" : shown.has(q);
  };
  return (
    <aside className="vd-box vd-small vd-beside ap-filled" aria-label="填写预览">
      <header className="vd-row vd-after-8">
        <b>客户看到的表</b>
        <span className="vd-grow" />
        {Object.keys(typed).length > 0 && !picker.trial && (
          <Button type="link" size="small" onClick={() => setTyped({})}>
            清空
          </Button>
        )}
      </header>
      <TrialPicker {...picker} />
      {all.map((s, i) => (
        <fieldset key={i} className="vd-stack vd-before-12">
          <legend>{s.title || "未命名分组"}</legend>
          {s.questions.map((q, j) =>
            isShown(q) ? (
              <Asked
                key={`${q.key} ${j}`}
                q={q}
                line={lines.get(q.key)}
                value={answers[q.key]}
                onChange={(v) => setTyped((now) => ({ ...now, [q.key]: v }))}
              />
            ) : null,
          )}
        </fieldset>
      ))}
    </aside>
  );
}
