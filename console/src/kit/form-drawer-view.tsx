/** What `<FormDrawer>` draws. */
import { Button, Drawer } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useState } from "react";
import { confirm } from "./feedback.ts";
import { AllItems } from "./all-items.tsx";
import type { FormDrawerProps } from "./form-drawer.tsx";
import { changedNames, type Values } from "./form-rules.ts";
import { KitFormView, useKitForm } from "./form.tsx";

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
  });
  const close = async (): Promise<void> => {
    const changed = changedNames(initial, kit.form.getFieldsValue() as Values).length > 0;
    if (!changed || (await confirm({ title: "放弃修改？", content: "已填写的内容不会保存。", ok: "放弃", danger: true }))) onClose();
  };
  return (
    <Drawer
      open
      title={props.title ?? endpoint.label}
      size={props.width ?? WIDTH}
      onClose={() => void close()}
      mask={{ closable: false }}
      footer={
        <div className="vd-drawer-foot">
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" loading={kit.busy && { delay: 200 }} onClick={() => void kit.submit("code")}>
            {props.okText ?? "保存"}
          </Button>
        </div>
      }
    >
      {props.intro && <div className="vd-form-intro">{props.intro}</div>}
      <KitFormView kit={kit}>
        <div className="vd-form-grid">{props.children ?? <AllItems endpoint={endpoint} initial={initial} />}</div>
      </KitFormView>
    </Drawer>
  );
}
