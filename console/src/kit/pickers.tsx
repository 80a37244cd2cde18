/** `<Picker of="worker" />`: filters and forms draw it for every field whose meta says `of: "worker"`. */
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useEffect, useMemo, useState } from "react";
import { CLEARS } from "./inputs/clears.tsx";
import { pickedOption, remember, sourceOf, type PickOption } from "./app/picker-registry.ts";
import { matches } from "./pinyin.ts";

export { pickedLabel, pickerFor, type PickOption } from "./app/picker-registry.ts";

/** Options of a source for a keyword. */
export function usePickOptions(of: string, keyword: string, enabled = true): { options: PickOption[]; loading: boolean } {
  const source = sourceOf(of);
  const asked = source?.remote ? keyword : "";
  const answer = useQuery({
    queryKey: ["pick", of, asked],
    queryFn: async ({ signal }) => {
      const options = (await source?.load(asked, signal)) ?? [];
      remember(of, options);
      return options;
    },
    enabled: enabled && source !== undefined,
    staleTime: source?.remote ? 30_000 : 300_000,
  });
  return { options: answer.data ?? [], loading: answer.isFetching };
}

/** Asks for the names of picked values that nothing loaded before tells; answers whether it still asks. */
export function usePickedNames(of: string | undefined, values: readonly (number | string)[]): boolean {
  const source = of === undefined ? undefined : sourceOf(of);
  const unnamed = of === undefined ? [] : values.filter((v) => pickedOption(of, v) === undefined);
  const { isFetching } = useQuery({
    queryKey: ["pick", of, "named", unnamed],
    queryFn: async ({ signal }) => {
      const options = (await (source?.named ? source.named(unnamed, signal) : source?.load("", signal))) ?? [];
      if (of !== undefined) remember(of, options);
      return options;
    },
    enabled: source !== undefined && unnamed.length > 0,
    staleTime: 300_000,
  });
  return isFetching;
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

/** One picked value by its name, several as `状态 3项`. */
export const shortTags = (label: string, count: number) => ({ maxTagCount: count > 1 ? 0 : 1, maxTagPlaceholder: `${label} ${count}项` });

/** Select over a registered source; finds by characters and pinyin initials. */
export function Picker(props: PickerProps) {
  const { of, value, onChange, multiple, only, ...rest } = props;
  const [typed, setTyped] = useState("");
  const [touched, setTouched] = useState(false);
  const picked = useMemo(
    () => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]) as (number | string)[],
    [value],
  );
  const remote = sourceOf(of)?.remote === true;
  const { options, loading } = usePickOptions(of, useDelayed(typed.trim(), 250), touched || picked.length > 0);
  // The first page of many need not hold what was picked before.
  const asksNames = usePickedNames(remote && !loading ? of : undefined, picked);
  const shown = useMemo(() => {
    const list = only ? options.filter(only) : options;
    const missing = picked
      .filter((v) => !list.some((o) => o.value === v))
      // A code is shown only where no name is coming.
      .map((v) => pickedOption(of, v) ?? { value: v, label: loading || asksNames ? "" : String(v) });
    return typed ? list : [...missing, ...list];
  }, [options, only, picked, of, typed, loading, asksNames]);
  return (
    <Select
      {...rest}
      {...(multiple && { mode: "multiple" as const, ...shortTags(props["aria-label"] ?? "已选", picked.length) })}
      value={multiple ? picked : (picked[0] ?? null)}
      onChange={(v: PickValue) => onChange?.(v ?? undefined)}
      options={shown.map((o) => ({
        value: o.value,
        label: o.label,
        title: o.label,
        hint: o.hint,
        find: `${o.label} ${o.hint ?? ""} ${o.words ?? ""}`,
      }))}
      optionRender={(o) => (
        <span className="vd-row vd-between vd-pick">
          <span>{o.data.label}</span>
          {o.data.hint && <em>{o.data.hint}</em>}
        </span>
      )}
      showSearch={{ onSearch: setTyped, filterOption: remote ? false : (text, o) => matches(o?.find ?? "", text) }}
      onOpenChange={(open) => {
        if (open) setTouched(true);
        else setTyped("");
      }}
      loading={loading}
      allowClear={CLEARS}
      popupMatchSelectWidth={false}
      notFoundContent={loading ? "正在查找" : "没有匹配的记录"}
    />
  );
}
