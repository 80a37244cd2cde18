/** The one form behind 新增 and 编辑. */
import { Form, Radio } from "antd";
import { useState } from "react";
import { useFormScope } from "#kit/form/form.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { SpecialItemsInput } from "./special-item-input.tsx";
import { keysOf, entriesOf } from "#kit/words.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import { SPECIAL_ENDS } from "@visadesk/contract/product/price/special-price-activity.ts";
import type { Activity } from "./special-price-words.ts";

/** What a form's field holds now, before any change what it started with. */
function useField(name: string): unknown {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch(name, form);
  return watched ?? initial[name];
}

const AUDIENCES = { all: "全部同行", level: "按等级", group: "按分组" } as const;
type AudienceKind = keyof typeof AUDIENCES;
const AUDIENCE_OPTIONS = entriesOf(AUDIENCES).map(([value, label]) => ({ value, label }));
const hasSome = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** One kind of audience at a time; what belongs to the other kinds is emptied, not hidden. */
function Audience({ end, fixed }: { end: unknown; fixed: boolean }) {
  const { form, initial } = useFormScope();
  const [kind, setKind] = useState<AudienceKind>(hasSome(initial["level_ids"]) ? "level" : hasSome(initial["group_ids"]) ? "group" : "all");
  const shown = end === "peer" ? kind : "all";
  const choose = (next: AudienceKind): void => {
    setKind(next);
    if (next !== "level") form.setFieldValue("level_ids", []);
    if (next !== "group") form.setFieldValue("group_ids", []);
  };
  return (
    <>
      {end === "peer" && (
        <Form.Item label="对象" className="vd-item is-half">
          <Radio.Group
            options={AUDIENCE_OPTIONS}
            value={kind}
            disabled={fixed}
            onChange={(e) => choose(keysOf(AUDIENCES).find((k) => k === e.target.value) ?? "all")}
          />
        </Form.Item>
      )}
      <div className="vd-whole-row" hidden={shown !== "level"}>
        <Item name="level_ids" disabled={fixed} {...(shown === "level" && { needs: "请选择等级" })} />
      </div>
      <div className="vd-whole-row" hidden={shown !== "group"}>
        <Item name="group_ids" disabled={fixed} {...(shown === "group" && { needs: "请选择分组" })} />
      </div>
    </>
  );
}

/** `fixed`: only the end, the note and higher limits may change. */
export function ActivityItems({ fixed = false }: { fixed?: boolean }) {
  const { form } = useFormScope();
  const end = useField("end");
  const levels = useField("level_ids");
  const audience: Pick<Activity, "end" | "level_ids"> = {
    end: end === "peer" ? "peer" : "customer",
    level_ids: keysOf(LEVEL_CODES).filter((level) => Array.isArray(levels) && levels.includes(level)),
  };
  return (
    <>
      <FormSection title="活动">
        <Item name="name" half disabled={fixed} placeholder="例如：日本单次寒假特惠" />
        <Item name="end" half>
          <EndInput
            disabled={fixed}
            onEnd={(next) => {
              if (next === "customer") form.setFieldsValue({ level_ids: [], group_ids: [] });
            }}
          />
        </Item>
        <Audience key={String(end)} end={end} fixed={fixed} />
        <Item name="stack_coupon" half disabled={fixed} help="开启后客户还可以用优惠券" />
        <Item name="note" rows={2} />
      </FormSection>
      <FormSection title="时间">
        <Item name="warm_at" half disabled={fixed} help="从这时起展示预告，仍按原价下单；不填即不预热" />
        <Item name="start_at" half disabled={fixed} help="从这时起按特价下单；草稿可以先不填" />
        <Item name="end_at" half help="到这一刻恢复原价" />
      </FormSection>
      <FormSection title="商品">
        <Item name="items" label="特价商品">
          <SpecialItemsInput audience={audience} fixed={fixed} />
        </Item>
      </FormSection>
    </>
  );
}

interface EndInputProps {
  value?: string;
  onChange?: (end: string) => void;
  id?: string;
  disabled: boolean;
  onEnd: (end: string) => void;
}
const END_OPTIONS = entriesOf(SPECIAL_ENDS).map(([value, label]) => ({ value, label }));
const EndInput = ({ value, onChange, id, disabled, onEnd }: EndInputProps) => (
  <Radio.Group
    id={id ?? ""}
    options={END_OPTIONS}
    value={value ?? ""}
    disabled={disabled}
    onChange={(e) => {
      const next = String(e.target.value);
      onEnd(next);
      onChange?.(next);
    }}
  />
);
