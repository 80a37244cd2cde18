import { Select } from "antd";
import { useEffect, useRef, useState } from "react";
import { Flag } from "#kit/page/flag.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Picker } from "#kit/pickers.tsx";
import { matches } from "#kit/pinyin.ts";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import { AreaInput, PostInput, useField, usePosts } from "./sku-inputs.tsx";
import "../sku/product.css";
import "./sku-edit.css";

type Spu = Output<typeof skuEditApi.sku_start_get>["spus"][number];
const STANDARD = "标准";
const NAME_MAX = 50;

interface SpuInputProps {
  spus: readonly Spu[];
  value?: string;
  onChange?: (code: string | undefined) => void;
  id?: string;
}
const SpuInput = ({ spus, value, onChange, id }: SpuInputProps) => (
  <Select
    id={id ?? ""}
    className="vd-wide"
    placeholder="名称、编码、国家或拼音"
    options={spus.map((s) => ({
      value: s.visa_product_unit_code,
      label: s.name,
      flag: s.flag_emoji,
      hint: s.visa_product_unit_code,
      find: `${s.name} ${s.visa_product_unit_code} ${s.country_name} ${s.pinyin}`,
    }))}
    optionRender={(o) => (
      <span className="vd-row vd-between vd-pick">
        <span>
          <Flag emoji={o.data.flag} />
          {o.data.label}
        </span>
        <em>{o.data.hint}</em>
      </span>
    )}
    value={value ?? null}
    onChange={(code: string | null | undefined) => onChange?.(code ?? undefined)}
    showSearch={{ filterOption: (text, o) => matches(o?.find ?? "", text) }}
  />
);

/** 送签地 + SPU名称 + 服务档. */
export const proposedName = (city: string, spu: string, level: string): string =>
  `${city && `${city}送签 `}${spu}${level && level !== STANDARD ? ` ${level}` : ""}`.slice(0, NAME_MAX);

/** Proposes a name until somebody writes his own. */
function useProposedName(spu: Spu | undefined, city: string): void {
  const { form } = useFormScope();
  const level = useField<string>("service_level") ?? "";
  const proposed = useRef("");
  useEffect(() => {
    const now: string = form.getFieldValue("name") ?? "";
    if (!spu || (now !== "" && now !== proposed.current)) return;
    proposed.current = proposedName(city, spu.name, level);
    form.setFieldValue("name", proposed.current);
  }, [form, spu, city, level]);
}

function AddItems({ spus }: { spus: readonly Spu[] }) {
  const { form } = useFormScope();
  const code = useField<string>("visa_product_unit_code");
  const mode = useField<string>("cover_mode");
  const embassy = useField<number | null>("embassy_id");
  const spu = spus.find((s) => s.visa_product_unit_code === code);
  const country = spu?.country_id ?? "";
  const posts = usePosts(country).data?.list;
  const seen = useRef(country);
  useEffect(() => {
    // Missions of another country are none of this product's.
    if (seen.current !== country && seen.current !== "") form.setFieldsValue({ embassy_id: null, submit_place_id: null });
    seen.current = country;
  }, [form, country]);
  useProposedName(spu, posts?.find((p) => p.id === embassy)?.city ?? "");
  return (
    <FormSection title="新商品">
      <Item name="visa_product_unit_code">
        <SpuInput spus={spus} />
      </Item>
      <Item name="embassy_id" half help="面向全国或非签证类商品可不选">
        <PostInput country={country} isMission />
      </Item>
      <Item name="submit_place_id" half help="需赴馆时必选，可以是签证中心">
        <PostInput country={country} />
      </Item>
      <Item name="cover_mode" />
      {mode === "area" && (
        <Item name="cover_area">
          <AreaInput />
        </Item>
      )}
      <Item name="service_level" half placeholder="如 标准、加急、家庭" />
      <Item name="name" half help="按送签地、SPU名称和服务档带出，可以修改" />
      <Item name="copy_id" help="可选：带出该商品的办理条件、价格、资料与须知，保存后再修改">
        <Picker of="sku" className="vd-wide" placeholder="商品名称或编号" />
      </Item>
    </FormSection>
  );
}

export default function ProductAdd() {
  const go = useGo();
  const [search] = useSearchText();
  const answer = useRecord(skuEditApi.sku_start_get, {});
  const [initial] = useState(() => {
    const asked = new URLSearchParams(search).get("spu");
    return { service_level: STANDARD, cover_mode: "district", cover_area: [], ...(asked !== null && { visa_product_unit_code: asked }) };
  });
  if (!answer.data) return <Unread answer={answer} />;
  return (
    <FormScreen
      endpoint={skuEditApi.sku_add}
      title="新增商品"
      initial={initial}
      draft="sku-new"
      saveText="保存草稿，继续编辑"
      onCancel={() => go(to("product-list"))}
      onDone={(made) => {
        toast.success(`已建立草稿 ${made.sku_no}`);
        go(to("product-edit", { id: made.id }));
      }}
    >
      <AddItems spus={answer.data.spus} />
    </FormScreen>
  );
}
