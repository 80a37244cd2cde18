/** Saves an application form with the version it was opened with; on a 409 both sides' answers come together. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { text } from "@visadesk/contract/kit/field.ts";
import { applicantMaterialApi } from "@visadesk/contract/order/applicant-material.ts";
import { useRef, useState, type ReactElement } from "react";
import { ask, faultOf } from "#kit/act/ask.ts";
import { ApiError } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import type { MergeViewProps } from "#kit/form/save/merge-view.tsx";
import { answerWord, type AnswerQuestion } from "../../shared/form-answer.tsx";
import { useAct } from "../use-act.ts";
import { mergeAnswers, storedIn, type Answers, type Opened } from "./form-answers.ts";

type Moved = Output<typeof applicantMaterialApi.applicant_form_save>;
const MergeView = part<MergeViewProps>(() => import("#kit/form/save/merge-view.tsx").then((m) => m.MergeView));

interface Clashing {
  submit: boolean;
  answers: Answers;
  clashes: MergeViewProps["clashes"];
}
export interface FormSave {
  /** `opened`: what the typing began from; a form that is edited again begins anew. */
  open: (opened: Opened) => void;
  save: (answers: Answers, submit: boolean) => Promise<void>;
  busy: boolean;
  merging: ReactElement | null;
}

export function useFormSave(
  id: number,
  first: Opened,
  questions: readonly AnswerQuestion[],
  onAnswers: (answers: Answers) => void,
  onSubmitted: () => void,
): FormSave {
  const opened = useRef(first);
  const [clashing, setClashing] = useState<Clashing | null>(null);
  const [run, busy] = useAct();
  const asked = new Map(questions.map((q) => [q.key, q]));

  const send = async (answers: Answers, submit: boolean): Promise<boolean> => {
    try {
      const input = { id, version: opened.current.version, form_answers: answers, submit };
      const { version }: Moved = await ask(applicantMaterialApi.applicant_form_save, input, { noToast: true });
      opened.current = { version, answers };
      return true;
    } catch (error) {
      const stored = storedIn(error);
      if (!stored) return failed(error);
      const merged = mergeAnswers(opened.current.answers, stored.answers, answers);
      opened.current = stored;
      onAnswers(merged.values);
      if (merged.clashes.length === 0) return send(merged.values, submit);
      setClashing({ submit, answers: merged.values, clashes: merged.clashes });
      return false;
    }
  };
  const save = async (answers: Answers, submit: boolean): Promise<void> => {
    const done = await run(() => send(answers, submit), submit ? "申请表已提交" : "草稿已保存");
    if (done && submit) onSubmitted();
  };
  const chosen = (c: Clashing, values: Answers): void => {
    const answers = { ...c.answers, ...values };
    setClashing(null);
    onAnswers(answers);
    void save(answers, c.submit);
  };
  return {
    open: (now) => void (opened.current = now),
    save,
    busy,
    merging: clashing && (
      <MergeView
        shape={Object.fromEntries(questions.map((q) => [q.key, text(q.label)]))}
        clashes={clashing.clashes}
        say={(key, value) => {
          const q = asked.get(key);
          return q && answerWord(q, value);
        }}
        onDone={(values) => chosen(clashing, values)}
        onCancel={() => setClashing(null)}
      />
    ),
  };
}

/** Said as the client says it; the answers stay as they were typed. */
function failed(error: unknown): never {
  const { msg, request_id } = faultOf(error);
  const isSaid = error instanceof ApiError && (error.aborted || error.status === 401 || error.status === 426);
  if (!isSaid) toast.error(msg, request_id ? { request_id } : undefined);
  throw error;
}
