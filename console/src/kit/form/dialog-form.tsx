/** The form of a dialog or drawer: opened with its start values, closed by its save, by an unchanged one, and by hand after a question. */
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { useRef, useState, type ReactNode } from "react";
import type { ApiError } from "../app/api.ts";
import { AllItems } from "../list/all-items.tsx";
import { DRAFT_KEPT, useKept, useTyped } from "./save/kept.tsx";
import { DraftOffer } from "./save/draft-offer.tsx";
import { useDraft } from "./save/draft.ts";
import { changedNames, type Values } from "./save/form-rules.ts";
import { KitFormView, useKitForm } from "./form.tsx";

export interface DialogFormProps<E extends Endpoint> {
  endpoint: E;
  initial?: Partial<Input<E>>;
  title?: ReactNode;
  okText?: string;
  /** What is lacking stands in the dialog. */
  okDisabled?: boolean;
  width?: number;
  danger?: boolean;
  /** What will happen, above the fields. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Asked with the checked body before it is sent, as in a form of its own. */
  review?: (body: Values) => Promise<boolean>;
  /** Handles a refusal itself, such as one that asks for a confirmation; true: nothing more is said. */
  onRefused?: (error: ApiError) => boolean;
  /** Key of the draft of a new record, which outlives a reload and a closing by hand; absent: no draft. */
  draft?: string | undefined;
  /** What of the changed values a draft keeps; absent: all. */
  draftOf?: (values: Values) => Values;
  /** Before a draft fills the form. */
  onDraft?: (values: Values) => void;
  /** Fields that the form filled in by itself: leaving them loses nothing. */
  follows?: readonly string[];
  /** False: nothing was done, the form stays with what was typed. */
  onDone?: (answer: Output<E>) => unknown;
  onClose: () => void;
}

const KEPT_AS_DRAFT = { title: TEXTS.leave_changed, content: DRAFT_KEPT, ok: "离开" };

/** `fields` stand between the title and the two buttons, which `submit` and `close`. */
export function useDialogForm<E extends Endpoint>(props: DialogFormProps<E>) {
  const { endpoint, onClose } = props;
  const [initial] = useState<Values>(() => ({ ...props.initial }));
  const isSaved = useRef(false);
  const draft = useDraft(props.draft ?? null, null);
  const isNoted = useRef(false);
  const kit = useKitForm({
    endpoint,
    initial,
    onDone: (answer) => {
      isSaved.current = true;
      if (props.onDone?.(answer) === false) {
        isSaved.current = false;
        return;
      }
      draft.drop();
      onClose();
    },
    onUnchanged: onClose,
    ...(props.review && { review: props.review }),
    ...(props.onRefused && { onRefused: props.onRefused }),
  });
  const isTyped = useTyped(kit.form, initial, props.follows);
  const kept = useKept(() => !isSaved.current && isTyped(), onClose, props.draft === undefined ? {} : KEPT_AS_DRAFT);
  const onValues = (values: Values): void => {
    const changed = Object.fromEntries(changedNames(initial, values).map((name) => [name, values[name]]));
    const noted = props.draftOf?.(changed) ?? changed;
    const isLeft = Object.keys(noted).length > 0;
    if (isLeft) draft.note(noted);
    else if (isNoted.current) draft.drop();
    isNoted.current = isLeft;
  };
  const restore = (): void => {
    if (!draft.offered) return;
    props.onDraft?.(draft.offered.content);
    kit.form.setFieldsValue(draft.offered.content);
    isNoted.current = true;
    draft.take();
  };
  return {
    title: props.title ?? endpoint.label,
    busy: kit.busy,
    submit: () => void kit.submit("code"),
    close: kept.close,
    fields: (
      <>
        {kept.guard}
        <DraftOffer draft={draft} onTake={restore} />
        {props.intro && <div className="vd-small vd-muted vd-after-12 vd-wrap">{props.intro}</div>}
        <KitFormView kit={kit} onValues={onValues} {...(props.danger && { onKey: null })}>
          <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
        </KitFormView>
      </>
    ),
  };
}
