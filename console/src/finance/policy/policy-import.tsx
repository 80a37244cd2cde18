/** 批量登记保单: what the insurer answered, by 投保编号; tried first, then registered without what does not fit. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Input as InputOf, Output } from "@visadesk/contract/kit/endpoint.ts";
import { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { uuid } from "#kit/app/hash.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Rows } from "#kit/table/rows.tsx";

const api = policyApi.policy_sheet_import;
type SheetRow = InputOf<typeof api>["rows"][number];
type Trial = Output<typeof api>;
const HEADS = { 投保编号: "apply_no", 保单号: "policy_no", 起保日: "start_on", 止保日: "end_on" } as const satisfies Record<
  string,
  keyof SheetRow
>;
const NEEDED = ["投保编号", "保单号"];
const EXAMPLE = "投保编号\t保单号\t起保日\t止保日\nBX261124000001\tANTU-2026-000001\t2026-12-20\t2026-12-28\n";
const isHead = (text: string): text is keyof typeof HEADS => Object.hasOwn(HEADS, text);

/** Columns by the words of the first line; others of the insurer's sheet are passed over. */
export function policyRows(cells: readonly (readonly string[])[]): { rows: SheetRow[] } | { fault: string } {
  const [head = [], ...lines] = cells;
  const missing = NEEDED.filter((h) => !head.includes(h));
  if (missing.length > 0) return { fault: `第一行须为表头，缺少：${missing.join("、")}` };
  if (lines.length === 0) return { fault: "表格没有数据" };
  const blank = { apply_no: "", policy_no: "", start_on: "", end_on: "" };
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
        可登记 {trial.rows.length - faults.length} 份，不能登记 {faults.length} 行
      </output>
      {faults.length > 0 && (
        <Rows
          label="不能登记的行"
          of={api.output.shape.rows}
          rows={faults}
          by="row"
          maxHeight={200}
          columns={["row", "apply_no", { title: "原因", cell: (r) => r.fault }]}
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

export function PolicyImport({ onClose }: { onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => ({ dry_run: false }));
  return (
    <FormDialog
      endpoint={api}
      title="批量登记保单"
      okText="登记"
      width={760}
      intro="第一行为表头：投保编号、保单号，起保日与止保日可不填（按投保日期）。在投保名单上填好保单号后直接粘贴即可；只登记待出单的保单。"
      initial={initial}
      onDone={({ done, rows }) => {
        tellOutcome("登记", "份保单", {
          done,
          left: rows.flatMap((r) => (r.fault === null ? [] : [{ name: `第${r.row}行`, msg: r.fault }])),
        });
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="rows" label="出单结果" help="从表格复制后粘贴，或选择 xlsx、csv 文件" needs="请粘贴出单结果或选择文件">
        <SheetInput read={policyRows} example={EXAMPLE} label="出单结果" />
      </Item>
      <Item name="file" help="保司出具的PDF，本批保单共用" needs="请上传保单文件" />
      <TrialPart />
    </FormDialog>
  );
}
