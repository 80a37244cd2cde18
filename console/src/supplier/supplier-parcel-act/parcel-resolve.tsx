/** 差异处理: what became of each item that was missing, damaged or too many. */
import { Input, Select } from "antd";
import { useState } from "react";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { RESOLUTIONS, VERDICTS } from "@visadesk/contract/supplier/supplier.words.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { whoOf, type ItemsDialogProps } from "./parcel-count.tsx";

type Resolution = keyof typeof RESOLUTIONS;
interface Told {
  resolution: Resolution | null;
  note: string;
  /** Cents, of 已赔付. */
  deduct: number | null;
}
const UNTOLD: Told = { resolution: null, note: "", deduct: null };
const OPTIONS = keysOf(RESOLUTIONS).map((value) => ({ value, label: RESOLUTIONS[value] }));

export function ResolveDialog({ p, onDone, onClose }: ItemsDialogProps) {
  const record = useRecord(supplierParcelApi.supplier_parcel_get, { id: p.id });
  const { data } = record;
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map());
  const [key] = useState(uuid);
  const afterWrite = useAfterWrite();
  const issues = data?.items.filter((i) => i.verdict !== null && i.verdict !== "ok") ?? [];
  const of = (id: number): Told => told.get(id) ?? UNTOLD;
  const tell = (id: number, more: Partial<Told>): void => setTold((now) => new Map(now).set(id, { ...(now.get(id) ?? UNTOLD), ...more }));
  const open = piecesOf(issues.filter((i) => of(i.id).resolution === null || of(i.id).note.trim().length < 2));
  const resolve = async (): Promise<void> => {
    if (!data || open > 0) return toast.error(`还有 ${open} 件未填写处理和说明`);
    const rows = issues.flatMap((i) => {
      const { resolution, note, deduct } = of(i.id);
      const paid = resolution === "compensated" && deduct !== null ? { deduct } : {};
      return resolution ? [{ item_id: i.id, resolution, resolution_note: note, ...paid }] : [];
    });
    try {
      await ask(supplierParcelActApi.supplier_parcel_resolve, { id: data.id, version: data.version, rows, idempotency_key: key });
      onDone();
      onClose();
    } catch {
      // The client has said why; what moved on is asked again.
      afterWrite();
    }
  };
  return (
    <Dialog
      title={`差异处理 ${p.parcel_no}`}
      okText="处理完成"
      reads={record}
      width={860}
      typed={told.size > 0}
      onOk={resolve}
      onClose={onClose}
      aside={open > 0 && `还有 ${open} 件未处理`}
    >
      <Rows
        label="差异"
        rows={issues}
        columns={[
          { title: "申请人", cell: (i) => <TwoLines under={i.passport_no}>{whoOf(i)}</TwoLines> },
          { title: "物品", cell: (i) => `${i.name}×${i.count}` },
          { title: "差异", cell: (i) => <TwoLines under={i.issue_note}>{i.verdict && VERDICTS[i.verdict]}</TwoLines> },
          {
            title: "处理",
            width: 132,
            cell: (i) => (
              <Select<Resolution>
                className="vd-wide"
                aria-label={`${whoOf(i)}${i.name}处理`}
                placeholder="请选择"
                options={OPTIONS}
                value={of(i.id).resolution}
                onChange={(resolution) => tell(i.id, { resolution })}
              />
            ),
          },
          {
            title: "结算扣款",
            width: 132,
            cell: (i) =>
              of(i.id).resolution === "compensated" ? (
                <MoneyInput
                  aria-label={`${whoOf(i)}${i.name}扣款`}
                  value={of(i.id).deduct}
                  onChange={(deduct: number | null | undefined) => tell(i.id, { deduct: deduct ?? null })}
                />
              ) : (
                "—"
              ),
          },
          {
            title: "说明",
            cell: (i) => (
              <Input
                aria-label={`${whoOf(i)}${i.name}处理说明`}
                placeholder="说明"
                maxLength={200}
                value={of(i.id).note}
                onChange={(e) => tell(i.id, { note: e.target.value })}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
