/** 申请发票: whose orders, to whom made out, which kind, and what it comes to. */
import { useQuery } from "@tanstack/react-query";
import { Button, Form, Radio, Select } from "antd";
import { useState } from "react";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { invoiceTitleApi } from "@visadesk/contract/finance/invoice-title.ts";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { PeerPicker } from "#shared/record-pickers.tsx";
import { OrderLines } from "./order-lines.tsx";
import type { TitleFormProps } from "./title-form.tsx";
import { BLANK_TITLE, TitleInput } from "./title-input.tsx";

const TitleForm = part<TitleFormProps>(() => import("./title-form.tsx").then((m) => m.TitleForm));

const useTitles = (peer: number | undefined) =>
  useQuery({
    queryKey: [invoiceTitleApi.invoice_title_query.name, "book", peer],
    queryFn: ({ signal }) => ask(invoiceTitleApi.invoice_title_query, { peer_id: peer ?? 0, page_size: 100 }, { signal, noToast: true }),
    enabled: peer !== undefined,
  }).data?.list ?? [];

/** A title of the peer's book; a new one is written there first. */
function BookTitle({ peer }: { peer: number | undefined }) {
  const titles = useTitles(peer);
  const { form } = useFormScope();
  const [dialog, open] = useDialog();
  return (
    <>
      <Item name="title_id" label="抬头" half needs="请选择抬头">
        <Select
          disabled={peer === undefined}
          placeholder={peer === undefined ? "请先选择同行" : "抬头簿"}
          options={titles.map((t) => ({ value: t.id, label: t.tax_no === "" ? t.title : `${t.title}（${t.tax_no}）` }))}
          notFoundContent="抬头簿是空的"
        />
      </Item>
      {peer !== undefined && (
        <div>
          <Button
            size="small"
            onClick={() =>
              open((close) => <TitleForm title={null} peerId={peer} onAdded={(id) => form.setFieldValue("title_id", id)} onClose={close} />)
            }
          >
            新增抬头
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}

function Items() {
  const { form } = useFormScope();
  const [isPeer, setPeer] = useState(true);
  const peer = Form.useWatch<number | undefined>("peer_id", form);
  const kind = Form.useWatch<"normal" | "special" | undefined>("kind", form) ?? "normal";
  const change = (next: boolean): void => {
    setPeer(next);
    form.setFieldsValue({ peer_id: undefined, title_id: undefined, title: next ? undefined : BLANK_TITLE, lines: [] });
  };
  return (
    <>
      <Radio.Group
        aria-label="客户"
        value={isPeer}
        options={[
          { value: true, label: "同行" },
          { value: false, label: "直客" },
        ]}
        onChange={(e) => change(e.target.value === true)}
      />
      {isPeer ? (
        <>
          <Item name="peer_id" half needs="请选择同行">
            <PeerPicker placeholder="编号或简称" onChange={() => form.setFieldsValue({ title_id: undefined, lines: [] })} />
          </Item>
          <BookTitle peer={peer} />
        </>
      ) : (
        <Item name="title" label="抬头">
          <TitleInput />
        </Item>
      )}
      <Item name="kind" half />
      {(!isPeer || peer !== undefined) && (
        <Item key={isPeer ? peer : "direct"} name="lines" label="订单" needs="请选择订单">
          <OrderLines peer={peer} kind={kind} />
        </Item>
      )}
      <Item name="email" half />
      <Item name="mobile" half />
      <Item name="remark" rows={2} />
    </>
  );
}

export interface InvoiceAddProps {
  /** Whose orders, where it is known. */
  given?: { peer_id: number };
  onClose: () => void;
}
export function InvoiceAdd({ given, onClose }: InvoiceAddProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDrawer
      endpoint={invoiceApi.invoice_add}
      title="申请发票"
      okText="提交申请"
      width={1040}
      initial={{ kind: "normal", lines: [], remark: "", email: "", mobile: "", ...given }}
      onDone={({ list, note }) => {
        toast.success(`已申请 ${list.map((i) => i.fp_no).join("、")}${note && `。${note}`}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Items />
    </FormDrawer>
  );
}
