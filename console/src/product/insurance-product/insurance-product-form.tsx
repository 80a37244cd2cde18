/** What add and edit of an insurance product share: facts, plans with their rates, countries, rules, clause. */
import { Alert } from "antd";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { pickedLabel, usePickOptions } from "#kit/pickers.tsx";
import { CountryPicker } from "#shared/record-pickers.tsx";
import { PlansInput } from "./insurance-plans.tsx";
import { RatesInput } from "./insurance-rates.tsx";
import "../sku/product.css";

export const SECTIONS = ["基本", "计划", "费率矩阵", "适用国家", "规则", "条款"];

interface InputProps<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
  disabled?: boolean;
}

function CountriesInput({ value = [], onChange, id, disabled }: InputProps<string[]>) {
  // The names come with the options.
  usePickOptions("country", "", value.length > 0);
  return (
    <>
      <CountryPicker
        multiple
        {...(id !== undefined && { id })}
        disabled={disabled === true}
        value={value}
        placeholder="地区内全部国家"
        aria-label="适用国家"
        className="vd-wide"
        onChange={(v) => onChange?.(Array.isArray(v) ? v.filter((c) => typeof c === "string") : [])}
      />
      {value.length > 1 && <small className="vd-muted">{value.map((c) => pickedLabel("country", c) ?? c).join("、")}</small>}
    </>
  );
}

const ClauseInput = ({ value, onChange, ...rest }: InputProps<string | null>) => (
  <FileInput {...rest} purpose="public_file" max={1} value={value ? [value] : []} onChange={(keys) => onChange?.(keys[0] ?? null)} />
);

/** `listed`: terms and amounts stand; they are read in the detail and changed by a request. */
export function InsuranceItems({ listed }: { listed?: boolean }) {
  const locked = listed === true;
  return (
    <>
      <FormSection title="基本">
        <Item name="name" half placeholder="例如：安途申根旅行保险" />
        <Item
          name="code"
          half
          disabled={locked}
          placeholder="例如：ATSCH01"
          help={locked ? "已上架过，编码、保司和地区不能修改" : "5-12位大写字母或数字，与保司约定的产品编码一致"}
        />
        <Item name="supplier_id" half disabled={locked} />
        <Item name="region" half disabled={locked} />
      </FormSection>
      {locked ? (
        <Alert
          className="in-note"
          type="info"
          showIcon
          title="已上架过的产品，计划不能修改，保费与成本在详情页申请调价，审核通过后生效。"
        />
      ) : (
        <>
          <FormSection title="计划">
            <Item name="plans" label="每个计划的保额与可投保范围">
              <PlansInput />
            </Item>
          </FormSection>
          <FormSection title="费率矩阵">
            <Item name="rates" label="按保障天数和出发当日年龄收取的保费" help="可以先保存草稿，上架前须填满可投保的天数与年龄">
              <RatesInput />
            </Item>
          </FormSection>
        </>
      )}
      <FormSection title="适用国家">
        <Item name="country_ids" help="不选即地区内全部国家">
          <CountriesInput />
        </Item>
      </FormSection>
      <FormSection title="规则">
        <Item name="min_lead_hours" half help="出发当日0点之前至少提前的小时数，0为出发前都可投保" />
        <Item name="surrender" half />
      </FormSection>
      <FormSection title="条款">
        <Item name="clause_file" help="PDF，10 MB 以内，客户可以下载；上架前必须上传">
          <ClauseInput />
        </Item>
      </FormSection>
    </>
  );
}
