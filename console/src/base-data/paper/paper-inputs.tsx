/** Inputs that only papers have. Each takes antd's `value`, `onChange` and `id`. */
import { useQuery } from "@tanstack/react-query";
import { Input, Radio, Select } from "antd";
import { useState } from "react";
import { call } from "#kit/app/api.ts";
import type { FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { pickedLabel, usePickOptions } from "#kit/pickers.tsx";
import { matches } from "#kit/pinyin.ts";
import { CountryPicker } from "#shared/record-pickers.tsx";

interface InputProps<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
  disabled?: boolean;
}

const linesOf = (text: string): string[] => text.split("\n").flatMap((l) => l.trim() || []);

/** A list of short texts, one per line. */
export function LinesInput({
  value = [],
  onChange,
  id,
  disabled,
  max,
  placeholder,
}: InputProps<string[]> & { max: number; placeholder: string }) {
  const [typed, setTyped] = useState(value.join("\n"));
  // What is set from outside replaces the text; one's own typing keeps its empty lines.
  const text = linesOf(typed).join("\n") === value.join("\n") ? typed : value.join("\n");
  return (
    <div className="vd-near">
      <Input.TextArea
        {...(id !== undefined && { id })}
        disabled={disabled === true}
        autoSize={{ minRows: 3, maxRows: 10 }}
        placeholder={placeholder}
        value={text}
        onChange={(e) => {
          setTyped(e.target.value);
          onChange?.(linesOf(e.target.value));
        }}
      />
      <small className={value.length > max ? "vd-error vd-num" : "vd-muted vd-num"}>
        {value.length}/{max}
      </small>
    </div>
  );
}

/** Countries, all of them by name under the box. */
export function CountriesInput({ value = [], onChange, id, disabled }: InputProps<string[]>) {
  // The names come with the options.
  usePickOptions("country", "", value.length > 0);
  return (
    <>
      <CountryPicker
        multiple
        {...(id !== undefined && { id })}
        disabled={disabled === true}
        value={value}
        placeholder="全部国家"
        aria-label="适用国家"
        className="vd-wide"
        onChange={(v) => onChange?.(Array.isArray(v) ? v.filter((c) => typeof c === "string") : [])}
      />
      {value.length > 1 && <small className="vd-muted">{value.map((c) => pickedLabel("country", c) ?? c).join("、")}</small>}
    </>
  );
}

/** Enabled reasons that suit the kind. */
export function ReasonsInput({ value = [], onChange, id, disabled, kind }: InputProps<number[]> & { kind: number }) {
  const answer = useQuery({
    queryKey: ["reject_reason_pick"],
    queryFn: ({ signal }) => call("reject_reason_pick", {}, { signal, noToast: true }),
    staleTime: 60_000,
  });
  const reasons = (answer.data?.list ?? []).filter((r) => r.kinds.includes(kind) || value.includes(r.id));
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      disabled={disabled === true}
      value={[...value]}
      onChange={(next: number[]) => onChange?.(next)}
      placeholder="审核不通过时排在最前面，最多10个"
      loading={answer.isFetching}
      options={reasons.map((r) => ({ value: r.id, label: r.text, title: r.advice }))}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
    />
  );
}

/** One of two, where a switch would leave the other unsaid. */
export const Either = ({
  checked,
  onChange,
  id,
  disabled,
  yes,
  no,
}: { checked?: boolean; yes: string; no: string } & InputProps<boolean>) => (
  <Radio.Group
    {...(id !== undefined && { id })}
    disabled={disabled === true}
    value={checked === true}
    options={[
      { value: true, label: yes },
      { value: false, label: no },
    ]}
    onChange={(e) => onChange?.(e.target.value === true)}
  />
);

/** Pictures that every customer sees. */
export const SamplesInput = (props: InputProps<string[]>) => <FileInput {...props} purpose="public_image" max={5} />;

const OneFileInput = ({ value, onChange, ...rest }: InputProps<string | null> & { purpose: FilePurpose }) => (
  <FileInput {...rest} max={1} value={value ? [value] : []} onChange={(keys) => onChange?.(keys[0] ?? null)} />
);
/** One file to be downloaded by every customer. */
export const TemplateInput = (props: InputProps<string | null>) => <OneFileInput {...props} purpose="public_file" />;
/** One picture that every customer sees. */
export const CoverInput = (props: InputProps<string | null>) => <OneFileInput {...props} purpose="public_image" />;
