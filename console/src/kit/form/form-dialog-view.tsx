/** What `<FormDialog>` draws. */
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { useState, type ReactNode } from "react";
import { AllItems } from "../list/all-items.tsx";
import { useAskBeforeClose } from "./ask-before-close.ts";
import { DialogView } from "./dialog-view.tsx";
import { KitFormView, useKitForm } from "./form.tsx";
import type { Values } from "./form-rules.ts";

export interface FormDialogProps<E extends Endpoint> {
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
  onDone?: (answer: Output<E>) => void;
  onClose: () => void;
}

export function FormDialog<E extends Endpoint>(props: FormDialogProps<E>) {
  const { endpoint, onClose } = props;
  const [initial] = useState<Values>(() => ({ ...props.initial }));
  const kit = useKitForm({
    endpoint,
    initial,
    onDone: (answer) => {
      props.onDone?.(answer);
      onClose();
    },
    onUnchanged: onClose,
  });
  const close = useAskBeforeClose(kit.form, initial, onClose);
  return (
    <DialogView
      title={props.title ?? endpoint.label}
      width={props.width}
      okText={props.okText}
      okDisabled={props.okDisabled}
      danger={props.danger}
      busy={kit.busy}
      onOk={() => void kit.submit("code")}
      onClose={close}
    >
      <div>
        {props.intro && <div className="vd-small vd-muted vd-after-12 vd-wrap">{props.intro}</div>}
        <KitFormView kit={kit} {...(props.danger && { onKey: null })}>
          <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
        </KitFormView>
      </div>
    </DialogView>
  );
}
