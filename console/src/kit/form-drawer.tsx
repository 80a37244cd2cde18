/**
 * A write in a drawer, for forms too tall for a dialog; props as `FormDialog`. Closing with changes asks first.
 *   <FormDrawer endpoint={teamApi.team_update} title="编辑团队" initial={{ id, version, name }} onClose={…}><Item name="name" /></FormDrawer>
 */
import { Button, Drawer } from "antd";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { useState } from "react";
import { confirm } from "./feedback.ts";
import { AllItems, type FormDialogProps } from "./form-dialog.tsx";
import { changedNames, type Values } from "./form-rules.ts";
import { KitFormView, useKitForm } from "./form.tsx";

const WIDTH = 640;

export function FormDrawer<E extends Endpoint>(props: Omit<FormDialogProps<E>, "danger">) {
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
