/** The one form behind 新增 and 编辑. */
import { Checkbox, Form, Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { matches } from "#kit/pinyin.ts";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { hasDistrict, VISA_CENTRE, WEEKDAYS } from "@visadesk/contract/base-data/embassy.ts";
import { ClockInput } from "../calendar/clock-input.tsx";
import { DistrictInput } from "./district-input.tsx";
import { NoticePreview } from "./embassy-notice.tsx";
import "#shared/province-picker.ts";
import "./embassy.css";

export const SECTIONS = ["基本", "地址与联系", "开馆与假日", "领区", "赴馆须知", "备注"];

/** What a form's field holds now, before any change what it started with. */
function useField(name: string): unknown {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch(name, form);
  return watched ?? initial[name];
}

interface InputProps<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
}
const DAYS = Object.entries(WEEKDAYS).map(([day, label]) => ({ value: Number(day), label }));
const WeekdaysInput = ({ value = [], onChange, id }: InputProps<number[]>) => (
  <div data-field={id ?? ""}>
    <Checkbox.Group options={DAYS} value={value} onChange={(days) => onChange?.(days)} />
  </div>
);

/** Missions of the form's country; a visa centre takes whom they take. */
function ParentsInput({ value = [], onChange, id }: InputProps<number[]>) {
  const chosen = useField("country_id");
  const country = typeof chosen === "string" ? chosen : "";
  const { data, isFetching } = useQuery({
    queryKey: ["embassy_pick", country],
    enabled: country !== "",
    queryFn: ({ signal }) => ask(baseDataApi.embassy_pick, { country_id: country }, { signal, noToast: true }),
  });
  const options = (data?.list ?? [])
    .filter((e) => hasDistrict(e.embassy_type))
    .map((e) => ({ value: e.id, label: e.district_name ? `${e.name}（${e.district_name}）` : e.name }));
  return (
    <Select
      id={id ?? ""}
      mode="multiple"
      className="vd-wide"
      disabled={country === ""}
      loading={isFetching}
      placeholder={country === "" ? "请先选择国家" : "请选择"}
      options={options}
      value={value}
      onChange={(ids: number[]) => onChange?.(ids)}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
    />
  );
}

const Basics = ({ type }: { type: number }) => (
  <FormSection title="基本">
    <Item name="embassy_type" half />
    <Item name="country_id" half />
    <Item name="name" half placeholder="官方全称，例如：日本驻上海总领事馆" />
    <Item name="short_name" half placeholder="例如：上海领馆" help="写进商品名称" />
    {type === VISA_CENTRE && (
      <>
        <Item name="operator" half />
        <Item name="parent_ids" half help="受理范围随所属使领馆">
          <ParentsInput />
        </Item>
      </>
    )}
    <Item name="channel" half placeholder="例如：指定代办机构" />
  </FormSection>
);

const Contact = () => (
  <FormSection title="地址与联系">
    <Item name="address" help="录入地址后，商品才能选它作递签或采集地点" />
    <Item name="city" half placeholder="留空时随地址带出" />
    <Item name="phone" half />
    <Item name="email" half />
    <Item name="website" half placeholder="https://" />
    <Item name="lat" half />
    <Item name="lon" half />
  </FormSection>
);

const Hours = () => (
  <FormSection title="开馆与假日">
    <Item name="weekdays">
      <WeekdaysInput />
    </Item>
    <Item name="open_from" half>
      <ClockInput label="受理开始" />
    </Item>
    <Item name="open_to" half>
      <ClockInput label="受理结束" />
    </Item>
    <Item name="pickup_hours" half placeholder="例如：周一至周五 14:00–16:00" />
    <Item name="follow_cn" half help="中国法定节假日闭馆，调休上班日不开馆；个别日期在工作日历中设置" />
  </FormSection>
);

function District({ type, own }: { type: number; own?: number }) {
  const isLimited = useField("domicile_limit") === true;
  if (!hasDistrict(type))
    return (
      <FormSection title="领区">
        {type !== VISA_CENTRE && <Item name="district_name" half />}
        <p className="vd-small vd-muted vd-whole-row vd-after-12">
          {type === VISA_CENTRE ? "签证中心受理所属使领馆的领区，在那里维护。" : "线上系统不分领区。"}
        </p>
      </FormSection>
    );
  return (
    <FormSection title="领区">
      <Item name="district_name" half placeholder="例如：上海领区" />
      <Item name="domicile_limit" half help="关闭时任何户籍都可以办理" />
      <Item name="residence_counts" half help="持领区内居住证也受理" />
      <Item name="follow_relative" half help="配偶、子女、父母随已受理的主申请人" />
      <Item name="district_area" label={isLimited ? "受理省市" : "受理省市（不限户籍时不检查）"}>
        <DistrictInput own={own} />
      </Item>
    </FormSection>
  );
}

/** `own`: the stored post's id. */
export function EmbassyItems({ own }: { own?: number }) {
  const type = Number(useField("embassy_type") ?? 0);
  return (
    <>
      <Basics type={type} />
      <Contact />
      <Hours />
      <District type={type} {...(own !== undefined && { own })} />
      <FormSection title="赴馆须知">
        <Item name="transport" rows={2} />
        <Item name="carry_limits" rows={2} />
        <Item name="notice_note" rows={3} />
        <NoticePreview />
      </FormSection>
      <FormSection title="备注">
        <Item name="remark" rows={2} />
        <Item name="verify_months" half />
        <Item name="sort" half />
      </FormSection>
    </>
  );
}
