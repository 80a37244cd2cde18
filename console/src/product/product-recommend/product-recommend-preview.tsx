/** 此刻看到: what a visitor would see now, the changes on screen included. */
import { Select } from "antd";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { matches } from "#kit/pinyin.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { provincesOf } from "#shared/provinces.ts";
import { productRecommendApi as api } from "@visadesk/contract/product/product-recommend.ts";
import { bodyOf, type RecommendItem } from "./product-recommend-model.ts";
import "./product-recommend.css";

export function SlotPreview({ id, items, isOff }: { id: number; items: readonly RecommendItem[]; isOff: boolean }) {
  const [province, setProvince] = useState<string | null>(null);
  const { library } = useAddressLibrary();
  return (
    <Section
      title="此刻看到"
      extra={
        <Select
          aria-label="访客所在省份"
          size="small"
          style={{ width: 132 }}
          allowClear={CLEARS}
          placeholder="不限地区"
          options={library ? provincesOf(library).map((p) => ({ value: p.code, label: p.name })) : []}
          value={province}
          onChange={(code) => setProvince(code ?? null)}
          showSearch={{ filterOption: (text, o) => matches(o?.label ?? "", text) }}
        />
      }
    >
      {isOff ? <p className="vd-muted">推荐位已停用，前端不展示</p> : <Seen id={id} items={items} province={province} />}
    </Section>
  );
}

function Seen({ id, items, province }: { id: number; items: readonly RecommendItem[]; province: string | null }) {
  const answer = useRecord(api.product_recommend_item_preview, { id, province_code: province, items: bodyOf(items) });
  const { data } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  return (
    <>
      {data.list.length === 0 && <p className="vd-muted">没有可展示的商品</p>}
      <ol className="vd-parted vd-small pr-preview" aria-label="此刻看到">
        {data.list.map((s, at) => (
          <li key={s.sku_id} className="vd-row">
            <span className="vd-num vd-muted">{at + 1}</span>
            <TwoLines
              title={s.name}
              under={
                <>
                  <Money cents={s.lowest_price} /> 起
                </>
              }
            >
              {s.name}
            </TwoLines>
            {s.label && <Mark tone="gold">{s.label}</Mark>}
            {s.is_filled && <Mark>补位</Mark>}
          </li>
        ))}
      </ol>
      {data.skipped.length > 0 && (
        <ul className="vd-tiny vd-muted vd-before-8" aria-label="未展示">
          {data.skipped.map((s) => (
            <li key={s.sku_id} className="vd-row vd-between">
              <span className="vd-ellipsis" title={s.name}>
                {s.name || s.sku_id}
              </span>
              <span>{s.reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
