/** 清点: a verdict for every item that came, a note where something is wrong, a picture of what is damaged; and what came beside the list. */
import { Button, Input, Radio } from "antd";
import { useState } from "react";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { VERDICTS } from "@visadesk/contract/supplier/supplier.words.ts";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Parcel, ParcelItem } from "../supplier-parcel/parcel-cells.tsx";
import { countFault, itemFault, isShort, UNTOLD, wrongItem, type Extra, type Told } from "./parcel-verdicts.ts";

export interface ItemsDialogProps {
  p: Parcel;
  onDone: () => void;
  onClose: () => void;
}

const OPTIONS = (["ok", "missing", "damaged"] as const).map((value) => ({ value, label: VERDICTS[value] }));
export const whoOf = (i: ParcelItem): string => i.name_cn ?? i.applicant_no ?? "—";

interface TableProps {
  items: readonly ParcelItem[];
  of: (i: ParcelItem) => Told;
  tell: (i: ParcelItem, more: Partial<Told>) => void;
  /** What is missing is marked once it was asked for. */
  isAsked: boolean;
}

const rowOf = (i: ParcelItem): string => `parcel-count-${i.id}`;
/** Where something is still to be said of an item: its row in sight, its open field under the cursor. */
function goTo(i: ParcelItem, t: Told): void {
  const row = document.getElementById(rowOf(i));
  row?.scrollIntoView?.({ block: "center" });
  const field = t.verdict === null ? "input[type=radio]" : isShort(t.issue_note) ? "input[type=text]" : "button";
  row?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true });
}

const VerdictTable = ({ items, of, tell, isAsked }: TableProps) => (
  <Rows
    label="清点"
    rows={items}
    maxHeight="52vh"
    rowProps={(i) => ({ id: rowOf(i), className: itemFault(of(i)) || (isAsked && of(i).verdict === null) ? "is-refused" : "" })}
    columns={[
      { title: "#", num: true, cell: (_, at) => at + 1 },
      { title: "申请人", cell: (i) => <TwoLines under={i.passport_no}>{whoOf(i)}</TwoLines> },
      { title: "物品", cell: (i) => `${i.name}×${i.count}` },
      {
        title: "结果",
        width: 210,
        cell: (i) => (
          <Radio.Group
            size="small"
            optionType="button"
            aria-label={`${whoOf(i)}${i.name}清点结果`}
            options={OPTIONS}
            value={of(i).verdict}
            onChange={(e) => tell(i, { verdict: OPTIONS.find((o) => o.value === e.target.value)?.value ?? null })}
          />
        ),
      },
      {
        title: "说明与照片",
        cell: (i) => {
          const t = of(i);
          if (t.verdict === null || t.verdict === "ok") return null;
          const isWrong = isAsked && isShort(t.issue_note);
          return (
            <div className="vd-near">
              <Input
                size="small"
                aria-invalid={isWrong}
                {...(isWrong && { status: "error" as const })}
                aria-label={`${whoOf(i)}${i.name}说明`}
                placeholder="说明"
                maxLength={200}
                value={t.issue_note}
                onChange={(e) => tell(i, { issue_note: e.target.value })}
              />
              <FileInput purpose="parcel_photo" max={9} value={t.issue_files} onChange={(issue_files) => tell(i, { issue_files })} />
            </div>
          );
        },
      },
    ]}
  />
);

const COUNT = int("数量", 1, 99);
const ExtraRows = ({ extras, set }: { extras: readonly Extra[]; set: (next: readonly Extra[]) => void }) => {
  const change = (at: number, more: Partial<Extra>): void => set(extras.map((e, i) => (i === at ? { ...e, ...more } : e)));
  return (
    <>
      {extras.map((e, at) => (
        <div key={at} className="vd-row">
          <Input
            aria-label={`多出物品${at + 1}`}
            placeholder="多出的物品"
            maxLength={60}
            value={e.name}
            onChange={(v) => change(at, { name: v.target.value })}
          />
          <NumberInput
            of={COUNT}
            narrow
            aria-label={`多出数量${at + 1}`}
            value={e.count}
            onChange={(count) => change(at, { count: count ?? NaN })}
          />
          <Input
            aria-label={`多出说明${at + 1}`}
            placeholder="说明"
            maxLength={200}
            value={e.issue_note}
            onChange={(v) => change(at, { issue_note: v.target.value })}
          />
          <Button type="text" size="small" onClick={() => set(extras.filter((_, i) => i !== at))}>
            删除
          </Button>
        </div>
      ))}
    </>
  );
};

export function CountDialog({ p, onDone, onClose }: ItemsDialogProps) {
  const record = useRecord(supplierParcelApi.supplier_parcel_get, { id: p.id });
  const { data } = record;
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map());
  const [extras, setExtras] = useState<readonly Extra[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [key] = useState(uuid);
  const afterWrite = useAfterWrite();
  const items = data?.items ?? [];
  const of = (i: ParcelItem): Told => told.get(i.id) ?? UNTOLD;
  const tell = (i: ParcelItem, more: Partial<Told>): void =>
    setTold((now) => new Map(now).set(i.id, { ...(now.get(i.id) ?? UNTOLD), ...more }));
  const restOk = (): void =>
    setTold((now) => new Map(items.map((i) => [i.id, now.get(i.id)?.verdict ? (now.get(i.id) ?? UNTOLD) : { ...UNTOLD, verdict: "ok" }])));
  const fault = countFault(items, told, extras);
  const count = async (): Promise<void> => {
    if (fault || !data) {
      const wrong = wrongItem(items, told);
      setAsked(true);
      if (wrong) goTo(wrong, of(wrong));
      return toast.error(fault ?? "清单还没有读到");
    }
    const verdicts = items.map((i) => {
      const { verdict, issue_note, issue_files } = of(i);
      return { item_id: i.id, verdict: verdict ?? "ok", ...(verdict !== "ok" && { issue_note, issue_files: [...issue_files] }) };
    });
    try {
      await ask(supplierParcelActApi.supplier_parcel_count, {
        id: data.id,
        version: data.version,
        verdicts,
        ...(extras.length > 0 && { extras: [...extras] }),
        idempotency_key: key,
      });
      onDone();
      onClose();
    } catch {
      // The client has said why; what moved on is asked again.
      afterWrite();
    }
  };
  return (
    <Dialog
      title={`清点 ${p.parcel_no}`}
      okText="清点完成"
      reads={record}
      typed={told.size > 0 || extras.length > 0}
      width={920}
      onOk={count}
      onClose={onClose}
      aside={fault}
    >
      <div className="vd-row vd-between vd-small vd-muted">
        <span>缺少、破损须写说明，破损须拍照；拍照时护照合上。</span>
        <span className="vd-row">
          <Button size="small" onClick={restOk}>
            其余全部无误
          </Button>
          <Button size="small" onClick={() => setExtras([...extras, { name: "", count: 1, issue_note: "" }])}>
            登记多出
          </Button>
        </span>
      </div>
      <VerdictTable items={items} of={of} tell={tell} isAsked={isAsked} />
      <ExtraRows extras={extras} set={setExtras} />
    </Dialog>
  );
}
