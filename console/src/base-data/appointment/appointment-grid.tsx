/** 批量录入: this morning's dates in one grid, typed or pasted from a sheet. What is wrong is told at its cell; the others are saved. */
import { Alert, Button, Drawer, Input } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useState, type ClipboardEvent } from "react";
import { Unread } from "#kit/page/reads.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { useKept } from "#kit/form/save/kept.tsx";
import { uuid } from "#kit/app/hash.ts";
import { appointmentApi, visaTypeName } from "@visadesk/contract/base-data/calendar/appointment.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Appointment, Impact } from "./appointment-editing.tsx";
import {
  cellsOf,
  isBlank,
  pasteAt,
  pasteTable,
  putCell,
  SHEET_MAX,
  toSend,
  unreadable,
  withAnswers,
  withBlanks,
  type SheetColumn,
  type SheetRow,
} from "./appointment-sheet.ts";
import { slotCell } from "./appointment-words.ts";
import "#kit/table/rows.css";
import "./appointment.css";

type Answer = Output<typeof appointmentApi.appointment_batch_update>;
export interface AppointmentGridProps {
  onImpact: (impact: Impact) => void;
  onClose: () => void;
}

const LABELS: Readonly<Record<SheetColumn, string>> = { place: "地点", visa_type: "签证类型", slot: "最早日期或无号", slots_note: "余量" };
const PAGE = 100;
const today = (): string => shanghaiDate(new Date());

const rowsOf = (list: readonly Appointment[]): SheetRow[] =>
  withBlanks(
    list.map((a, i) => ({
      key: i + 1,
      id: a.id,
      version: a.version,
      was: slotCell(a),
      place: a.place_name,
      visa_type: visaTypeName(a.visa_type),
      slot: slotCell(a),
      slots_note: a.slots_note,
      touched: false,
      fault: null,
      said: null,
    })),
    5,
  );

interface CellProps {
  row: SheetRow;
  index: number;
  column: SheetColumn;
  onPut: (index: number, column: SheetColumn, value: string) => void;
  onPaste: (index: number, column: SheetColumn, text: string) => boolean;
}
function Cell({ row, index, column, onPut, onPaste }: CellProps) {
  const fault = row.fault?.cell === column ? row.fault.msg : null;
  if (row.id !== undefined && (column === "place" || column === "visa_type")) {
    return (
      <td className={fault ? "is-bad" : ""}>
        <span className="vd-ellipsis" title={row[column]}>
          {row[column]}
        </span>
        {fault && (
          <small className="vd-error" role="alert">
            {fault}
          </small>
        )}
      </td>
    );
  }
  return (
    <td className={fault ? "is-bad" : ""}>
      <input
        aria-label={`第${index + 1}行${LABELS[column]}`}
        aria-invalid={fault !== null}
        value={row[column]}
        onChange={(e) => onPut(index, column, e.target.value)}
        onPaste={(e: ClipboardEvent) => {
          if (onPaste(index, column, e.clipboardData.getData("text"))) e.preventDefault();
        }}
      />
      {fault && (
        <small className="vd-error" role="alert">
          {fault}
        </small>
      )}
    </td>
  );
}

