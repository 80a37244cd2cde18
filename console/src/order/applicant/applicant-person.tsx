/** Who the person is: the passport as it is held in hand, the rest of the data, and the form beside the picture. */
import { EditOutlined } from "@ant-design/icons";
import { Button, Select } from "antd";
import { addressName } from "@visadesk/contract/kit/address.ts";
import { date } from "@visadesk/contract/kit/format.ts";
import { applicantApi, applicantDetail } from "@visadesk/contract/order/applicant.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useState, type ReactNode } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Section } from "#kit/page/blocks.tsx";
import { toast } from "#kit/app/feedback.ts";
import { Fields, type FieldsProps } from "#kit/form/fields.tsx";
import { KitFormView, useFormScope, useKitForm } from "#kit/form/form.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { Item } from "#kit/page/item.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { matches } from "#kit/pinyin.ts";
import { useCan } from "#kit/app/session.ts";
import type { Applicant } from "./applicant-model.ts";
import { PassportCard, recordOf, reveal } from "./passport-card.tsx";

function usePlaceName(a: Applicant): string | null {
  const { library } = useAddressLibrary();
  if (!a.household_province) return null;
  return library
    ? addressName(library, { province_code: a.household_province, city_code: a.household_city ?? "", county_code: "" })
    : a.household_province;
}

const NAMES = ["identity", "marital", "mobile", "birth_place", "relation"] as const satisfies FieldsProps<typeof applicantDetail>["names"];

function PersonFields({ a }: { a: Applicant }) {
  const household = usePlaceName(a);
  return (
    <Fields
      of={applicantDetail}
      value={a}
      columns={2}
      record={recordOf(a.id)}
      reveal={(name, why) => reveal(a.id, name, why)}
      names={[
        ...NAMES,
        { label: "户籍", value: household },
        {
          label: "身份证号",
          wide: true,
          value: a.id_card_no && <Masked value={a.id_card_no} record={recordOf(a.id)} reveal={(why) => reveal(a.id, "id_card_no", why)} />,
        },
        {
          label: "邮箱",
          wide: true,
          value: a.email && <Masked value={a.email} record={recordOf(a.id)} reveal={(why) => reveal(a.id, "email", why)} />,
        },
        {
          label: "居住地",
          wide: true,
          value: a.address_text ? (
            <Masked value={a.address_text} record={recordOf(a.id)} reveal={(why) => reveal(a.id, "address", why)} />
          ) : null,
        },
        {
          label: "曾被拒签",
          wide: true,
          value:
            a.refused_before === null
              ? null
              : a.refused_before
                ? `是${a.refused_on ? `，${date(a.refused_on)}` : ""}${a.refused_note ? `，${a.refused_note}` : ""}`
                : "否",
        },
      ]}
    />
  );
}

interface AreaProps {
  value?: string | null;
  onChange?: (code: string | null) => void;
  id?: string;
  /** Key of the library whose entries are offered. */
  within: string | null;
}
/** Province, or city of a province, from the address library. */
function AreaInput({ value, onChange, id, within }: AreaProps) {
  const { library } = useAddressLibrary();
  const options = Object.entries((within && library?.[within]) || {}).map(([code, label]) => ({ value: code, label }));
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear={CLEARS}
      className="vd-wide"
      placeholder="请选择"
      options={options}
      value={value ?? null}
      disabled={options.length === 0}
      onChange={(v) => onChange?.(v ?? null)}
      showSearch={{ filterOption: (t, o) => matches(String(o?.label ?? ""), t) }}
    />
  );
}

const START_NAMES = [
  "id",
  "version",
  "name_cn",
  "surname_en",
  "given_name_en",
  "gender",
  "birth_date",
  "birth_place",
  "nationality",
  "id_card_no",
  "passport_no",
  "passport_issue_date",
  "passport_expiry_date",
  "passport_issue_place",
  "mobile",
  "email",
  "identity",
  "marital",
  "household_province",
  "household_city",
  "relation",
  "refused_before",
  "refused_on",
  "refused_note",
] as const satisfies readonly (keyof Applicant)[];
/** What the form starts with; the masked address stays out and is only sent when typed anew. */
export const formStart = (a: Applicant): Values => Object.fromEntries(START_NAMES.map((n) => [n, a[n]]));

function PersonItems({ a, values }: { a: Applicant; values: Values }) {
  const { form } = useFormScope();
  const province = values["household_province"];
  return (
    <div className="vd-form-grid">
      <Item name="name_cn" half />
      <Item name="gender" half />
      <Item name="surname_en" half />
      <Item name="given_name_en" half />
      <Item name="birth_date" half />
      <Item name="nationality" half />
      <Item name="id_card_no" />
      <Item name="passport_no" half />
      <Item name="passport_issue_place" half />
      <Item name="passport_issue_date" half />
      <Item name="passport_expiry_date" half />
      <Item name="mobile" half />
      <Item name="email" half />
      <Item name="identity" half />
      <Item name="marital" half />
      <Item name="household_province" half>
        <AreaInput within="86" onChange={() => form.setFieldValue("household_city", null)} />
      </Item>
      <Item name="household_city" half>
        <AreaInput within={typeof province === "string" ? province : null} />
      </Item>
      <Item name="birth_place" half />
      <Item name="relation" half />
      <Item name="address" {...(a.address_text && { help: "已填写，不修改请留空" })} />
      <Item name="refused_before" half />
      {values["refused_before"] === true && (
        <>
          <Item name="refused_on" half />
          <Item name="refused_note" rows={2} />
        </>
      )}
      <Item name="reason" rows={2} help="同时改姓名和护照号视为换人，须填写原因" />
    </div>
  );
}

function PersonForm({ a, filled, onClose }: { a: Applicant; filled: Values; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => formStart(a));
  const [values, setValues] = useState<Values>({ ...initial, ...filled });
  const kit = useKitForm({
    endpoint: applicantApi.applicant_update,
    initial,
    typed: filled,
    onUnchanged: onClose,
    onDone: () => {
      toast.success("申请人资料已保存");
      afterWrite();
      onClose();
    },
  });
  return (
    <KitFormView kit={kit} onValues={setValues}>
      <PersonItems a={a} values={values} />
      <div className="vd-row ord-save">
        <Button type="primary" loading={kit.busy && { delay: 200 }} onClick={() => void kit.submit("code")}>
          保存
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </KitFormView>
  );
}

const LOCKED = new Set<string>([
  "in_embassy",
  "issued",
  "refused",
  "refused_proof",
  "refused_review",
  "refused_rejected",
  "refunding",
  "refunded",
  "cancelled",
]);

/** Passport card and person data; editing stays beside the papers. */
export function ApplicantPerson({ a, extra }: { a: Applicant; extra?: (fill: (values: Values) => void) => ReactNode }) {
  const [filled, setFilled] = useState<Values | null>(null);
  const mayEdit = useCan({ any: [may.order_view, may.order_process] }) && !LOCKED.has(a.applicant_status);
  if (filled)
    return (
      <Section title="修改申请人资料">
        <PersonForm a={a} filled={filled} onClose={() => setFilled(null)} />
      </Section>
    );
  return (
    <Section
      title="护照"
      extra={
        mayEdit && (
          <>
            {extra?.(setFilled)}
            <Button type="text" size="small" icon={<EditOutlined aria-hidden />} onClick={() => setFilled({})}>
              修改
            </Button>
          </>
        )
      }
    >
      <PassportCard a={a} />
      <PersonFields a={a} />
    </Section>
  );
}
