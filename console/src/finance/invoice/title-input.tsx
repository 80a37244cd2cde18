/** A title typed for one request: of a direct customer, who has no book. */
import { Input, Radio } from "antd";
import { TITLE_TYPES } from "@visadesk/contract/finance/invoice.words.ts";
import { Stack } from "#kit/page/blocks.tsx";

type Typed = Record<"title" | "tax_no" | "address" | "phone" | "bank" | "bank_account", string> & { title_type: keyof typeof TITLE_TYPES };
export const BLANK_TITLE = {
  title_type: "company",
  title: "",
  tax_no: "",
  address: "",
  phone: "",
  bank: "",
  bank_account: "",
} as const satisfies Typed;
const COMPANY = {
  tax_no: "税号（18位）",
  address: "注册地址",
  phone: "注册电话",
  bank: "开户行",
  bank_account: "银行账号",
} as const satisfies Partial<Record<keyof Typed, string>>;
const NAMES = ["tax_no", "address", "phone", "bank", "bank_account"] as const;

interface TitleInputProps {
  id?: string;
  value?: Typed;
  onChange?: (value: Typed) => void;
}
export function TitleInput({ id, value = BLANK_TITLE, onChange }: TitleInputProps) {
  const put = (more: Partial<Typed>): void => onChange?.({ ...value, ...more });
  return (
    <Stack gap={8}>
      <Radio.Group
        aria-label="抬头类型"
        value={value.title_type}
        options={Object.entries(TITLE_TYPES).map(([key, label]) => ({ value: key, label }))}
        onChange={(e) =>
          onChange?.(
            e.target.value === "person"
              ? { ...BLANK_TITLE, title_type: "person", title: value.title }
              : { ...value, title_type: "company" },
          )
        }
      />
      <Input
        {...(id && { id })}
        aria-label="抬头名称"
        placeholder={value.title_type === "company" ? "企业全称" : "姓名"}
        value={value.title}
        onChange={(e) => put({ title: e.target.value })}
      />
      {value.title_type === "company" &&
        NAMES.map((name) => (
          <Input
            key={name}
            aria-label={COMPANY[name]}
            placeholder={COMPANY[name]}
            value={value[name]}
            onChange={(e) => put({ [name]: e.target.value })}
          />
        ))}
    </Stack>
  );
}
