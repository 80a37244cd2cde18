/** The items that adding and editing an SPU share. */
import { LockOutlined } from "@ant-design/icons";
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { ask } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { FileInput } from "#kit/inputs/file-input.tsx";
import { FormSection, Item, ItemList } from "#kit/page/item.tsx";
import { COUNTED_UNITS, IMAGES_MAX, POINTS_MAX, spuApi } from "@visadesk/contract/product/spu.ts";
import { termsText, type SpuDetail, type Terms } from "./spu-cells.tsx";
import "./spu.css";

export const OUTLINE = ["基本", "签证", "卖点与图", "流程", "详情", "价格与排序"] as const;

interface InputProps<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
  disabled?: boolean;
}
const Pictures = (props: InputProps<string[]>) => <FileInput {...props} purpose="public_product" max={IMAGES_MAX} />;
const Picture = ({ value, onChange, ...rest }: InputProps<string | null>) => (
  <FileInput {...rest} purpose="public_product" max={1} value={value ? [value] : []} onChange={(keys) => onChange?.(keys[0] ?? null)} />
);

const isText = (v: unknown): v is string => typeof v === "string" && v !== "";

/** Proposes a code once country and type are chosen, until somebody types one of his own. */
function useProposedCode(isNew: boolean): void {
  const { form } = useFormScope();
  const country: unknown = Form.useWatch("country_id", form);
  const type: unknown = Form.useWatch("visa_type", form);
  const proposed = useRef("");
  useEffect(() => {
    if (!isNew || !isText(country) || typeof type !== "number") return;
    const typed: unknown = form.getFieldValue("visa_product_unit_code");
    if (isText(typed) && typed !== proposed.current) return;
    let left = false;
    void ask(spuApi.spu_code_get, { country_id: country, visa_type: type }, { noToast: true }).then(
      ({ visa_product_unit_code }) => {
        if (left) return;
        proposed.current = visa_product_unit_code;
        form.setFieldsValue({ visa_product_unit_code });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [form, isNew, country, type]);
}

const Why = ({ children }: { children: string }) => (
  <span className="vd-muted">
    <LockOutlined aria-hidden /> {children}
  </span>
);

const TERMS = ["entry_count", "stay_min", "stay_max", "stay_unit", "validity", "validity_unit"] as const;
const isTerms = (v: Readonly<Record<string, unknown>>): v is Terms & Record<string, unknown> =>
  TERMS.every((name) => v[name] !== undefined && v[name] !== null && v[name] !== "");

/** What the customer reads of it. */
function TermsLine() {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch((values: Record<string, unknown>) => TERMS.map((name) => values[name]), form);
  const list = Array.isArray(watched) ? watched : [];
  const terms = Object.fromEntries(TERMS.map((name, i): [string, unknown] => [name, list[i] ?? initial[name]]));
  return isTerms(terms) ? (
    <p className="vd-small vd-muted">
      客户看到：<b className="vd-medium">{termsText(terms)}</b>
    </p>
  ) : null;
}

function Visa({ locked }: { locked: string | null }) {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("validity_unit", form);
  const unit = String(watched ?? initial["validity_unit"]);
  const isLocked = locked !== null;
  return (
    <FormSection title="签证">
      <div className="spu-three">
        <Item name="entry_count" disabled={isLocked} />
        <Item name="validity_unit" label="有效期单位" disabled={isLocked} />
        {COUNTED_UNITS.has(unit) && <Item name="validity" disabled={isLocked} />}
      </div>
      <div className="spu-three">
        <Item name="stay_min" disabled={isLocked} />
        <Item name="stay_max" disabled={isLocked} help={isLocked ? undefined : "最短、最长都填 0 表示以签发为准"} />
        <Item name="stay_unit" disabled={isLocked} />
      </div>
      <div className="vd-near vd-tiny spu-under">
        <TermsLine />
        {locked !== null && <Why>{`签证信息已锁定：${locked}`}</Why>}
      </div>
    </FormSection>
  );
}

/** `spu`: the one that is edited; absent for a new one. */
export function SpuItems({ spu }: { spu?: SpuDetail }) {
  const identity = spu?.frozen.identity ?? null;
  const code = spu?.frozen.code ?? null;
  const isLocked = identity !== null;
  useProposedCode(spu === undefined);
  return (
    <>
      <FormSection title="基本">
        <Item name="country_id" half disabled={isLocked} />
        <Item name="visa_type" half disabled={isLocked} />
        <Item name="visa_form" half disabled={isLocked} />
        <Item
          name="visa_product_unit_code"
          half
          disabled={code !== null}
          placeholder="选择国家和类型后自动推荐"
          help={code === null ? "如 JP-TOUR-01，有商品后不能再改" : <Why>{code}</Why>}
        />
        <Item name="name" placeholder="如 日本单次旅游签证" />
        {identity !== null && (
          <div className="vd-near vd-tiny spu-under">
            <Why>{`国家、类型和形式已锁定：${identity}`}</Why>
          </div>
        )}
      </FormSection>
      <Visa locked={identity} />
      <FormSection title="卖点与图">
        <Item name="tags" help={`最多 ${POINTS_MAX} 个，展示在商品名称下`} />
        <Item name="images" help={`jpg 或 png，每张 5 MB 以内，最多 ${IMAGES_MAX} 张，第一张为封面`}>
          <Pictures />
        </Item>
        <Item name="sample_image" help="签证页样图，jpg 或 png，5 MB 以内">
          <Picture />
        </Item>
      </FormSection>
      <FormSection title="流程">
        <ItemList name="steps" add="添加一步" min={1}>
          {(at) => (
            <>
              <Item name={at("title")} half placeholder="如 提交资料" />
              <Item name={at("text")} half placeholder="如 按清单上传，专家逐项审核" />
            </>
          )}
        </ItemList>
      </FormSection>
      <FormSection title="详情">
        <Item name="audience" rows={2} placeholder="哪些人适合办理" />
        <Item name="detail" rows={6} placeholder="办理说明、注意事项" />
        <Item name="keywords" placeholder="如 东京 大阪 赴日" />
      </FormSection>
      <FormSection title="价格与排序">
        <Item name="margin_floor" half label="毛利底线（每人）" help="每个售价的毛利都以它为准" />
        <Item name="sort" half help="列表中小的在前" />
      </FormSection>
    </>
  );
}
