/** 导入流水: an account and its file, which column is what, a trial that says what would be new, then the import in the background. */
import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Select } from "antd";
import { useRef, useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { SheetFault, sheetOf } from "#kit/file/sheet-file.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Picker } from "#kit/pickers.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { statementImportApi, statementTrial, type StatementMap } from "@visadesk/contract/finance/bank/statement-import.ts";
import { DATE_FORMATS, STATEMENT_FIELDS, STATEMENT_ROWS, type DateFormat } from "@visadesk/contract/finance/bank/statement.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { columnsOf, fileOf, headOf, type Columns } from "./statement-columns.ts";

type Cells = readonly (readonly string[])[];
type Trial = Output<typeof statementImportApi.statement_import_check>;
interface Taken {
  name: string;
  cells: Cells;
}

function Told({ trial }: { trial: Trial }) {
  return (
    <Stack gap={8}>
      <output>
        新增 {trial.new_count} 条，重复 {trial.repeat_count} 条，错误 {trial.fault_count} 行
      </output>
      {trial.gaps.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="流水不连续"
          description={trial.gaps
            .slice(0, 5)
            .map((g) => `第${g.row}行余额应为 ${money(g.expected)}，流水为 ${money(g.found)}`)
            .join("；")}
        />
      )}
      {trial.faults.length > 0 && (
        <Rows label="错误行" of={statementTrial.shape.faults} rows={trial.faults} by="row" maxHeight={160} columns={["row", "msg"]} />
      )}
      <Rows
        label="读出的前几行"
        of={statementTrial.shape.rows}
        rows={trial.rows}
        by="row"
        columns={["row", "at", "direction", "amount", "counterparty_name", "summary"]}
      />
    </Stack>
  );
}

interface MappingProps {
  head: readonly string[];
  columns: Columns;
  format: DateFormat;
  onChange: (columns: Columns, format: DateFormat) => void;
}
const Mapping = ({ head, columns, format, onChange }: MappingProps) => (
  <section className="vd-wraps" aria-label="列对应关系">
    {keysOf(STATEMENT_FIELDS).map((field) => (
      <label key={field}>
        {STATEMENT_FIELDS[field]}{" "}
        <Select
          allowClear={CLEARS}
          aria-label={STATEMENT_FIELDS[field]}
          style={{ width: 148 }}
          placeholder="文件没有"
          value={columns[field] ?? null}
          options={head.flatMap((label, value) => (label === "" ? [] : [{ label, value }]))}
          onChange={(at: number | null | undefined) => {
            const { [field]: _was, ...others } = columns;
            onChange(typeof at === "number" ? { ...others, [field]: at } : others, format);
          }}
        />
      </label>
    ))}
    <label>
      日期格式{" "}
      <Select
        aria-label="日期格式"
        style={{ width: 108 }}
        value={format}
        options={keysOf(DATE_FORMATS).map((value) => ({ value, label: DATE_FORMATS[value] }))}
        onChange={(f) => onChange(columns, f)}
      />
    </label>
  </section>
);

interface FileProps {
  name: string | null;
  disabled: boolean;
  onTake: (taken: Taken) => void;
}
function FilePart({ name, disabled, onTake }: FileProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const open = async (file: File): Promise<void> => {
    try {
      onTake({ name: file.name, cells: await sheetOf(file) });
      setFault(null);
    } catch (e) {
      setFault(e instanceof SheetFault ? e.message : "读不出这个文件");
    }
  };
  return (
    <div className="vd-wraps">
      <Button disabled={disabled} onClick={() => picker.current?.click()}>
        选择文件
      </Button>
      <span className="vd-muted">{name ?? `网银导出的 xlsx 或 csv，一次最多 ${STATEMENT_ROWS} 行`}</span>
      {fault !== null && (
        <span className="vd-error" role="alert">
          {fault}
        </span>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept=".xlsx,.csv,.txt"
        aria-label="选择流水文件"
        onChange={(e) => {
          const [picked] = e.target.files ?? [];
          if (picked) void open(picked);
          e.target.value = "";
        }}
      />
    </div>
  );
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const refresh = useAfterWrite();
  const [account, setAccount] = useState<number | null>(null);
  const [known, setKnown] = useState<StatementMap | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [columns, setColumns] = useState<Columns>({});
  const [format, setFormat] = useState<DateFormat>("ymd");
  const head = taken ? (taken.cells[headOf(taken.cells)] ?? []) : [];
  const file = taken && account !== null ? { company_account_id: account, ...fileOf(taken.cells, columns, format) } : null;
  const trial = useMutation({ mutationFn: (of: NonNullable<typeof file>) => ask(statementImportApi.statement_import_check, of) });
  const pick = async (id: number | null): Promise<void> => {
    setAccount(id);
    setTaken(null);
    trial.reset();
    const map = id === null ? null : (await ask(statementImportApi.statement_map_get, { company_account_id: id })).map;
    setKnown(map);
    setFormat(map?.date_format ?? "ymd");
  };
  const take = (t: Taken): void => {
    trial.reset();
    setTaken(t);
    setColumns(columnsOf(t.cells[headOf(t.cells)] ?? [], known));
  };
  const act = async (): Promise<void> => {
    if (!file || !trial.data || !taken) return;
    const { new_count, fault_count } = trial.data;
    const asked = { ...file, file_name: taken.name.slice(0, 120), new_count, fault_count, idempotency_key: uuid() };
    await ask(statementImportApi.statement_import, asked);
    toast.success("已开始导入，进度见导入记录");
    refresh();
    onClose();
  };
  return (
    <Dialog
      title="导入流水"
      width={920}
      okText={trial.data && trial.data.fault_count > 0 ? "导入（不含错误行）" : "导入"}
      okDisabled={!trial.data || trial.data.new_count === 0}
      typed={taken !== null}
      onOk={act}
      onClose={onClose}
    >
      <Stack gap={12}>
        <Picker
          of="company_account"
          aria-label="账户"
          placeholder="请选择账户"
          value={account}
          onChange={(id) => void pick(typeof id === "number" ? id : null).catch(() => setKnown(null))}
        />
        <FilePart name={taken?.name ?? null} disabled={account === null} onTake={take} />
        {taken && (
          <Mapping
            head={head}
            columns={columns}
            format={format}
            onChange={(next, f) => {
              trial.reset();
              setColumns(next);
              setFormat(f);
            }}
          />
        )}
        {file && (
          <div>
            <ActButton size="small" onClick={() => trial.mutateAsync(file)}>
              试导入
            </ActButton>
          </div>
        )}
        {trial.data && <Told trial={trial.data} />}
      </Stack>
    </Dialog>
  );
}