function Grid({ rows, onRows }: { rows: readonly SheetRow[]; onRows: (rows: SheetRow[]) => void }) {
  const put: CellProps["onPut"] = (index, column, value) => onRows(putCell(rows, index, column, value, today()));
  const paste: CellProps["onPaste"] = (index, column, text) => {
    const block = cellsOf(text);
    if (block.length < 2 && (block[0]?.length ?? 0) < 2) return false;
    onRows(pasteAt(rows, index, column, block, today()));
    return true;
  };
  return (
    <table className="vd-rows ap-cells" aria-label="批量录入">
      <thead>
        <tr>
          <th style={{ width: 40 }}>行</th>
          <th>地点</th>
          <th style={{ width: 112 }}>签证类型</th>
          <th style={{ width: 96 }}>原来</th>
          <th style={{ width: 176 }}>最早日期或无号</th>
          <th style={{ width: 128 }}>余量</th>
          <th style={{ width: 108 }}>结果</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key} className={row.touched ? "is-touched" : ""}>
            <td className="vd-muted vd-num">{index + 1}</td>
            <Cell {...{ row, index }} column="place" onPut={put} onPaste={paste} />
            <Cell {...{ row, index }} column="visa_type" onPut={put} onPaste={paste} />
            <td className="vd-num vd-muted">{row.was ?? ""}</td>
            <Cell {...{ row, index }} column="slot" onPut={put} onPaste={paste} />
            <Cell {...{ row, index }} column="slots_note" onPut={put} onPaste={paste} />
            <td className="vd-tiny vd-muted">{row.said ?? (row.fault ? "未保存" : row.touched ? "待保存" : "")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the last saving did, and whom it concerns. */
const Outcome = ({ answer, onImpact }: { answer: Answer; onImpact: (impact: Impact) => void }) => (
  <Alert
    type={answer.failed > 0 ? "warning" : "success"}
    showIcon
    title={`改动${answer.changed}条，核对${answer.refreshed}条，新增${answer.added}条${answer.failed > 0 ? `，${answer.failed}条未保存，原因见红色单元格` : ""}`}
    description={
      answer.impacts.length > 0 && (
        <ul className="vd-bullets">
          {answer.impacts.map((i) => (
            <li key={i.id}>
              {i.place_name} {visaTypeName(i.visa_type)}：{i.before} → <b>{i.after}</b>，{i.waiting}人在等待
              <Button type="link" size="small" onClick={() => onImpact(i)}>
                查看名单
              </Button>
            </li>
          ))}
        </ul>
      )
    }
  />
);

function Sheet({ kept, onImpact, onClose }: AppointmentGridProps & { kept: readonly Appointment[] }) {
  const [rows, setRows] = useState<readonly SheetRow[]>(() => rowsOf(kept));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [text, setText] = useState("");
  const afterWrite = useAfterWrite();
  const sending = toSend(rows);
  const bad = unreadable(rows, today());
  const save = async (): Promise<boolean> => {
    try {
      const body = sending.map(({ row: r, index }) => ({
        row: index + 1,
        slot: r.slot,
        slots_note: r.slots_note,
        ...(r.id === undefined ? { place: r.place, visa_type: r.visa_type } : { id: r.id, version: r.version ?? 0 }),
      }));
      const saved = await ask(appointmentApi.appointment_batch_update, { rows: body, idempotency_key: uuid() });
      setRows((now) => withAnswers(now, saved.results).map((r) => raised(r, saved.results, now)));
      setAnswer(saved);
      const [first] = saved.impacts;
      if (first) onImpact(first);
      return true;
    } catch {
      return false;
    } finally {
      afterWrite();
    }
  };
  const { close, guard } = useKept(() => sending.length > 0, onClose, { content: `这${sending.length}行还没有保存。` });
  return (
    <Drawer
      open
      size={960}
      title="批量录入最近可约日期"
      onClose={close}
      footer={
        <div className="vd-row is-wide">
          <span className="vd-muted">
            {sending.length === 0 ? "还没有改动" : `待保存${sending.length}行`}
            {bad > 0 && `，其中${bad}行的日期看不懂`}
            。值没变的行只更新核对时间
          </span>
          <span className="vd-grow" />
          <Button onClick={close}>关闭</Button>
          <ActButton type="primary" wait={800} disabled={sending.length === 0} onClick={save}>
            {sending.length > 0 ? `保存 ${sending.length} 行` : "保存"}
          </ActButton>
        </div>
      }
    >
      {guard}
      <div className="vd-row vd-after-12">
        <Input.TextArea
          aria-label="粘贴表格"
          rows={2}
          placeholder="从表格复制后在此粘贴，列依次为：地点、签证类型（可空）、最早日期或无号、余量；也可以在下面任一单元格粘贴一整块"
          value={text}
          onChange={(e) => setText(e.target.value)}
          onPaste={(e) => {
            e.preventDefault();
            setRows((now) => pasteTable(now, cellsOf(e.clipboardData.getData("text")), today()));
          }}
        />
        {text.trim() !== "" && (
          <Button
            onClick={() => {
              setRows((now) => pasteTable(now, cellsOf(text), today()));
              setText("");
            }}
          >
            填入
          </Button>
        )}
      </div>
      {answer && <Outcome answer={answer} onImpact={onImpact} />}
      <Grid rows={rows} onRows={setRows} />
      {rows.filter((r) => !isBlank(r)).length >= SHEET_MAX && <p className="vd-muted">一次最多{SHEET_MAX}行，其余请保存后再录。</p>}
    </Drawer>
  );
}

/** A row that was saved stands for the kept one from now on. */
function raised(row: SheetRow, results: Answer["results"], now: readonly SheetRow[]): SheetRow {
  const said = results[results.findIndex((r) => now[r.row - 1]?.key === row.key)];
  if (!said?.ok || said.id === null) return row;
  return { ...row, id: said.id, version: said.made === "added" ? 1 : (row.version ?? 0) + 1, was: row.slot };
}

/** Every kept row, those that have passed first; a grid holds no more than can be saved at once. */
async function keptRows(signal: AbortSignal): Promise<Appointment[]> {
  const list: Appointment[] = [];
  for (let page = 1; list.length < SHEET_MAX; page++) {
    const answer = await ask(appointmentApi.appointment_query, { page, page_size: PAGE, status: 1 }, { signal, noToast: true });
    list.push(...answer.list);
    if (answer.list.length < PAGE) break;
  }
  return list.slice(0, SHEET_MAX);
}

export function AppointmentGrid(props: AppointmentGridProps) {
  // What is typed must not be overtaken by rows that are read again.
  const answer = useQuery({
    queryKey: ["appointment_sheet"],
    queryFn: ({ signal }) => keptRows(signal),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (answer.data) return <Sheet {...props} kept={answer.data} />;
  return (
    <Drawer open size={960} title="批量录入最近可约日期" onClose={props.onClose}>
      <Unread answer={answer} />
    </Drawer>
  );
}
