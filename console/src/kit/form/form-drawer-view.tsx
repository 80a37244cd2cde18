/** What `<FormDrawer>` draws. */
import { Button, Drawer, Tooltip } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useDialogForm, type DialogFormProps } from "./dialog-form.tsx";

export interface FormDrawerProps<E extends Endpoint> extends Omit<DialogFormProps<E>, "danger" | "okDisabled"> {
  /** Why it cannot be submitted as it stands: its button is grey and says so. */
  okFault?: string | null;
}

const WIDTH = 640;

export function FormDrawer<E extends Endpoint>(props: FormDrawerProps<E>) {
  const { title, busy, submit, close, fields } = useDialogForm(props);
  const fault = props.okFault ?? null;
  return (
    <Drawer
      open
      title={title}
      size={props.width ?? WIDTH}
      onClose={close}
      mask={{ closable: false }}
      footer={
        <div className="vd-row vd-at-end">
          <Button onClick={close}>取消</Button>
          <Tooltip title={fault}>
            <Button type="primary" disabled={fault !== null} loading={busy && { delay: 200 }} onClick={submit}>
              {props.okText ?? "保存"}
            </Button>
          </Tooltip>
        </div>
      }
    >
      {fields}
    </Drawer>
  );
}
