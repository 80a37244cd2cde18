/**
 * Many rows written at once, out of a sheet: pasted or of a file, tried row by row on demand, then written without what does
 * not fit, which is listed.
 *   <SheetDialog endpoint={invoiceApi.invoice_sheet_import} title="批量登记开票" word="登记" unit="张发票" label="开票结果"
 *     heads={HEADS} needed={["单号"]} named="单号" example={EXAMPLE} intro="…" onClose={close} />
 * The endpoint takes `rows` (texts by field), `dry_run` and a key; it answers `done` and its rows with `row`, the line of the sheet, and `fault`.
 */
import { useState, type ReactNode } from "react";
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { useAfterWrite } from "../act/after-write.ts";
import { ask } from "../act/ask.ts";
import { tellOutcome } from "../act/outcome.tsx";
import { toast } from "../app/feedback.ts";
import { uuid } from "../app/hash.ts";
import { SheetInput } from "../inputs/sheet-input.tsx";
import { sheetRows, type SheetRow } from "../inputs/sheet-rows.ts";
import { Item } from "../page/item.tsx";
import { Rows } from "../table/rows.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { areSame, TrialButton, useSheetTrial, Verdict, type Tried } from "./sheet-trial.tsx";

interface Answered {
  row: number;
  fault: string | null;
}
interface Answer {
  done: number;
  rows: Answered[];
}
/** Fields of one row that is sent. */
type FieldOf<E extends Endpoint> = Input<E> extends { rows: readonly (infer R)[] } ? keyof R & string : never;
type RowOf<E extends Endpoint> = Output<E> extends { rows: readonly (infer R)[] } ? R : never;

export interface SheetDialogProps<E extends Endpoint> {
  endpoint: E;
  title: string;
  /** What is done to the rows: 登记. */
  word: string;
  /** What they are, counted: 张发票. */
  unit: string;
  /** What the sheet is: 开票结果. */
  label: string;
  intro: string;
  heads: Readonly<Record<string, FieldOf<E>>>;
  needed: readonly string[];
  /** Head whose cell names a row that does not fit. */
  named?: string;
  /** Two lines as they are copied. */
  example: string;
  /** Other values of the body that are set from outside. */
  also?: Partial<Input<E>>;
  /** What the rows that fit will become; absent: how many they are. */
  fits?: (rows: readonly RowOf<E>[]) => string;
  /** Further fields of the body. */
  children?: ReactNode;
  onClose: () => void;
}

/** Rows are counted as the sheet counts its lines, with its head. */
const HEAD_ROWS = 1;
const isSheet = (v: unknown): v is SheetRow[] => Array.isArray(v);
/** What the trial said, and which rows do not fit. */
function Judged<E extends Endpoint>(props: SheetDialogProps<E> & { tried: Tried<SheetRow, Answer> }) {
  const { word, unit, heads, named, fits, tried } = props;
  const { rows } = tried.answer;
  const faults = rows.filter((r) => r.fault !== null);
  const name = named === undefined ? undefined : heads[named];
  return (
    <>
      <output className="vd-muted">
        {fits?.(rows as unknown as RowOf<E>[]) ?? `可${word} ${rows.length - faults.length} ${unit.charAt(0)}`}，不能{word} {faults.length}{" "}
        行
      </output>
      {faults.length > 0 && (
        <Rows
          label={`不能${word}的行`}
          rows={faults}
          by="row"
          maxHeight={200}
          columns={[
            { title: "行号", num: true, cell: (r) => r.row },
            name !== undefined && { title: named, num: true, cell: (r) => tried.rows[r.row - HEAD_ROWS - 1]?.[name] ?? "" },
            { title: "原因", cell: (r) => r.fault },
          ]}
        />
      )}
    </>
  );
}

export function SheetDialog<E extends Endpoint>(props: SheetDialogProps<E>) {
  const { endpoint, also, title, word, unit, label, heads, needed, example } = props;
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => ({ ...also, dry_run: false }) as unknown as Partial<Input<E>>);
  const [read] = useState(() => sheetRows(heads, needed));
  const { tried, attempt } = useSheetTrial(async (rows: readonly SheetRow[]) => {
    const body = { ...also, rows, dry_run: true, idempotency_key: uuid() };
    return (await ask(endpoint, body as unknown as Input<E>)) as unknown as Answer;
  });
  /** A sheet of which nothing fits stays, with what is wrong in it. */
  const review = async ({ rows }: Readonly<Record<string, unknown>>): Promise<boolean> => {
    if (!isSheet(rows)) return false;
    const { rows: judged } = tried && areSame(tried.rows, rows) ? tried.answer : await attempt(rows);
    const fits = judged.some((r) => r.fault === null);
    if (!fits) toast.error(`没有可${word}的行，请按原因修改后再${word}`);
    return fits;
  };
  return (
    <FormDialog
      endpoint={endpoint}
      title={title}
      okText={word}
      width={760}
      intro={props.intro}
      initial={initial}
      review={review}
      onDone={(answer) => {
        const { done, rows } = answer as unknown as Answer;
        tellOutcome(word, unit, { done, left: rows.flatMap((r) => (r.fault === null ? [] : [{ name: `第${r.row}行`, msg: r.fault }])) });
        afterWrite();
      }}
      onClose={props.onClose}
    >
      <Item name="rows" label={label} help="从表格复制后粘贴，或选择 xlsx、csv 文件" needs={`请粘贴${label}或选择文件`}>
        <SheetInput read={read} example={example} label={label}>
          <TrialButton onTry={attempt} />
        </SheetInput>
      </Item>
      {props.children}
      <Verdict tried={tried}>{(of) => <Judged {...props} tried={of} />}</Verdict>
    </FormDialog>
  );
}
