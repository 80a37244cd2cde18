/** What `<FormDialog>` draws. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useDialogForm, type DialogFormProps } from "./dialog-form.tsx";
import { DialogView } from "./dialog-view.tsx";

export function FormDialog<E extends Endpoint>(props: DialogFormProps<E>) {
  const { title, busy, submit, close, fields } = useDialogForm(props);
  return (
    <DialogView
      title={title}
      width={props.width}
      okText={props.okText}
      okDisabled={props.okDisabled}
      danger={props.danger}
      busy={busy}
      onOk={submit}
      typed={false}
      onClose={close}
    >
      <div>{fields}</div>
    </DialogView>
  );
}
