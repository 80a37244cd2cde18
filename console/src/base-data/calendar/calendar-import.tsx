/** Imports a year as JSON: a trial tells added and removed days and faulty rows before anything is written. */
import { Alert, Button, Input, Select } from "antd";
import { useRef, useState } from "react";
import { useKept } from "#kit/form/save/kept.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { int } from "@visadesk/contract/kit/field.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { uuid } from "#kit/app/hash.ts";
import { pickedLabel } from "#kit/pickers.tsx";
import { calendarApi, CN_CALENDAR } from "@visadesk/contract/base-data/calendar/calendar.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { changeText, readRows, type DayChange } from "./calendar-model.ts";

const YEAR = int("年份", 2000, 2100);
type Trial = Output<typeof calendarApi.calendar_import>;
const EXAMPLE = `[{ "date": "2027-01-01", "day_kind": "off", "name": "元旦" },
 { "date": "2027-02-20", "day_kind": "work", "name": "春节调休上班" }]`;

const Group = ({ title, changes }: { title: string; changes: readonly DayChange[] }) =>
  changes.length === 0 ? null : (
    <section>
      <h4 className="vd-small vd-medium vd-before-12">
        {title} {changes.length} 天
      </h4>
      <p className="vd-small">{changes.map(changeText).join("，")}</p>
    </section>
  );

function TrialView({ trial }: { trial: Trial }) {
  const { changes, errors, unchanged } = trial;
  return (
    <div aria-label="试导入结果">
      {errors.length > 0 && (
        <Alert
          type="error"
          title={`有 ${errors.length} 行错误，请修正后重新试导入`}
          description={errors.slice(0, 20).map((e) => (
            <div key={e.row}>
              第 {e.row} 行：{e.msg}
            </div>
          ))}
        />
      )}
      {errors.length === 0 && changes.length === 0 && <StateTag tone="green">与现有日历相同</StateTag>}
      <Group title="新增" changes={changes.filter((c) => c.before === null)} />
      <Group title="去掉" changes={changes.filter((c) => c.after === null)} />
      <Group title="改变" changes={changes.filter((c) => c.before !== null && c.after !== null)} />
      {unchanged > 0 && <p className="vd-muted">不变 {unchanged} 天</p>}
    </div>
  );
}

interface SourceProps {
  calendars: readonly string[];
  calendar: string;
  year: number;
  onPick: (of: { calendar: string; year: number }) => void;
  onFile: (content: string) => void;
}
/** Which year of which calendar, and a file instead of pasting. */
function Source({ calendars, calendar, year, onPick, onFile }: SourceProps) {
  const file = useRef<HTMLInputElement>(null);
  const options = calendars.map((c) => ({
    value: c,
    label: c === CN_CALENDAR ? "中国法定工作日" : (pickedLabel("embassy", Number(c)) ?? c),
  }));
  return (
    <div className="vd-wraps vd-after-12">
      <Select aria-label="日历" style={{ width: 240 }} value={calendar} options={options} onChange={(v) => onPick({ calendar: v, year })} />
      <NumberInput of={YEAR} narrow aria-label="年份" value={year} onChange={(v) => onPick({ calendar, year: v ?? NaN })} />
      <span className="vd-grow" />
      <Button onClick={() => file.current?.click()}>选择文件</Button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="JSON 文件"
        onChange={(e) => {
          void e.target.files?.[0]?.text().then(onFile);
          e.target.value = "";
        }}
      />
    </div>
  );
}

export interface CalendarImportProps {
  year: number;
  calendars: readonly string[];
  onClose: () => void;
}
export function CalendarImport({ year: startYear, calendars, onClose }: CalendarImportProps) {
  const [calendar, setCalendar] = useState(CN_CALENDAR);
  const [year, setYear] = useState(startYear);
  const [source, setSource] = useState("");
  const [trial, setTrial] = useState<Trial | null>(null);
  const [fault, setFault] = useState("");
  const afterWrite = useAfterWrite();
  // One key per content: pressing twice imports once.
  const [key, setKey] = useState(uuid);
  const changed = (): void => {
    setTrial(null);
    setFault("");
    setKey(uuid());
  };
  const send = async (dry_run: boolean): Promise<Trial | null> => {
    const rows = readRows(source);
    if (typeof rows === "string") {
      setFault(rows);
      return null;
    }
    const body = { calendar, year, rows, dry_run, idempotency_key: dry_run ? uuid() : key };
    return ask(calendarApi.calendar_import, body, { noToast: true }).catch((e: unknown) => {
      setFault(faultOf(e).msg);
      return null;
    });
  };
  const run = async (): Promise<boolean> => {
    const done = await send(false);
    if (!done) return false;
    toast.success(`${year}年日历已导入，改变 ${done.changes.length} 天，涉及的截止时间随后重算`);
    afterWrite();
    onClose();
    return true;
  };
  const kept = useKept(() => source !== "", onClose);
  const ready = trial !== null && trial.errors.length === 0 && trial.changes.length > 0;
  return (
    <Dialog
      title="导入一年的日历"
      width={720}
      onClose={kept.close}
      foot={
        <>
          <Button onClick={kept.close}>取消</Button>
          <ActButton
            wait={0}
            onClick={async () => {
              setFault("");
              setTrial(await send(true));
            }}
          >
            试导入
          </ActButton>
          <ActButton type="primary" disabled={!ready} onClick={run}>
            {trial && ready ? `导入，改变 ${trial.changes.length} 天` : "导入"}
          </ActButton>
        </>
      }
    >
      {kept.guard}
      <Source
        calendars={calendars}
        calendar={calendar}
        year={year}
        onPick={(next) => {
          setCalendar(next.calendar);
          setYear(next.year);
          changed();
        }}
        onFile={(content) => {
          setSource(content);
          changed();
        }}
      />
      <Input.TextArea
        aria-label="JSON 内容"
        rows={8}
        placeholder={EXAMPLE}
        value={source}
        onChange={(e) => {
          setSource(e.target.value);
          changed();
        }}
      />
      <p className="vd-small vd-muted vd-whole-row vd-after-12">
        文件中的日期替换该日历全年的单列日期，没有写到的日期按星期。off 为休，work 为班。
      </p>
      {fault && <p className="vd-note vd-error vd-tone-red vd-wrap">{fault}</p>}
      {trial && <TrialView trial={trial} />}
    </Dialog>
  );
}
