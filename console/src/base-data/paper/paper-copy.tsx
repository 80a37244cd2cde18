/** 复制到国家: a paper of its own for the chosen countries, to be worded for them. */
import { Alert, Form, Input } from "antd";
import { useRef, useState } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { pickedLabel } from "#kit/pickers.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { CountryPicker } from "#shared/record-pickers.tsx";
import { documentApi, PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import type { PaperScreens } from "./paper-cells.tsx";

const SUFFIX_MAX = 10;

export interface PaperCopyProps {
  noun: PaperScreens;
  ids: readonly number[];
  /** Name of the only one. */
  name?: string;
  onClose: () => void;
}

/** `·日本` for one country; for several the person says what they have in common. */
const proposed = (countries: readonly string[]): string => {
  const [only, more] = countries;
  return only === undefined || more !== undefined ? "" : `·${pickedLabel("country", only) ?? only}`.slice(0, SUFFIX_MAX);
};

export function PaperCopy({ noun, ids, name, onClose }: PaperCopyProps) {
  const [countries, setCountries] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [left, setLeft] = useState(ids);
  const key = useRef(uuid());
  const go = useGo();
  const afterWrite = useAfterWrite();
  const { label } = PAPERS[noun];
  const suffix = typed ?? proposed(countries);
  const change = (act: () => void): void => {
    act();
    key.current = uuid();
    setFaults([]);
  };
  const submit = async (): Promise<void> => {
    if (countries.length === 0) return setFaults(["请选择国家"]);
    if (suffix.trim() === "") return setFaults(["请输入名称后缀，副本的名称不能与原来的相同"]);
    try {
      const input = { ids: [...left], country_ids: [...countries], name_suffix: suffix, idempotency_key: key.current };
      const { results, ids: made } = await ask(documentApi[`${noun}_copy`], input, { noToast: true });
      key.current = uuid();
      const refused = results.filter((r) => !r.ok);
      if (made.length > 0) afterWrite();
      const [first] = made;
      if (refused.length === 0) {
        toast.success(ids.length === 1 ? `已复制为“${name ?? label}${suffix}”` : `已复制 ${made.length} 条`);
        onClose();
        if (ids.length === 1 && first !== undefined) go(to(`${noun}-edit`, { id: first }));
        return;
      }
      setLeft(refused.map((r) => r.id));
      const told = [...new Set(refused.map((r) => r.msg))].map((msg) => `${msg}（${refused.filter((r) => r.msg === msg).length} 条）`);
      setFaults(made.length > 0 ? [`已复制 ${made.length} 条，其余未复制：`, ...told] : told);
    } catch (e) {
      setFaults([faultOf(e).msg]);
    }
  };
  return (
    <Dialog
      title={name === undefined ? `复制 ${ids.length} 条${label}` : `复制“${name}”`}
      okText="复制"
      typed={countries.length > 0 || typed !== null}
      onOk={submit}
      onClose={onClose}
    >
      <p>副本只适用于所选国家，内容与原来相同，可以单独修改。商品仍使用原来的{label}。</p>
      <Form layout="vertical">
        <Form.Item label="适用国家" required>
          <CountryPicker
            multiple
            aria-label="适用国家"
            placeholder="选择国家"
            value={countries}
            onChange={(v) => change(() => setCountries(Array.isArray(v) ? v.filter((c) => typeof c === "string") : []))}
            className="vd-wide"
          />
        </Form.Item>
        <Form.Item
          label="名称后缀"
          required
          extra={name !== undefined && suffix ? `副本名称：${name}${suffix}` : "接在原名称后面，例如“·日本”"}
        >
          <Input
            aria-label="名称后缀"
            value={suffix}
            count={{ max: SUFFIX_MAX }}
            onChange={(e) => change(() => setTyped(e.target.value))}
          />
        </Form.Item>
      </Form>
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={faults.map((f) => (
            <div key={f}>{f}</div>
          ))}
        />
      )}
    </Dialog>
  );
}
