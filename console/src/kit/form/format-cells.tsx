/** Values as tables and details show them: `<Cell meta={metaOf(type)} value={v} />` picks the way by the field's kind. */
import { CopyOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import type { FieldMeta } from "@visadesk/contract/kit/field.ts";
import { flowOfLabels } from "@visadesk/contract/kit/flow.ts";
import { date, money, percentText, shortTime, tileMoney, tileNumber, time } from "@visadesk/contract/kit/format.ts";
import { plainOf } from "@visadesk/contract/kit/rich-text.ts";
import type { ReactNode } from "react";
import { copy } from "../app/feedback.ts";
import { FileLinks } from "../file/file-links.tsx";
import { plainText } from "../rich-text/plain-text.ts";
import { RichText } from "../rich-text/rich-text.tsx";
import { StateTag } from "../page/flow-tag.tsx";
import { useTimeForm } from "../app/preference.ts";

export const Money = (props: { cents: number | null | undefined }) => <span className="vd-num">{money(props.cents)}</span>;

/** A time as its reader set it for himself: `2026-11-20 14:05:33`, `stacked` as two lines, or `11-20 14:05` with the full time on hover. */
export function TimeText({ at, stacked }: { at: string | null | undefined; stacked?: true }) {
  const [form] = useTimeForm();
  if (!at) return <>—</>;
  if (form === "short")
    return (
      <Tooltip title={time(at)}>
        <time className="vd-num" dateTime={at}>
          {shortTime(at)}
        </time>
      </Tooltip>
    );
  const [day, clock] = time(at).split(" ");
  return (
    <time className={stacked ? "vd-time vd-num" : "vd-num"} dateTime={at}>
      {day} {stacked ? <span>{clock}</span> : clock}
    </time>
  );
}

/** Figures of tiles: 万 from 100000 on, the exact value on hover; a dash until it is read. */
export const TileFigure = ({ value, isMoney }: { value: number | undefined; isMoney?: boolean }) =>
  value === undefined ? (
    <span className="vd-blank">—</span>
  ) : (
    <Tooltip title={isMoney ? money(value) : String(value)}>
      <span className="vd-num">{isMoney ? tileMoney(value) : tileNumber(value)}</span>
    </Tooltip>
  );

/** Text with a copy button that shows on hover and focus. */
export const Copyable = (props: { text: string; children?: ReactNode }) => (
  <span className="vd-copyable">
    {props.children ?? <span className="vd-num">{props.text}</span>}
    <button
      type="button"
      className="vd-icon-button"
      aria-label={`复制${props.text}`}
      title="复制"
      onClick={(e) => {
        e.stopPropagation();
        e.preventDefault();
        void copy(props.text);
      }}
    >
      <CopyOutlined aria-hidden />
    </button>
  </span>
);

/** Options that switch something on and off. */
export const isSwitch = (options: Readonly<Record<string, string>>): boolean => options["0"] === "停用" && options["1"] === "启用";

function choiceCell(meta: FieldMeta, value: unknown): ReactNode {
  const label = meta.options?.[String(value)] ?? String(value);
  if (meta.options && isSwitch(meta.options)) return <StateTag tone={value === 1 ? "green" : "grey"}>{label}</StateTag>;
  const tone = flowOfLabels(meta.options)?.states[String(value)]?.tone;
  return tone ? <StateTag tone={tone}>{label}</StateTag> : label;
}

const isBlank = (v: unknown): boolean => v === null || v === undefined || v === "" || (Array.isArray(v) && v.length === 0);

/** `full`: details show whole times and wrap long texts. */
export function Cell(props: { meta: FieldMeta | undefined; value: unknown; full?: boolean }): ReactNode {
  const { meta, value, full } = props;
  if (isBlank(value)) return <span className="vd-blank">—</span>;
  switch (meta?.kind) {
    case "money":
      return <Money cents={value as number} />;
    case "time":
      return full ? <span className="vd-num">{time(value as string)}</span> : <TimeText at={value as string} stacked />;
    case "date":
      return <span className="vd-num">{date(value as string)}</span>;
    case "bool":
      return value ? "是" : "否";
    case "choice":
      return choiceCell(meta, value);
    case "choices":
      return (value as string[]).map((v) => meta.options?.[v] ?? v).join("、");
    case "file":
      return <FileLinks keys={[value as string]} />;
    case "files":
      return <FileLinks keys={value as string[]} />;
    case "int":
    case "number":
    case "id":
      return <span className="vd-num">{meta.percent && typeof value === "number" ? percentText(value, meta.percent) : String(value)}</span>;
    case "rich_text":
      return full ? <RichText html={String(value)} /> : <Ellipsis text={plainOf(String(value)).replaceAll("\n", " ")} />;
    case "long_text":
      return full ? <span className="vd-wrap">{String(value)}</span> : <Ellipsis text={String(value)} />;
    default:
      return named(value) ?? (full ? <span className="vd-wrap">{textOf(value)}</span> : <Ellipsis text={textOf(value)} />);
  }
}

/** People and linked records come as `{id, name}` or `{id, nickname}`. */
function named(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  if ("nickname" in value && typeof value.nickname === "string") return value.nickname;
  return "name" in value && typeof value.name === "string" ? value.name : null;
}
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((v) => named(v) ?? plainText(v)).join("、")
    : typeof value === "object"
      ? JSON.stringify(value)
      : plainText(value);

const Ellipsis = (props: { text: string }) => (
  <span className="vd-ellipsis" title={props.text}>
    {props.text}
  </span>
);
