import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { mailCentreApi } from "@visadesk/contract/base-data/paper/mail-centre.ts";

export type Centre = Output<typeof mailCentreApi.mail_centre_query>["list"][number];

const CentreItems = () => (
  <>
    <Item name="name" placeholder="例如：上海资料中心" />
    <Item name="contact" half placeholder="快递单上的收件人" />
    <Item name="mobile" half />
    <Item name="address" />
    <Item name="hours" placeholder="例如：工作日 09:00–18:00" />
    <Item name="note" rows={2} placeholder="客户寄件时要注意的，例如：请勿到付" />
  </>
);

export interface CentreFormProps {
  /** Null: a new one. */
  centre: Centre | null;
  onClose: () => void;
}
export function CentreForm({ centre, onClose }: CentreFormProps) {
  const afterWrite = useAfterWrite();
  const saved = (): void => {
    toast.success("已保存");
    afterWrite();
  };
  if (!centre)
    return (
      <FormDialog
        endpoint={mailCentreApi.mail_centre_add}
        title="新增收件中心"
        okText="保存"
        width={640}
        initial={{ hours: "", note: "" }}
        onDone={saved}
        onClose={onClose}
      >
        <CentreItems />
      </FormDialog>
    );
  const { id, version, name, contact, mobile, address, hours, note } = centre;
  return (
    <FormDialog
      endpoint={mailCentreApi.mail_centre_update}
      title={`编辑“${name}”`}
      okText="保存"
      width={640}
      initial={{ id, version, name, contact, mobile, address, hours, note }}
      intro="新订单按改后的地址通知客户；已下单的仍按下单时的地址。"
      onDone={saved}
      onClose={onClose}
    >
      <CentreItems />
    </FormDialog>
  );
}
