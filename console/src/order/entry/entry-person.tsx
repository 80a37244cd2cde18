/** One person's fields. */
import { Button, Cascader, Checkbox, Form, Input, Select } from "antd";
import { memo, useMemo } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { Item } from "#kit/page/item.tsx";
import { matches } from "#kit/pinyin.ts";
import { GENDERS, RELATIONS } from "@visadesk/contract/order/words.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import type { EntrySku } from "./entry-model.ts";

interface InputProps<T> {
  value?: T | null;
  onChange?: (value: T) => void;
  id?: string;
}

/** Province and city of the household; the city is the row's next field. */
function HomeInput({ value, onChange, id, row }: InputProps<string | null> & { row: number }) {
  const { form } = useFormScope();
  const { library } = useAddressLibrary();
  const path = ["applicants", row, "household_city"];
  const city: string | null | undefined = Form.useWatch(path, { form, preserve: true });
  const options = useMemo(
    () =>
      Object.entries(library?.["86"] ?? {}).map(([code, label]) => ({
        value: code,
        label,
        children: Object.entries(library?.[code] ?? {}).map(([c, name]) => ({ value: c, label: name })),
      })),
    [library],
  );
  return (
    <Cascader
      {...(id && { id })}
      className="vd-wide"
      options={options}
      value={library ? [value, city].filter((c): c is string => Boolean(c)) : []}
      placeholder="省 / 市"
      allowClear={CLEARS}
      changeOnSelect
      showSearch={{ filter: (text, steps) => steps.some((s) => matches(s.label, text)), limit: 50 }}
      onChange={(codes) => {
        form.setFieldValue(path, codes?.[1] ?? null);
        onChange?.(codes?.[0] ?? null);
      }}
    />
  );
}

/** Bought unless taken off. */
const ProtectionInput = ({ value, onChange, id }: InputProps<boolean>) => (
  <Checkbox {...(id && { id })} checked={value !== false} onChange={(e) => onChange?.(e.target.checked)}>
    购买
  </Checkbox>
);

const identityOptions = (sku: EntrySku | null): { value: string; label: string }[] =>
  Object.entries(IDENTITIES)
    .filter(([key]) => !sku?.identities.length || sku.identities.some((i) => i === key))
    .map(([value, label]) => ({ value, label }));

export interface PersonFieldsProps {
  row: number;
  sku: EntrySku | null;
  hasProtection: boolean;
  onMrz: (row: number) => void;
}

/** Drawn again with its own row alone. */
export const PersonFields = memo(function PersonFields({ row, sku, hasProtection, onMrz }: PersonFieldsProps) {
  const identities = useMemo(() => identityOptions(sku), [sku]);
  const at = (field: string): (string | number)[] => ["applicants", row, field];
  return (
    <div className="vd-form-grid">
      <Item name={at("name_cn")} label="姓名" />
      <Item name={at("surname_en")} placeholder="ZHANG" />
      <Item name={at("given_name_en")} placeholder="SAN" />
      <Item name={at("gender")} label="性别" options={GENDERS} />
      <Item name={at("birth_date")} />
      <Item name={at("identity")}>
        <Select allowClear={CLEARS} placeholder="请选择" options={identities} />
      </Item>
      <Item name={at("passport_no")} />
      <Item name={at("passport_expiry_date")} />
      <Item name={at("passport_issue_date")} />
      <Item name={at("id_card_no")} />
      <Item name={at("mobile")} />
      <Item name={at("household_province")} label="户籍">
        <HomeInput row={row} />
      </Item>
      <Item name={at("relation")} label="与主申请人关系" options={RELATIONS} />
      {hasProtection && (
        <Item name={at("protection")} label="拒签无忧">
          <ProtectionInput />
        </Item>
      )}
      <Form.Item name={at("household_city")} hidden>
        <Input />
      </Form.Item>
      <div className="en-mrz">
        <Button size="small" type="link" onClick={() => onMrz(row)}>
          粘贴第{row + 1}位的机读码
        </Button>
      </div>
    </div>
  );
});
