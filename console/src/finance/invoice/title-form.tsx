/** 新增 and 编辑 of a title of a peer's book. */
import { invoiceTitleApi } from "@visadesk/contract/finance/invoice-title.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { Form } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { PeerPicker } from "#shared/record-pickers.tsx";

export type Title = Output<typeof invoiceTitleApi.invoice_title_get>;

/** Chosen as the title is made; then it stays. */
function Facts({ stored }: { stored: Title["title_type"] | null }) {
  const { form } = useFormScope();
  const chosen: unknown = Form.useWatch("title_type", form);
  const type = stored ?? chosen ?? "company";
  return (
    <>
      {stored === null && <Item name="title_type" half />}
      <Item name="title" />
      {type === "company" && (
        <>
          <Item name="tax_no" half needs="请输入税号" />
          <Item name="phone" half />
          <Item name="address" />
          <Item name="bank" half />
          <Item name="bank_account" half />
        </>
      )}
    </>
  );
}
const BLANK = { title_type: "company", tax_no: "", address: "", phone: "", bank: "", bank_account: "" } as const;

export interface TitleFormProps {
  title: Title | null;
  peerId?: number | undefined;
  /** What was added, by its number. */
  onAdded?: (id: number) => void;
  onClose: () => void;
}
export function TitleForm({ title: t, peerId, onAdded, onClose }: TitleFormProps) {
  const afterWrite = useAfterWrite();
  const done = (): void => {
    toast.success("抬头已保存");
    afterWrite();
  };
  if (t)
    return (
      <FormDialog
        endpoint={invoiceTitleApi.invoice_title_update}
        title={`编辑抬头：${t.title}`}
        okText="保存"
        width={640}
        initial={t}
        onDone={done}
        onClose={onClose}
      >
        <Facts stored={t.title_type} />
      </FormDialog>
    );
  return (
    <FormDialog
      endpoint={invoiceTitleApi.invoice_title_add}
      title="新增抬头"
      okText="保存"
      width={640}
      initial={{ ...BLANK, ...(peerId !== undefined && { peer_id: peerId }) }}
      onDone={({ id }) => {
        done();
        onAdded?.(id);
      }}
      onClose={onClose}
    >
      {peerId === undefined && (
        <Item name="peer_id" half>
          <PeerPicker placeholder="编号或简称" />
        </Item>
      )}
      <Facts stored={null} />
    </FormDialog>
  );
}
