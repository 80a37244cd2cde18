/** 新建交接单 and 登记供应商寄来. */
import { Checkbox, Form, Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { None } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import type { ParcelItem } from "../supplier-parcel/parcel-cells.tsx";
import { ContactSelect, WayFields } from "./parcel-way.tsx";
import { whoOf } from "./parcel-count.tsx";

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
      allowClear
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

interface SentItem {
  applicant_id: number;
  material_id: number | null;
  name: string;
  count: number;
}
const asSent = (i: ParcelItem): SentItem[] =>
  i.applicant_id === null ? [] : [{ applicant_id: i.applicant_id, material_id: i.material_id, name: i.name, count: i.count }];

/** What comes back is what was sent: a parcel to this supplier, and which of its items he announces. */
function SentItems({ value, onChange }: InputProps<SentItem[]>) {
  const supplier: unknown = Form.useWatch("supplier_id", useFormScope().form);
  const supplier_id = typeof supplier === "number" ? supplier : null;
  const [parcel, setParcel] = useState<number | null>(null);
  const sent = useQuery({
    queryKey: ["supplier_parcel_query", "sent", supplier_id],
    queryFn: ({ signal }) =>
      ask(
        supplierParcelApi.supplier_parcel_query,
        { supplier_id: [supplier_id ?? 0], type: 2, stage: ["done", "signed", "exception"], page_size: 100 },
        { signal, noToast: true },
      ),
    enabled: supplier_id !== null,
  });
  const detail = useQuery({
    queryKey: ["supplier_parcel_get", { id: parcel }],
    queryFn: ({ signal }) => ask(supplierParcelApi.supplier_parcel_get, { id: parcel ?? 0 }, { signal, noToast: true }),
    enabled: parcel !== null,
  });
  const items = detail.data?.items.filter((i) => i.applicant_id !== null) ?? [];
  const isIn = (i: ParcelItem): boolean => (value ?? []).some((v) => v.applicant_id === i.applicant_id && v.name === i.name);
  const options = (sent.data?.list ?? []).map((p) => ({ value: p.id, label: `${p.parcel_no} · ${p.item_count}件` }));
  return (
    <div className="vd-near">
      <Select
        aria-label="寄出的交接单"
        className="vd-wide"
        placeholder={supplier_id === null ? "先选择供应商" : "选择寄给对方的交接单"}
        disabled={supplier_id === null}
        loading={sent.isFetching}
        notFoundContent="没有寄到该供应商的交接单"
        value={parcel}
        onChange={(v: number) => {
          setParcel(v);
          onChange?.([]);
        }}
        options={options}
      />
      {detail.data && items.length === 0 && <None>这张交接单没有申请人的物品</None>}
      {items.length > 0 && (
        <>
          <Checkbox
            checked={items.every(isIn)}
            indeterminate={items.some(isIn) && !items.every(isIn)}
            onChange={(e) => onChange?.(e.target.checked ? items.flatMap(asSent) : [])}
          >
            全部 {piecesOf(items)} 件
          </Checkbox>
          <div className="vd-scrolls vd-near">
            {items.map((i) => (
              <Checkbox
                key={i.id}
                checked={isIn(i)}
                onChange={(e) => {
                  const rest = (value ?? []).filter((v) => v.applicant_id !== i.applicant_id || v.name !== i.name);
                  onChange?.(e.target.checked ? [...rest, ...asSent(i)] : rest);
                }}
              >
                {whoOf(i)} {i.name}×{i.count}
              </Checkbox>
            ))}
          </div>
        </>
      )}
    </div>
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
          <SentItems />
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
