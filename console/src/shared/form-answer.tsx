/** The answer to one question of an application form, by the question's kind. */
import { Button, Input, Select } from "antd";
import { GROUP_ROWS_MAX } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Question } from "@visadesk/contract/product/snapshot.ts";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { DateInput } from "#kit/inputs/date-input.tsx";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { Picker } from "#kit/pickers.tsx";

export type AnswerQuestion = Pick<Question, "key" | "label" | "kind" | "options" | "max_length">;
export interface FormAnswerProps {
  q: AnswerQuestion;
  value: unknown;
  onChange: (value: unknown) => void;
  id: string;
  /** Files are sent only where there is somebody to keep them for. */
  takesFiles?: boolean;
}

const YES_NO = [
  { value: true, label: "是" },
  { value: false, label: "否" },
];
const textOf = (v: unknown): string | null => (typeof v === "string" ? v : null);
const textsOf = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === "string") : []);
const optionsOf = (q: AnswerQuestion) => q.options.map((o) => ({ value: o, label: o }));

type Row = Readonly<Record<string, unknown>>;
const isRow = (v: unknown): v is Row => typeof v === "object" && v !== null && !Array.isArray(v);
export const rowsOf = (v: unknown): Row[] => (Array.isArray(v) ? v.filter(isRow) : []);

/** Rows of named parts, such as companions with name and relation. */
function GroupRows({ q, value, onChange, id }: FormAnswerProps) {
  const stored = rowsOf(value);
  const rows: readonly Row[] = stored.length > 0 ? stored : [{}];
  const put = (at: number, part: string, text: string): void => onChange(rows.map((r, i) => (i === at ? { ...r, [part]: text } : r)));
  return (
    <div className="vd-near">
      {rows.map((r, at) => (
        <div key={at}>
          {q.options.map((part, i) => (
            <Input
              key={part}
              {...(at === 0 && i === 0 && { id })}
              aria-label={`${q.label}第${at + 1}行 ${part}`}
              placeholder={part}
              maxLength={q.max_length || 200}
              autoComplete="off"
              value={textOf(r[part]) ?? ""}
              onChange={(e) => put(at, part, e.target.value)}
            />
          ))}
          {stored.length > 0 && (
            <Button type="text" size="small" aria-label={`删除第${at + 1}行`} onClick={() => onChange(rows.filter((_, i) => i !== at))}>
              删除
            </Button>
          )}
        </div>
      ))}
      <Button size="small" disabled={rows.length >= GROUP_ROWS_MAX} onClick={() => onChange([...rows, {}])}>
        添加一行
      </Button>
    </div>
  );
}

export function FormAnswer(props: FormAnswerProps) {
  const { q, value, onChange, id, takesFiles } = props;
  switch (q.kind) {
    case "date":
      return <DateInput id={id} value={textOf(value)} onChange={onChange} />;
    case "bool":
      return (
        <Select
          id={id}
          className="vd-wide"
          allowClear={CLEARS}
          options={YES_NO}
          value={typeof value === "boolean" ? value : null}
          onChange={(v) => onChange(v)}
        />
      );
    case "single":
      return (
        <Select
          id={id}
          className="vd-wide"
          allowClear={CLEARS}
          options={optionsOf(q)}
          value={textOf(value)}
          onChange={(v) => onChange(v)}
        />
      );
    case "multi":
      return (
        <Select id={id} className="vd-wide" mode="multiple" options={optionsOf(q)} value={textsOf(value)} onChange={(v) => onChange(v)} />
      );
    case "country":
      return <Picker id={id} of="country" className="vd-wide" value={textOf(value)} onChange={onChange} />;
    case "group":
      return <GroupRows {...props} />;
    case "file": {
      const key = textOf(value);
      return takesFiles ? (
        <FileInput id={id} purpose="material" value={key ? [key] : []} onChange={(keys) => onChange(keys[0] ?? "")} />
      ) : (
        <span id={id} className="vd-muted">
          填写时在此上传 1 个文件
        </span>
      );
    }
    default:
      return (
        <Input
          id={id}
          value={textOf(value) ?? ""}
          {...(q.max_length > 0 && { maxLength: q.max_length })}
          autoComplete="off"
          onChange={(e) => onChange(e.target.value)}
        />
      );
  }
}

/** An answer as it is read. */
export function answerWord(q: Pick<Question, "kind" | "options">, v: unknown): string {
  if (v === true) return "是";
  if (v === false) return "否";
  if (q.kind === "group") {
    const rows = rowsOf(v).map((r) =>
      q.options
        .map((part) => textOf(r[part]) ?? "")
        .filter(Boolean)
        .join(" "),
    );
    return rows.filter(Boolean).join("；") || "—";
  }
  if (Array.isArray(v)) return v.length > 0 ? v.join("、") : "—";
  if (q.kind === "file") return textOf(v) ? "已上传" : "—";
  return textOf(v) || "—";
}
