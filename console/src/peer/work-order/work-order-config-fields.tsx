/** 表单设计: the fields of a work order in their order, dragged or moved by a button, beside how the peer sees them. */
import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from "@ant-design/icons";
import { Button, Checkbox, Input, Select } from "antd";
import { useRef } from "react";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { ANSWER_KINDS, FIELDS_MAX, type AnswerKind } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { None } from "#kit/page/blocks.tsx";
import { AnswersInput, type FormField } from "#shared/work-order/work-order-answers.tsx";
import "./work-order.css";

const KINDS = keysOf(ANSWER_KINDS).map((value) => ({ value, label: ANSWER_KINDS[value] }));
const moved = (list: readonly FormField[], from: number, to: number): FormField[] => {
  const rest = list.filter((_, i) => i !== from);
  const taken = list[from];
  return taken ? [...rest.slice(0, to), taken, ...rest.slice(to)] : rest;
};
/** A key of its own, the next free number. */
function nextKey(list: readonly FormField[]): string {
  for (let n = list.length + 1; ; n++) if (!list.some((f) => f.key === `field_${n}`)) return `field_${n}`;
}

interface RowProps {
  f: FormField;
  no: number;
  put: (more: Partial<FormField>) => void;
  remove: () => void;
}
const FieldRow = ({ f, no, put, remove }: RowProps) => (
  <div className="vd-field-row">
    <Input
      aria-label={`第${no}项名称`}
      placeholder="字段名称"
      maxLength={20}
      value={f.label}
      onChange={(e) => put({ label: e.target.value })}
    />
    <Input aria-label={`第${no}项标识`} placeholder="标识" maxLength={30} value={f.key} onChange={(e) => put({ key: e.target.value })} />
    <Select
      aria-label={`第${no}项类型`}
      options={KINDS}
      value={f.kind}
      onChange={(kind: AnswerKind) => put({ kind, options: kind === "choice" ? f.options : [] })}
    />
    <Checkbox checked={f.required} onChange={(e) => put({ required: e.target.checked })}>
      必填
    </Checkbox>
    {f.kind === "choice" && (
      <Select
        mode="tags"
        className="vd-field-options"
        aria-label={`第${no}项选项`}
        placeholder="选项，回车添加"
        open={false}
        value={f.options}
        onChange={(options: string[]) => put({ options })}
      />
    )}
    <Button type="text" size="small" aria-label={`删除第${no}项`} onClick={remove}>
      删除
    </Button>
  </div>
);

const NONE: readonly FormField[] = [];
export function FieldsInput({ value = NONE, onChange }: { value?: readonly FormField[]; onChange?: (value: FormField[]) => void }) {
  const dragged = useRef<number | null>(null);
  const set = (list: FormField[]): void => onChange?.(list);
  const move = (from: number, to: number): void => {
    if (from !== to && to >= 0 && to < value.length) set(moved(value, from, to));
  };
  return (
    <div className="vd-halves vd-wide">
      <ol className="vd-field-list" aria-label="表单字段">
        {value.map((f, i) => (
          <li key={i}>
            <Button
              type="text"
              size="small"
              icon={<HolderOutlined />}
              aria-label={`拖动第${i + 1}项`}
              draggable
              onDragStart={() => {
                dragged.current = i;
              }}
              onDragOver={(e) => e.preventDefault()}
              onDrop={() => {
                if (dragged.current !== null) move(dragged.current, i);
                dragged.current = null;
              }}
            />
            <span className="vd-row">
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`第${i + 1}项上移`}
                disabled={i === 0}
                onClick={() => move(i, i - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`第${i + 1}项下移`}
                disabled={i === value.length - 1}
                onClick={() => move(i, i + 1)}
              />
            </span>
            <FieldRow
              f={f}
              no={i + 1}
              put={(more) => set(value.map((x, at) => (at === i ? { ...x, ...more } : x)))}
              remove={() => set(value.filter((_, at) => at !== i))}
            />
          </li>
        ))}
        <li>
          <Button
            type="dashed"
            size="small"
            disabled={value.length >= FIELDS_MAX}
            onClick={() => set([...value, { key: nextKey(value), label: "", kind: "text", required: false, options: [] }])}
          >
            添加字段
          </Button>
        </li>
      </ol>
      <section className="vd-card" aria-label="同行看到的">
        <p className="vd-small vd-muted vd-after-8">同行看到的</p>
        {value.length === 0 ? <None>没有要填的内容，只写标题</None> : <AnswersInput fields={value} />}
      </section>
    </div>
  );
}
