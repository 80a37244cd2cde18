/** 题目: outline, the chosen question, and the form as the customer sees it, side by side. */
import { useEffect, useRef, useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { formFaults, type FormFault } from "@visadesk/contract/base-data/paper/application.rules.ts";
import { applicationVersionApi } from "@visadesk/contract/base-data/paper/application-version.ts";
import { FilledPreview } from "./application-filled.tsx";
import { placeOf, type Place, type Sections } from "./application-model.ts";
import { Outline, placeKey } from "./application-outline.tsx";
import { QuestionForm } from "./application-question.tsx";
import type { TrialPickerProps } from "./application-trial.tsx";

export type Saved = Output<typeof applicationVersionApi.application_version_save>;

/** Faults by place, and of one place by field; those only the server knows count while their key still stands. */
function faultsBy(faults: readonly FormFault[]): { places: Map<string, string>; of: (at: Place) => Map<string, string> } {
  const found = faults.flatMap((f) => {
    const place = placeOf(f.path);
    return place ? [{ ...place, message: f.message }] : [];
  });
  return {
    places: new Map(found.map((f) => [placeKey(f.at), f.message])),
    of: (at) => new Map(found.flatMap((f) => (placeKey(f.at) === placeKey(at) ? [[f.field, f.message] as const] : []))),
  };
}

interface EditorProps {
  value?: Sections;
  onChange?: (all: Sections) => void;
  id?: string;
  saved: Saved | null;
  trial: TrialPickerProps;
  at: Place;
  setAt: (at: Place) => void;
  onEdit: (all: Sections) => void;
}

const NONE: Sections = [];
const keyOf = (all: Sections, at: Place): string | undefined => (at.q === null ? undefined : all[at.s]?.questions[at.q]?.key);

function Editor({ value = NONE, onChange, id, saved, trial, at, setAt, onEdit }: EditorProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const el = box.current;
    // Enter in one line of a question is no wish to save the whole form.
    const stay = (e: KeyboardEvent): void => {
      if (e.key === "Enter" && !e.ctrlKey && !e.metaKey && e.target instanceof HTMLInputElement) e.preventDefault();
    };
    el?.addEventListener("keydown", stay);
    return () => el?.removeEventListener("keydown", stay);
  }, []);
  // A draft that is restored or merged is an edit as well.
  useEffect(() => onEdit(value), [onEdit, value]);
  // What the server said about a key holds where that key was and still is.
  const kept = (saved?.faults ?? []).filter((f) => {
    const place = placeOf(f.path);
    return (
      place?.field === "key" && keyOf(value, place.at) !== undefined && keyOf(value, place.at) === keyOf(saved?.sections ?? [], place.at)
    );
  });
  const faults = faultsBy([...kept, ...formFaults(value)]);
  return (
    <section id={id} ref={box} className="ap-editor" aria-label="题目编辑">
      <Outline
        all={value}
        at={at}
        faults={faults.places}
        onChoose={setAt}
        onChange={(all, to) => {
          onChange?.(all);
          setAt(to);
        }}
      />
      <section className="vd-box vd-small" aria-label="题目内容">
        <QuestionForm key={placeKey(at)} all={value} at={at} onChange={(all) => onChange?.(all)} faults={faults.of(at)} />
      </section>
      <FilledPreview all={value} {...trial} />
    </section>
  );
}

export interface QuestionsTabProps {
  applicationId: number;
  /** The draft, else what is in force, else nothing. */
  start: Saved | null;
  trial: TrialPickerProps;
  onSaved: (saved: Saved) => void;
  onEdit: (all: Sections) => void;
  at: Place;
  setAt: (at: Place) => void;
}

export function QuestionsTab({ applicationId, start, trial, onSaved, onEdit, at, setAt }: QuestionsTabProps) {
  const draft = start?.state === "draft" ? start : null;
  const [initial] = useState(() => ({
    application_id: applicationId,
    id: draft?.id ?? null,
    version: draft?.version ?? 0,
    sections: start?.sections ?? [],
    note: draft?.note ?? "",
  }));
  return (
    <FormScreen
      endpoint={applicationVersionApi.application_version_save}
      title="题目"
      initial={initial}
      draft={`application-form-${applicationId}`}
      saveText="保存草稿"
      onDone={(saved) => {
        toast.success(saved.faults.length > 0 ? `草稿已保存，还有${saved.faults.length}处待完善` : "草稿已保存");
        onSaved(saved);
      }}
    >
      <Item name="sections" label="">
        <Editor saved={start} trial={trial} at={at} setAt={setAt} onEdit={onEdit} />
      </Item>
      <FormSection title="版本说明">
        <Item name="note" label="这一版改了什么（仅内部可见）" rows={2} />
      </FormSection>
    </FormScreen>
  );
}
