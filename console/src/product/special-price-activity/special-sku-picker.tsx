/** 添加商品: products on sale, found by name, country, type and form; several at once. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Input, Select } from "antd";
import { useState } from "react";
import { None } from "#kit/page/blocks.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { ask } from "#kit/act/ask.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Picker } from "#kit/pickers.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { entriesOf } from "#kit/words.ts";
import { Pages } from "#kit/table/pages.tsx";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { VISA_FORMS, VISA_TYPES } from "@visadesk/contract/product/sku/sku.words.ts";
import { Bands, SpecialSkuName } from "./special-price-cells.tsx";
import type { Activity, SpecialSku } from "./special-price-words.ts";

export interface SpecialSkuPickerProps {
  end: Activity["end"];
  /** Already in the activity. */
  chosen: ReadonlySet<number>;
  onPick: (ids: number[]) => void;
  onClose: () => void;
}

const PAGE = 20;
const TYPES = Object.entries(VISA_TYPES).map(([value, label]) => ({ value: Number(value), label }));
const FORMS = entriesOf(VISA_FORMS).map(([value, label]) => ({ value, label }));
interface Filter {
  keyword?: string;
  country_id?: string[];
  visa_type?: number[];
  visa_form?: (keyof typeof VISA_FORMS)[];
}

const columnsOf = (chosen: ReadonlySet<number>): TableColumn<SpecialSku>[] => [
  { key: "sku", title: "商品", render: (s) => <SpecialSkuName sku={s} /> },
  { key: "retail_adult", width: 116, align: "end", render: (s) => <Bands adult={s.retail_adult} child={s.retail_child} /> },
  {
    key: "levels",
    width: 148,
    align: "end",
    render: (s) =>
      s.levels.length === 0 ? (
        <span className="vd-blank">—</span>
      ) : (
        <span className="vd-num" title={s.levels.map((l) => `${l.ref_id} ${(l.adult / 100).toFixed(2)}`).join("，")}>
          <Money cents={Math.min(...s.levels.map((l) => l.adult))} /> 起
        </span>
      ),
  },
  { key: "fee", title: "官方收费", width: 104, align: "end", render: (s) => <Money cents={s.fee_adult} /> },
  { key: "in", title: "", width: 72, render: (s) => (chosen.has(s.sku_id) ? <span className="vd-muted">已添加</span> : null) },
];

function Filters({ filter, put }: { filter: Filter; put: (patch: Filter) => void }) {
  return (
    <div className="vd-wraps vd-after-12 sp-filters">
      <Input.Search
        aria-label="商品"
        placeholder="商品名称、编号、拼音"
        allowClear
        onSearch={(keyword) => put({ keyword: keyword.trim() })}
      />
      <Picker
        of="country"
        multiple
        aria-label="国家"
        placeholder="国家/地区"
        value={filter.country_id ?? []}
        onChange={(v) => put({ country_id: Array.isArray(v) ? v.map(String) : [] })}
      />
      <Select
        mode="multiple"
        aria-label="签证类型"
        placeholder="签证类型"
        maxTagCount={1}
        options={TYPES}
        value={filter.visa_type ?? []}
        onChange={(visa_type: number[]) => put({ visa_type })}
      />
      <Select
        mode="multiple"
        aria-label="签证形式"
        placeholder="签证形式"
        maxTagCount={1}
        options={FORMS}
        value={filter.visa_form ?? []}
        onChange={(visa_form: (keyof typeof VISA_FORMS)[]) => put({ visa_form })}
      />
    </div>
  );
}

export function SpecialSkuPicker({ end, chosen, onPick, onClose }: SpecialSkuPickerProps) {
  const [filter, setFilter] = useState<Filter>({});
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const fresh = picked.filter((n) => !chosen.has(n));
  const body = {
    end,
    page,
    page_size: PAGE,
    ...(filter.keyword && { keyword: filter.keyword }),
    ...(filter.country_id?.length && { country_id: filter.country_id }),
    ...(filter.visa_type?.length && { visa_type: filter.visa_type }),
    ...(filter.visa_form?.length && { visa_form: filter.visa_form }),
  };
  const answer = useQuery({
    queryKey: ["special_price_activity_sku_query", body],
    queryFn: ({ signal }) => ask(specialPriceActivityApi.special_price_activity_sku_query, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  const rows = answer.data?.list ?? [];
  return (
    <Dialog
      title="添加商品"
      width={920}
      okText={fresh.length > 0 ? `添加 ${fresh.length} 个` : "添加"}
      okDisabled={fresh.length === 0}
      typed={picked.length > 0}
      onOk={() => onPick(fresh)}
      onClose={onClose}
    >
      <Filters
        filter={filter}
        put={(patch) => {
          setFilter((now) => ({ ...now, ...patch }));
          setPage(1);
        }}
      />
      {answer.error ? (
        <Unread slim answer={answer} />
      ) : rows.length === 0 && answer.data ? (
        <None>没有符合条件的在售商品</None>
      ) : (
        <Table
          of={specialPriceActivityApi.special_price_activity_sku_query.row}
          label="可选商品"
          columns={columnsOf(chosen)}
          rows={rows}
          rowKey={(s) => s.sku_id}
          maxHeight={420}
          checks={{ idOf: (s) => s.sku_id, picked, onPick: setPicked }}
        />
      )}
      <Pages page={page} size={PAGE} total={answer.data?.total} onChange={setPage} />
    </Dialog>
  );
}
