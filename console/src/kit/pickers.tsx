/**
 * Pickers of records by what an id points at. Each shared picker registers its source once:
 *   registerPicker("worker", { remote: true, load: async (keyword) => … });
 * filters and forms then draw `<Picker of="worker" />` for every field whose meta says `of: "worker"`.
 */
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useEffect, useMemo, useState } from "react";
import { matches } from "./pinyin.ts";

export interface PickOption {
  value: number | string;
  label: string;
  /** Second line: team, country, number. */
  hint?: string;
  /** More words to be found by. */
  words?: string;
}
export interface PickerSource {
  load: (keyword: string, signal: AbortSignal) => Promise<PickOption[]>;
  /** Asks the server with every keyword; else the whole small list is loaded once. */
  remote?: true;
}

const sources = new Map<string, PickerSource>();
export const registerPicker = (of: string, source: PickerSource): void => void sources.set(of, source);

/** Noun whose picker fits a field: its meta's `of`, else the name without `_id`. */
export function pickerFor(name: string, of: string | undefined): string | undefined {
  const noun = of ?? name.replace(/_ids?$/, "");
  return sources.has(noun) ? noun : undefined;
}

/** Options seen so far, so that a value from a URL or a record shows its label. */
const seen = new Map<string, Map<number | string, PickOption>>();
function remember(of: string, options: readonly PickOption[]): void {
  const known = seen.get(of) ?? new Map<number | string, PickOption>();
  for (const o of options) known.set(o.value, o);
  seen.set(of, known);
}
/** Label of a picked value, once its options were loaded. */
export const pickedLabel = (of: string, value: number | string): string | undefined => seen.get(of)?.get(value)?.label;

/** Options of a source for a keyword. */
export function usePickOptions(of: string, keyword: string, enabled = true): { options: PickOption[]; loading: boolean } {
  const source = sources.get(of);
  const asked = source?.remote ? keyword : "";
  const answer = useQuery({
    queryKey: ["pick", of, asked],
    queryFn: async ({ signal }) => {
      const options = await (source as PickerSource).load(asked, signal);
      remember(of, options);
      return options;
    },
    enabled: enabled && source !== undefined,
    staleTime: source?.remote ? 30_000 : 300_000,
  });
  return { options: answer.data ?? [], loading: answer.isFetching };
}

type PickValue = number | string | readonly (number | string)[] | undefined | null;
export interface PickerProps {
  of: string;
  value?: PickValue;
  onChange?: (value: PickValue) => void;
  multiple?: boolean;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  "aria-label"?: string;
  /** Fewer options than the source has. */
  only?: (o: PickOption) => boolean;
}

function useDelayed(text: string, ms: number): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return late;
}

/** Select over a registered source; finds by characters and pinyin initials. */
export function Picker(props: PickerProps) {
  const { of, value, onChange, multiple, only, ...rest } = props;
  const [typed, setTyped] = useState("");
  const [touched, setTouched] = useState(false);
  const picked = useMemo(() => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]) as (number | string)[], [value]);
  const remote = sources.get(of)?.remote === true;
  const { options, loading } = usePickOptions(of, useDelayed(typed.trim(), 250), touched || picked.length > 0);
  const shown = useMemo(() => {
    const list = only ? options.filter(only) : options;
    const missing = picked.filter((v) => !list.some((o) => o.value === v)).map((v) => seen.get(of)?.get(v) ?? { value: v, label: String(v) });
    return typed ? list : [...missing, ...list];
  }, [options, only, picked, of, typed]);
  return (
    <Select
      {...rest}
      {...(multiple && { mode: "multiple" as const, maxTagCount: "responsive" as const })}
      value={multiple ? picked : (picked[0] ?? null)}
      onChange={(v: PickValue) => onChange?.(v ?? undefined)}
      options={shown.map((o) => ({ value: o.value, label: o.label, title: o.label, hint: o.hint, find: `${o.label} ${o.hint ?? ""} ${o.words ?? ""}` }))}
      optionRender={(o) => <span className="vd-pick"><span>{o.data.label}</span>{o.data.hint && <em>{o.data.hint}</em>}</span>}
      showSearch={{ onSearch: setTyped, filterOption: remote ? false : (text, o) => matches(o?.find ?? "", text) }}
      onOpenChange={(open) => { if (open) setTouched(true); else setTyped(""); }}
      loading={loading}
      allowClear
      popupMatchSelectWidth={false}
      notFoundContent={loading ? "正在查找" : "没有匹配的记录"}
    />
  );
}
