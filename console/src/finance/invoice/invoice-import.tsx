/** 批量登记: what the tax office's system answered, by 单号; tried first, then registered without what does not fit. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Input as InputOf, Output } from "@visadesk/contract/kit/endpoint.ts";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { ask } from "#kit/act/ask.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { uuid } from "#kit/app/hash.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Rows } from "#kit/table/rows.tsx";

const api = invoiceApi.invoice_sheet_import;
type SheetRow = InputOf<typeof api>["rows"][number];
type Trial = Output<typeof api>;
const HEADS = { 单号: "fp_no", 发票号码: "invoice_no", 开票日: "issued_on" } as const satisfies Record<string, keyof SheetRow>;
const EXAMPLE = "单号\t发票号码\t开票日\nFP261124000001\t26310000000000000001\t2026-11-24\n";
const isHead = (text: string): text is keyof typeof HEADS => Object.hasOwn(HEADS, text);

/** Columns by the words of the first line. */
export function issuedRows(cells: readonly (readonly string[])[]): { rows: SheetRow[] } | { fault: string } {
  const [head = [], ...lines] = cells;
  const missing = Object.keys(HEADS).filter((h) => !head.includes(h));
  if (missing.length > 0) return { fault: `第一行须为表头，缺少：${missing.join("、")}` };
  if (lines.length === 0) return { fault: "表格没有数据" };
  const blank = { fp_no: "", invoice_no: "", issued_on: "" };
  return {
    rows: lines.map((line) => ({
      ...blank,
      ...Object.fromEntries(head.flatMap((h, at) => (isHead(h) ? [[HEADS[h], line[at] ?? ""]] : []))),
    })),
  };
}

function Tried({ trial }: { trial: Trial }) {
  const faults = trial.rows.filter((r) => r.fault !== null);
  return (
    <>
      <output className="vd-muted">
        可登记 {trial.rows.length - faults.length} 张，不能登记 {faults.length} 行
      </output>
      {faults.length > 0 && (
        <Rows
          label="不能登记的行"
          of={api.output.shape.rows}
          rows={faults}
          by="row"
          maxHeight={200}
          columns={["row", "fp_no", { title: "原因", cell: (r) => r.fault }]}
        />
      )}
    </>
  );
}
const isSheet = (v: unknown): v is SheetRow[] => Array.isArray(v);
function TrialPart() {
  const { form } = useFormScope();
  const trial = useMutation({ mutationFn: (rows: SheetRow[]) => ask(api, { rows, dry_run: true, idempotency_key: uuid() }) });
  return (
    <div className="vd-stack is-8">
      <ActButton
        size="small"
        onClick={async () => {
          const rows: unknown = form.getFieldValue("rows");
          if (isSheet(rows)) await trial.mutateAsync(rows);
        }}
      >
        预检
      </ActButton>
      {trial.data && <Tried trial={trial.data} />}
    </div>
  );
}

export function InvoiceImport({ onClose }: { onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => ({ dry_run: false }));
  return (
    <FormDialog
      endpoint={api}
      title="批量登记开票"
      okText="登记"
      width={760}
      intro="第一行为表头：单号、发票号码、开票日。只登记开票中的发票；发票文件登记后在详情补传，补传时交付。"
      initial={initial}
      onDone={({ done, rows }) => {
        tellOutcome("登记", "张发票", {
          done,
          left: rows.flatMap((r) => (r.fault === null ? [] : [{ name: `第${r.row}行`, msg: r.fault }])),
        });
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="rows" label="开票结果" help="从表格复制后粘贴，或选择 xlsx、csv 文件" needs="请粘贴开票结果或选择文件">
        <SheetInput read={issuedRows} example={EXAMPLE} label="开票结果" />
      </Item>
      <TrialPart />
    </FormDialog>
  );
}
