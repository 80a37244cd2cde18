/** What `<FormDialog>` draws. */
import { Modal } from "antd";
import { MODAL_WIDTH } from "@visadesk/contract/kit/constants.ts";
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { useState, type ReactNode } from "react";
import { AllItems } from "../list/all-items.tsx";
import { useAskBeforeClose } from "./ask-before-close.ts";
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

const focusFirst = (formId: string): void =>
  document.getElementById(formId)?.querySelector<HTMLElement>("input:not([type=hidden]):not([type=file]), textarea")?.focus();

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
    <Modal
      open
      title={props.title ?? endpoint.label}
      width={props.width ?? MODAL_WIDTH}
      okText={props.okText ?? "确定"}
      cancelText="取消"
      mask={{ closable: false }}
      destroyOnHidden
      okButtonProps={{ danger: props.danger === true, disabled: props.okDisabled === true }}
      confirmLoading={kit.busy}
      afterOpenChange={(open) => {
        if (open) focusFirst(kit.id);
      }}
      onOk={() => void kit.submit("code")}
      onCancel={close}
    >
      {props.intro && <div className="vd-form-intro">{props.intro}</div>}
      <KitFormView kit={kit} {...(props.danger && { onKey: null })}>
        <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
      </KitFormView>
    </Modal>
  );
}
