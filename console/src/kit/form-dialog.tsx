/**
 * A write in a dialog, from the endpoint's input shape minus id, version and key:
 *   <FormDialog endpoint={orderApi.order_cancel} initial={{ id, version }} onDone={…} onClose={…}><Item name="reason" rows={4} /></FormDialog>
 * Mounted means open. Without children every field is drawn in its declared order.
 */
import { Modal } from "antd";
import { MODAL_WIDTH } from "@visadesk/contract/kit/constants.ts";
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { useCallback, useState, type ReactElement, type ReactNode } from "react";
import { elementOf, inputMeta, type Zod } from "./field-kinds.ts";
import { KitFormView, useKitForm } from "./form.tsx";
import type { Values } from "./form-rules.ts";
import { Item, ItemList } from "./item.tsx";
import { pickerFor } from "./picker-registry.ts";

export interface FormDialogProps<E extends Endpoint> {
  endpoint: E;
  initial?: Partial<Input<E>>;
  title?: ReactNode;
  okText?: string;
  width?: number;
  danger?: boolean;
  /** What will happen, above the fields. */
  intro?: ReactNode;
  children?: ReactNode;
  onDone?: (answer: Output<E>) => void;
  onClose: () => void;
}

const HIDDEN = new Set(["id", "version", "idempotency_key"]);

/** Fields a person fills: neither the record's own nor ids that the screen gave or that nothing can pick. */
export const openFields = (endpoint: Endpoint, initial: Values): [string, Zod][] =>
  Object.entries(shapeOf(endpoint.input)).filter(([name, type]) => {
    const kind = inputMeta(type)?.kind;
    if (HIDDEN.has(name)) return false;
    return (kind !== "id" && kind !== "ids") || (initial[name] === undefined && pickerFor(name, inputMeta(type)?.of) !== undefined);
  });

const isRows = (type: Zod): boolean => {
  const element = elementOf(type);
  return element !== undefined && Object.keys(shapeOf(element)).length > 0;
};

/** Every open field in its declared order. */
export const AllItems = (props: { endpoint: Endpoint; initial: Values }) => (
  <>
    {openFields(props.endpoint, props.initial).map(([name, type]) =>
      isRows(type) ? <ItemList key={name} name={name} add={`添加${inputMeta(type)?.label ?? ""}`} /> : <Item key={name} name={name} />,
    )}
  </>
);

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
  });
  return (
    <Modal
      open
      title={props.title ?? endpoint.label}
      width={props.width ?? MODAL_WIDTH}
      okText={props.okText ?? "确定"}
      cancelText="取消"
      mask={{ closable: false }}
      destroyOnHidden
      okButtonProps={{ danger: props.danger === true }}
      confirmLoading={kit.busy}
      afterOpenChange={(open) => {
        if (open) focusFirst(kit.id);
      }}
      onOk={() => void kit.submit("code")}
      onCancel={onClose}
    >
      {props.intro && <div className="vd-form-intro">{props.intro}</div>}
      <KitFormView kit={kit}>
        <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
      </KitFormView>
    </Modal>
  );
}

/** `[dialog, open, close]`: a place for one dialog of a screen; put `dialog` into the tree. */
export function useDialog(): readonly [ReactElement | null, (make: (close: () => void) => ReactElement) => void, () => void] {
  const [shown, setShown] = useState<ReactElement | null>(null);
  const close = useCallback((): void => setShown(null), []);
  const open = useCallback((make: (closing: () => void) => ReactElement): void => setShown(make(close)), [close]);
  return [shown, open, close];
}
