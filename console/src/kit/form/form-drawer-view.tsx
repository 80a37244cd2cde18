/** What `<FormDrawer>` draws. */
import { Button, Drawer } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useDialogForm, type DialogFormProps } from "./dialog-form.tsx";

export type FormDrawerProps<E extends Endpoint> = Omit<DialogFormProps<E>, "danger" | "okDisabled">;

const WIDTH = 640;

export function FormDrawer<E extends Endpoint>(props: FormDrawerProps<E>) {
  const { title, busy, submit, close, fields } = useDialogForm(props);
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
          <Button type="primary" loading={busy && { delay: 200 }} onClick={submit}>
            {props.okText ?? "保存"}
          </Button>
        </div>
      }
    >
      {fields}
    </Drawer>
  );
}
