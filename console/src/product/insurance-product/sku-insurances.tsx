/** Insurance that goods recommend, for their tab 保障与保险, and the choice of it in their form. */
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { Rows } from "#kit/table/rows.tsx";
import { None, Section, TwoLines } from "#kit/page/blocks.tsx";
import { ask } from "#kit/act/ask.ts";
import { flowTag } from "#kit/page/flow-tag.tsx";

import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { matches } from "#kit/pinyin.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useCan } from "#kit/app/session.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductFlow } from "@visadesk/contract/product/price/insurance-product.flow.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { coverText } from "@visadesk/contract/product/price/insurance.rules.ts";
import { insuranceHref } from "./insurance-words.tsx";

export function SkuInsurances({ ids }: { ids: readonly number[] }) {
  return (
    <Section title="推荐保险" flush>
      {ids.length === 0 ? <None>没有推荐保险</None> : <Recommended ids={ids} />}
    </Section>
  );
}

function Recommended({ ids }: { ids: readonly number[] }) {
  const answer = useRecord(insuranceProductApi.insurance_product_pick, { ids: [...ids] });
  const { data } = answer;
  const mayOpen = useCan(may.insurance_product);
  if (!data) return <Unread slim answer={answer} rows={2} />;
  return (
    <Rows
      label="推荐保险"
      of={insuranceProductApi.insurance_product_pick.output.shape.list}
      rows={data.list}
      columns={[
        {
          title: "产品",
          cell: (p) => <TwoLines under={p.code}>{mayOpen ? <HrefLink href={insuranceHref(p)}>{p.name}</HrefLink> : p.name}</TwoLines>,
        },
        "supplier_name",
        { title: "计划 · 医疗保额", cell: (p) => p.plans.map((x) => `${x.name} ${coverText(x)}`).join("、") },
        "premium_from",
        { name: "product_status", cell: (p) => flowTag(insuranceProductFlow, p.product_status) },
      ]}
    />
  );
}

export interface InsurancePickerProps {
  /** Country of the goods; products that do not fit it stand there with the reason. */
  country: string;
  value?: readonly number[];
  onChange?: (ids: number[]) => void;
  id?: string;
  disabled?: boolean;
}
export function InsurancePicker({ country, value = [], onChange, id, disabled }: InsurancePickerProps) {
  const { data, isFetching } = useQuery({
    queryKey: ["insurance_product_pick", country],
    enabled: country !== "",
    queryFn: ({ signal }) => ask(insuranceProductApi.insurance_product_pick, { country_id: country }, { signal, noToast: true }),
  });
  const chosen = useQuery({
    queryKey: ["insurance_product_pick", country, value],
    enabled: value.length > 0,
    queryFn: ({ signal }) =>
      ask(
        insuranceProductApi.insurance_product_pick,
        { ids: [...value], ...(country && { country_id: country }) },
        { signal, noToast: true },
      ),
  });
  const products = new Map([...(chosen.data?.list ?? []), ...(data?.list ?? [])].map((p) => [p.id, p]));
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      className="vd-wide"
      disabled={disabled === true || country === ""}
      loading={isFetching}
      placeholder={country === "" ? "请先选择国家" : "不推荐保险"}
      value={[...value]}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={[...products.values()].map((p) => ({
        value: p.id,
        label: p.name,
        title: p.fault ?? p.name,
        disabled: p.fault !== null && !value.includes(p.id),
        hint: p.fault ?? `${p.supplier_name} · ${money(p.premium_from)} 起`,
      }))}
      optionRender={(o) => (
        <span className="vd-row vd-between vd-pick">
          <span>{o.data.label}</span>
          <em>{o.data.hint}</em>
        </span>
      )}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
    />
  );
}
