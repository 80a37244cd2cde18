/** What `<FormDrawer>` draws. */
import { Button, Drawer } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useState } from "react";
import { AllItems } from "../list/all-items.tsx";
import { useAskBeforeClose } from "./ask-before-close.ts";
import type { FormDialogProps } from "./form-dialog-view.tsx";
import type { Values } from "./form-rules.ts";
import { KitFormView, useKitForm } from "./form.tsx";

export type FormDrawerProps<E extends Endpoint> = Omit<FormDialogProps<E>, "danger">;

const WIDTH = 640;

export function FormDrawer<E extends Endpoint>(props: FormDrawerProps<E>) {
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
    <Drawer
      open
      title={props.title ?? endpoint.label}
      size={props.width ?? WIDTH}
      onClose={close}
      mask={{ closable: false }}
      footer={
        <div className="vd-row vd-at-end">
          <Button onClick={close}>取消</Button>
          <Button type="primary" loading={kit.busy && { delay: 200 }} onClick={() => void kit.submit("code")}>
            {props.okText ?? "保存"}
          </Button>
        </div>
      }
    >
      {props.intro && <div className="vd-small vd-muted vd-after-12 vd-wrap">{props.intro}</div>}
      <KitFormView kit={kit}>
        <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
      </KitFormView>
    </Drawer>
  );
}
