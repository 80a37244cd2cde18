/** 导入: a file of papers, tried first; every row says what is wrong with it, and only a faultless file is taken in. */
import { Alert, Button } from "antd";
import { useRef, useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import type { Input as InputTo, Output } from "@visadesk/contract/kit/endpoint.ts";
import { documentApi, PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { rowsOf } from "./paper-bulk.ts";
import "./paper.css";

type Api = typeof documentApi;
type Rows = InputTo<Api["elec_import"]>["rows"];
type Results = Output<Api["elec_import"]>["results"];
interface Tried {
  file: string;
  rows: Rows;
  results: Results;
}

export interface PaperImportProps {
  noun: PaperNoun;
  onClose: () => void;
}

const nameOf = (row: Rows[number] | undefined): string => {
  const name = row?.["name"];
  return typeof name === "string" && name.trim() !== "" ? name : "未命名";
};

/** Rows with a fault first. */
const Trial = ({ rows, results }: Tried) => (
  <Rows
    label="试导入结果"
    maxHeight={340}
    rows={results.toSorted((a, b) => Number(a.ok) - Number(b.ok) || a.row - b.row)}
    by="row"
    columns={[
      { title: "行", end: true, num: true, width: 40, cell: (r) => r.row },
      { title: "名称", cell: (r) => nameOf(rows[r.row - 1]) },
      { title: "结果", className: (r) => (r.ok ? "vd-muted" : "vd-error"), cell: (r) => (r.ok ? "可以导入" : r.msg) },
    ]}
  />
);

export function PaperImport({ noun, onClose }: PaperImportProps) {
  const [tried, setTried] = useState<Tried | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const key = useRef(uuid());
  const afterWrite = useAfterWrite();
  const { label } = PAPERS[noun];
  const wrong = tried?.results.filter((r) => !r.ok).length ?? 0;
  const send = async (rows: Rows, dry_run: boolean): Promise<Output<Api["elec_import"]> | null> => {
    setBusy(true);
    setFault(null);
    try {
      const answer = await ask(documentApi[`${noun}_import`], { rows, dry_run, idempotency_key: key.current }, { noToast: true });
      key.current = uuid();
      return answer;
    } catch (e) {
      setFault(faultOf(e).msg);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const take = async (file: File): Promise<void> => {
    setTried(null);
    const read = rowsOf(await file.text());
    if ("fault" in read) return setFault(read.fault);
    key.current = uuid();
    const answer = await send(read.rows, true);
    if (answer) setTried({ file: file.name, rows: read.rows, results: answer.results });
    return undefined;
  };
  const run = async (): Promise<void> => {
    if (!tried) return;
    const answer = await send(tried.rows, false);
    if (!answer) return;
    toast.success(`已导入 ${answer.added} 条${label}`);
    afterWrite();
    onClose();
  };
  return (
    <Dialog
      width={640}
      title={`导入${label}`}
      okText={tried && wrong === 0 ? `导入 ${tried.results.length} 条` : "导入"}
      okDisabled={!tried || wrong > 0}
      busy={busy}
      typed={tried !== null}
      onOk={run}
      onClose={onClose}
    >
      <p>选择由“导出 JSON”得到的文件，先试导入，逐行检查，全部通过后再导入。名称已存在的不会被覆盖。</p>
      <p className="vd-row is-wide">
        <Button onClick={() => picker.current?.click()} disabled={busy}>
          {tried ? "换一个文件" : "选择文件"}
        </Button>
        {tried && <span className="vd-muted">{tried.file}</span>}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="选择 JSON 文件"
        onChange={(e) => {
          const [file] = e.target.files ?? [];
          if (file) void take(file);
          e.target.value = "";
        }}
      />
      {fault !== null && <Alert type="error" showIcon title={fault} />}
      {tried && wrong > 0 && (
        <Alert type="warning" showIcon title={`${tried.results.length} 行中有 ${wrong} 行错误，请修正文件后重新选择`} />
      )}
      {tried && <Trial {...tried} />}
    </Dialog>
  );
}
