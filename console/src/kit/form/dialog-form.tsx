/** The form of a dialog or drawer: opened with its start values, closed by its save, by an unchanged one, and by hand after a question. */
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { useRef, useState, type ReactNode } from "react";
import type { ApiError } from "../app/api.ts";
import { AllItems } from "../list/all-items.tsx";
import { useKept, useTyped } from "./save/kept.tsx";
import type { Values } from "./save/form-rules.ts";
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
  onDone?: (answer: Output<E>) => void;
  onClose: () => void;
}

/** `fields` stand between the title and the two buttons, which `submit` and `close`. */
export function useDialogForm<E extends Endpoint>(props: DialogFormProps<E>) {
  const { endpoint, onClose } = props;
  const [initial] = useState<Values>(() => ({ ...props.initial }));
  const isSaved = useRef(false);
  const kit = useKitForm({
    endpoint,
    initial,
    onDone: (answer) => {
      isSaved.current = true;
      props.onDone?.(answer);
      onClose();
    },
    onUnchanged: onClose,
    ...(props.review && { review: props.review }),
    ...(props.onRefused && { onRefused: props.onRefused }),
  });
  const isTyped = useTyped(kit.form, initial);
  const kept = useKept(() => !isSaved.current && isTyped(), onClose);
  return {
    title: props.title ?? endpoint.label,
    busy: kit.busy,
    submit: () => void kit.submit("code"),
    close: kept.close,
    fields: (
      <>
        {kept.guard}
        {props.intro && <div className="vd-small vd-muted vd-after-12 vd-wrap">{props.intro}</div>}
        <KitFormView kit={kit} {...(props.danger && { onKey: null })}>
          <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
        </KitFormView>
      </>
    ),
  };
}
