/** 新建交接单 and 登记供应商寄来. */
import { Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { SourceItems } from "./parcel-source.tsx";
import { ContactSelect, WayFields } from "./parcel-way.tsx";

export interface ParcelAddProps {
  kind: "add" | "expect";
  onMade: (no: string) => void;
  onClose: () => void;
}

interface InputProps<T> {
  id?: string;
  value?: T | null;
  onChange?: (value: T | null) => void;
}

/** Batches that are still packed, for those who see them. */
function BatchSelect({ id, value, onChange }: InputProps<number>) {
  const { data, isFetching } = useQuery({
    queryKey: ["submission_batch_query", "draft"],
    queryFn: ({ signal }) => ask(submissionBatchApi.submission_batch_query, { batch_status: ["draft"] }, { signal, noToast: true }),
  });
  return (
    <Select
      {...(id && { id })}
      allowClear={CLEARS}
      className="vd-wide"
      placeholder="不按批次"
      loading={isFetching}
      value={value ?? null}
      onChange={(v: number | undefined) => onChange?.(v ?? null)}
      options={(data?.list ?? []).map((b) => ({
        value: b.id,
        label: [b.batch_no, b.embassy_name, `${b.line_count}人`].filter(Boolean).join(" · "),
      }))}
    />
  );
}

export function ParcelAdd({ kind, onMade, onClose }: ParcelAddProps) {
  const afterWrite = useAfterWrite();
  const seesBatches = useCan(may.order_process);
  const onDone = ({ parcel_no }: { parcel_no: string }): void => {
    toast.success(`已建 ${parcel_no}`);
    afterWrite();
    onMade(parcel_no);
  };
  if (kind === "expect")
    return (
      <FormDialog
        endpoint={supplierParcelActApi.supplier_parcel_expect}
        title="登记供应商寄来"
        okText="登记"
        width={640}
        initial={{ purpose: "result", mode: "express", items: [] }}
        onDone={onDone}
        onClose={onClose}
      >
        <Item name="supplier_id" half />
        <Item name="contact_id" half>
          <ContactSelect />
        </Item>
        <Item name="purpose" />
        <WayFields />
        <Item name="items">
          <SourceItems />
        </Item>
        <Item name="note" rows={2} />
      </FormDialog>
    );
  return (
    <FormDialog
      endpoint={supplierParcelActApi.supplier_parcel_add}
      title="新建交接单"
      okText="建单"
      width={640}
      intro="建单后到装箱台扫描装箱。"
      initial={{ purpose: "submit", mode: "express", items: [] }}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="supplier_id" half />
      <Item name="contact_id" half>
        <ContactSelect />
      </Item>
      <Item name="purpose" />
      <Item name="planned_send_on" half help="不填为当日截止前寄出" />
      {seesBatches && (
        <Item name="batch_id" half>
          <BatchSelect />
        </Item>
      )}
      <WayFields />
      <Item name="note" rows={2} />
    </FormDialog>
  );
}
