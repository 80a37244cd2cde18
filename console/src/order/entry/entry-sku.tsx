/** Step 2: finding the product; what cannot be sold says why instead of hiding. */
import { SearchOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Empty, Input } from "antd";
import { useEffect, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { CountryPicker } from "#shared/record-pickers.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import { skuApi, VISA_FORMS, VISA_TYPES } from "@visadesk/contract/product/sku/sku.ts";
import { CountryCode } from "../list/list-cells.tsx";
import type { EntrySku } from "./entry-model.ts";

const SEARCH_AFTER_MS = 250;
const SHOWN = 30;
const wordOf = (words: Readonly<Record<string, string>>, key: string | number): string => words[key] ?? String(key);

function useSkus(keyword: string, country: string | undefined) {
  const [late, setLate] = useState(keyword);
  useEffect(() => {
    const timer = setTimeout(() => setLate(keyword), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [keyword]);
  const body = { ...(late.trim() && { keyword: late.trim() }), ...(country && { country_id: country }) };
  return useQuery({
    queryKey: ["sku_pick", body],
    queryFn: ({ signal }) => ask(skuApi.sku_pick, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** 电子签 · 上海领区 · 5–7个工作日 */
const factsOf = (s: EntrySku): string =>
  [
    wordOf(VISA_TYPES, s.visa_type),
    wordOf(VISA_FORMS, s.visa_form),
    s.district_name,
    `${s.work_days_min === s.work_days_max ? s.work_days_max : `${s.work_days_min}–${s.work_days_max}`}个工作日`,
  ]
    .filter(Boolean)
    .join(" · ");

function SkuLines({ sku }: { sku: EntrySku }) {
  return (
    <>
      <span className="vd-row">
        <CountryCode code={sku.country_id} />
        <b>{sku.name}</b>
        {sku.need_visit && <Mark tone="orange">需赴馆</Mark>}
        {sku.urgent_tiers.length > 0 && <Mark>可加急</Mark>}
        <span className="vd-grow" />
        <span className="vd-num vd-medium">{money(sku.retail_adult)}</span>
      </span>
      <span className="vd-row vd-between vd-tiny vd-muted">
        <span>{factsOf(sku)}</span>
        <span className="vd-num">{sku.sku_no}</span>
      </span>
      {sku.sale_blocks.length > 0 && <span className="vd-tiny vd-error">不可下单：{sku.sale_blocks.join("、")}</span>}
    </>
  );
}

export interface SkuStepProps {
  sku: EntrySku | null;
  onPick: (sku: EntrySku | null) => void;
}

export function SkuStep({ sku, onPick }: SkuStepProps) {
  const [keyword, setKeyword] = useState("");
  const [country, setCountry] = useState<string>();
  const answer = useSkus(keyword, country);
  if (sku) {
    return (
      <div className="vd-choice vd-row vd-wide en-sku is-on">
        <div className="vd-near vd-grow">
          <SkuLines sku={sku} />
        </div>
        <Button type="link" size="small" onClick={() => onPick(null)}>
          更换
        </Button>
      </div>
    );
  }
  const list = answer.data?.list.slice(0, SHOWN) ?? [];
  return (
    <div className="vd-stack is-8">
      <div className="vd-stack is-8 en-find-bar">
        <Input
          prefix={<SearchOutlined aria-hidden className="vd-muted" />}
          aria-label="搜索商品"
          placeholder="商品名、编号、领区"
          allowClear
          value={keyword}
          onChange={(e) => setKeyword(e.target.value)}
        />
        <CountryPicker
          aria-label="国家/地区"
          placeholder="国家/地区"
          value={country}
          onChange={(v) => setCountry(typeof v === "string" ? v : undefined)}
        />
      </div>
      {!answer.data && <Unread slim answer={answer} rows={4} />}
      {answer.data && list.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有找到商品，换个词或国家再试" />}
      <ul className="vd-near vd-scrolls" aria-label="商品">
        {list.map((s) => (
          <li key={s.id}>
            <button type="button" className="vd-choice vd-row vd-wide en-sku" disabled={s.sale_blocks.length > 0} onClick={() => onPick(s)}>
              <span className="vd-near vd-grow">
                <SkuLines sku={s} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
