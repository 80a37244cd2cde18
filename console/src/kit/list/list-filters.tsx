/** The line of filters, the drawer of further ones, and the chips of those that are active. */
import { CloseOutlined, DownOutlined, SearchOutlined, UpOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { useRef, useState, type ReactNode } from "react";
import { filterKind, inputMeta, type Zod } from "../form/field-kinds.ts";
import { FilterInput } from "../filter/filter-input.tsx";
import { numberWord, numberWords } from "../filter/filter-words.ts";
import { useKeys } from "../app/keyboard.ts";
import { filterShape, type ListModel } from "./list-model.ts";
import { pickedLabel, pickerFor, usePickedNames } from "../pickers.tsx";
import { rangeLabel } from "@visadesk/contract/kit/relative-dates.ts";
import { TextBox } from "../inputs/text-box.tsx";
import { useTypedText } from "../inputs/typed-text.ts";
import { activeFilter, type FilterValue } from "../filter/url-query.ts";

interface FilterBarProps {
  list: ListModel;
  names: readonly string[];
  more: readonly string[];
  keyword?: { name: string; placeholder: string; hint?: string } | undefined;
}

/** Label of a filter: its own, else that of the row field of the same name. */
export function filterLabel(list: ListModel, name: string): string {
  const type = filterShape(list.endpoint)[name];
  const row = shapeOf(list.endpoint.row)[name];
  return (type && inputMeta(type)?.label) ?? (row && inputMeta(row)?.label) ?? name;
}

function KeywordBox(props: { list: ListModel; name: string; placeholder: string; hint?: string }) {
  const { list, name } = props;
  const value = String(list.query.filter[name] ?? "");
  const { text, type, commit } = useTypedText(value, (word) => list.setFilter({ [name]: word || undefined }));
  const box = useRef<HTMLInputElement>(null);
  useKeys({ "/": ["搜索", () => box.current?.focus()] });
  return (
    <TextBox
      ref={box}
      className="vd-keyword"
      before={<SearchOutlined aria-hidden className="vd-muted" />}
      after={text ? null : <kbd className="vd-kbd">/</kbd>}
      label={props.placeholder}
      {...(props.hint && { hint: props.hint })}
      value={text}
      onType={type}
      onLeave={commit}
      onKeyDown={(e) => {
        if (e.nativeEvent.isComposing) return;
        if (e.key === "Enter") commit();
        if (e.key === "Escape") box.current?.blur();
      }}
    />
  );
}

export function FilterBar({ list, names, more, keyword }: FilterBarProps) {
  const shape = filterShape(list.endpoint);
  const hasMoreActive = more.some((n) => list.query.filter[n] !== undefined);
  const [open, setOpen] = useState(hasMoreActive);
  const input = (name: string) => {
    const type = shape[name];
    if (!type) throw new Error(`${list.endpoint.name} has no filter ${name}`);
    return (
      <FilterInput
        key={name}
        name={name}
        type={type}
        label={filterLabel(list, name)}
        value={list.query.filter[name]}
        onChange={(v) => list.setFilter({ [name]: v })}
      />
    );
  };
  if (!keyword && names.length === 0) return null;
  return (
    <fieldset className="vd-filters" aria-label="筛选">
      {keyword && <KeywordBox list={list} {...keyword} />}
      {names.map(input)}
      {more.length > 0 && (
        <Button
          type="text"
          className="vd-muted"
          icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          iconPlacement="end"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          更多筛选
        </Button>
      )}
      {open && more.length > 0 && <div className="vd-filters-more">{more.map(input)}</div>}
    </fieldset>
  );
}

/** Values that a chip names before it counts them. */
const NAMED = 3;
function wordsOf(name: string, type: Zod, value: FilterValue, named = NAMED): string {
  const meta = inputMeta(type);
  const noun = pickerFor(name, meta?.of);
  const one = (v: string | number): string => meta?.options?.[String(v)] ?? (noun && pickedLabel(noun, v)) ?? String(v);
  if (Array.isArray(value)) {
    const words = value.map(one);
    return words.length > named ? `${words.slice(0, named).join("、")} 等${words.length}项` : words.join("、");
  }
  if (typeof value === "boolean") return value ? "是" : "否";
  const kind = filterKind(type);
  if (kind === "range") return rangeLabel(String(value));
  if (kind === "number_range") return numberWords(type, String(value));
  if (kind === "number" && !meta?.options && !noun) return numberWord(type, Number(value));
  return one(value as string | number);
}

/** Active filters in words, for chips and the empty state. */
export function activeWords(list: ListModel): { name: string; label: string; words: string }[] {
  const shape = filterShape(list.endpoint);
  return Object.entries(activeFilter(list.query.filter)).flatMap(([name, value]) => {
    const type = shape[name];
    return type && name !== list.scope ? [{ name, label: filterLabel(list, name), words: wordsOf(name, type, value) }] : [];
  });
}

/** A picked value is a name here too, where its picker stands nowhere on the screen. */
function Chip({ list, name }: { list: ListModel; name: string }) {
  const type = filterShape(list.endpoint)[name];
  const value = list.query.filter[name] ?? "";
  const picked = Array.isArray(value) ? value : typeof value === "boolean" || value === "" ? [] : [value as string | number];
  usePickedNames(pickerFor(name, type && inputMeta(type)?.of), picked);
  const label = filterLabel(list, name);
  const words = type && wordsOf(name, type, value);
  return (
    <span className="vd-chip">
      <span className="vd-muted">{label}</span>
      <span className="vd-ellipsis" title={type && wordsOf(name, type, value, Infinity)}>
        {words}
      </span>
      <button
        type="button"
        className="vd-icon-button"
        aria-label={`移除筛选${label}`}
        onClick={() => list.setFilter({ [name]: undefined })}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  );
}

/** Chips of active filters with 清空. */
export function FilterChips(props: { list: ListModel; children?: ReactNode }) {
  const chips = activeWords(props.list);
  // A tab alone is worth keeping as a view, too.
  if (chips.length === 0 && props.list.query.tab === undefined) return null;
  return (
    <section className="vd-wraps vd-chips" aria-label="生效的筛选">
      {chips.map((c) => (
        <Chip key={c.name} list={props.list} name={c.name} />
      ))}
      {chips.length > 0 && (
        <Button type="link" size="small" onClick={props.list.clear}>
          清空
        </Button>
      )}
      {/* At the end of the row, so that a chip that comes with leaving the search box does not push it from under the pointer. */}
      {props.children !== undefined && <span className="vd-to-end">{props.children}</span>}
    </section>
  );
}
