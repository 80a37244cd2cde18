/** 国家速查 over the present page: the sheet of a country for whoever answers the phone and keeps no base data. */
import { useQuery } from "@tanstack/react-query";
import { Empty, Select } from "antd";
import { useState } from "react";
import { Stack } from "#kit/page/blocks.tsx";
import { ask } from "#kit/act/ask.ts";
import { matches } from "#kit/pinyin.ts";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { CountrySheet } from "./country-view.tsx";
import "./country.css";

export default function CountryPhone() {
  const [id, setId] = useState<string | null>(null);
  const { data = [], isFetching } = useQuery({
    queryKey: [baseDataApi.country_get.name],
    queryFn: ({ signal }) => ask(baseDataApi.country_get, {}, { signal, noToast: true }),
  });
  return (
    <Stack>
      <Select
        aria-label="国家/地区"
        className="vd-wide"
        placeholder="名称、拼音或代码"
        loading={isFetching}
        options={data.map((c) => ({ value: c.id, label: c.name_zh, words: `${c.name_zh} ${c.pinyin} ${c.name_en} ${c.id}` }))}
        value={id}
        onChange={setId}
        showSearch={{ filterOption: (text, o) => matches(o?.words ?? "", text) }}
      />
      {id === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择国家，查看签证政策、收费、使领馆与在售商品" />
      ) : (
        <CountrySheet key={id} id={id} />
      )}
    </Stack>
  );
}
