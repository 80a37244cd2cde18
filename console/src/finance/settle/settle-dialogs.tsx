/** What is filled in upon a settlement: an adjustment, an objection, the other side's file, its invoice. */
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { TrialButton, useSheetTrial, Verdict } from "#kit/form/sheet-trial.tsx";
import { typedNumber } from "#kit/inputs/typed-number.ts";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { importAnswer } from "@visadesk/contract/finance/settlement-line.ts";
import { LINE_MATCHES } from "@visadesk/contract/finance/settle.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import type { SettleDesk } from "./settle-desk.ts";
import { tradeOf, type SettleEndpoints } from "./settle-trades.ts";
import type { Settlement } from "./settle-words.tsx";

type Of = Pick<Settlement, "id" | "version" | "settle_no">;
interface Props {
  desk: SettleDesk;
  settlement: Of;
  onClose: () => void;
}
const of = (s: Of) => ({ id: s.id, version: s.version });

export function AdjustDialog({ desk, settlement: s, onClose }: Props) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={desk.api.adjust_add}
      title={`加调整：${s.settle_no}`}
      intro="正数增加应结，负数扣减；确认结算单时入账。加过调整的人不能确认本结算单。"
      initial={of(s)}
      onDone={() => {
        toast.success("已加调整");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="amount" />
      <Item name="order_no" />
      <Item name="reason" rows={3} />
    </FormDialog>
  );
}

export function DisputeDialog({ desk, settlement: s, lineId, onClose }: Props & { lineId: number }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={desk.api.dispute}
      title={`登记异议：${s.settle_no}`}
      initial={{ ...of(s), line_id: lineId, files: [] }}
      onDone={() => {
        toast.success("已登记异议");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="offered" />
      <Item name="text" rows={4} />
      <Item name="files" />
    </FormDialog>
  );
}

export function InvoiceDialog({ settlement: s, onClose }: { settlement: Settlement; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={tradeOf(s).api.invoice_set}
      title={`登记对方发票：${s.settle_no}`}
      initial={{ ...of(s), input_invoice_no: s.input_invoice_no, files: [...s.files] }}
      onDone={() => {
        toast.success("已登记对方发票");
        afterWrite();
      }}
      onClose={onClose}
    />
  );
}

type SheetRow = Input<SettleEndpoints["import"]>["rows"][number];
/** Words a head may begin with. */
const HEADS = {
  ref: ["编号", "申请人编号", "运单"],
  amount: ["金额", "应付", "费用"],
  weight: ["重量", "计费重量"],
  extra: ["增值"],
} as const;
const centsOf = (text: string): number => typedNumber(text, 2, "¥").value ?? NaN;
const gramsOf = (text: string): number => Math.round(typedNumber(text, 3, "kg").value ?? NaN);
const SHOWN_FAULTS = 5;

/** What is wrong with one row; null: nothing. */
function rowFault(row: SheetRow): string | null {
  if (!Number.isFinite(row.amount)) return "金额不是数字";
  if (!Number.isInteger(row.amount)) return "金额最多两位小数";
  if (row.weight_g !== undefined && !Number.isFinite(row.weight_g)) return "重量不是数字";
  if (row.extra === undefined) return null;
  if (!Number.isInteger(row.extra)) return "增值费应为最多两位小数的数字";
  // What is given back carries no service.
  return row.extra > Math.max(row.amount, 0) ? "增值费大于金额" : null;
}

/** Columns by the words of the first line: a number of the person or the waybill, the amount, a weight in kilograms, services beside the freight. */
export function billRows(cells: readonly (readonly string[])[]): { rows: SheetRow[] } | { fault: string } {
  const [head = [], ...lines] = cells;
  const at = (words: readonly string[]): number => head.findIndex((x) => words.some((w) => x.trim().startsWith(w)));
  const [ref, amount, weight, extra] = [at(HEADS.ref), at(HEADS.amount), at(HEADS.weight), at(HEADS.extra)];
  const missing = [ref < 0 && "编号", amount < 0 && "金额"].filter((m) => m !== false);
  if (missing.length > 0) return { fault: `第一行须为表头，缺少：${missing.join("、")}` };
  if (lines.length === 0) return { fault: "账单没有数据" };
  const rows = lines.map((l) => ({
    ref: (l[ref] ?? "").trim(),
    amount: centsOf(l[amount] ?? ""),
    ...(weight >= 0 && l[weight] && { weight_g: gramsOf(l[weight]) }),
    ...(extra >= 0 && l[extra] && { extra: centsOf(l[extra]) }),
  }));
  const faults = rows.flatMap((row, n) => {
    const fault = rowFault(row);
    return fault === null ? [] : [`第${n + 2}行${fault}`];
  });
  if (faults.length === 0) return { rows };
  const all = faults.length > SHOWN_FAULTS ? `；共 ${faults.length} 行有误` : "";
  return { fault: `${faults.slice(0, SHOWN_FAULTS).join("；")}${all}` };
}

type Checked = Output<SettleEndpoints["import_check"]>;
const countsText = (c: Pick<Checked, "same" | "diff" | "ours_only" | "theirs_only" | "duplicate">): string =>
  `一致 ${c.same}，差异 ${c.diff}，对方无 ${c.ours_only}，我方无 ${c.theirs_only}，重复 ${c.duplicate}`;

const Differences = ({ of: answer }: { of: Checked }) => {
  const told = answer.rows.filter((r) => r.match !== "same");
  return (
    <>
      <output className="vd-muted">{countsText(answer)}</output>
      {told.length > 0 && (
        <Rows
          label="不一致的行"
          of={importAnswer.shape.rows}
          rows={told}
          by="row"
          maxHeight={220}
          columns={[
            "row",
            "ref",
            { name: "match", cell: (r) => (r.match === null ? "—" : LINE_MATCHES[r.match]) },
            { name: "ours", end: true, cell: (r) => (r.ours === null ? "—" : money(r.ours)) },
            { name: "theirs", end: true, cell: (r) => money(r.theirs) },
            "said",
          ]}
        />
      )}
    </>
  );
};

export function ImportDialog({ desk, settlement: s, onClose }: Props) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => of(s));
  const { tried, attempt } = useSheetTrial((rows: readonly SheetRow[]) => ask(desk.api.import_check, { ...of(s), rows: [...rows] }));
  return (
    <FormDialog
      endpoint={desk.api.import}
      title={`导入对方账单：${s.settle_no}`}
      okText="导入"
      width={760}
      intro={desk.import.intro}
      initial={initial}
      onDone={(counts) => {
        toast.success(`已导入：${countsText(counts)}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="rows" label="对方账单" help="从表格复制后粘贴，或选择 xlsx、csv 文件" needs="请粘贴账单或选择文件">
        <SheetInput read={billRows} example={desk.import.example} label="对方账单">
          <TrialButton onTry={attempt} />
        </SheetInput>
      </Item>
      <Verdict tried={tried}>{({ answer }) => <Differences of={answer} />}</Verdict>
    </FormDialog>
  );
}
