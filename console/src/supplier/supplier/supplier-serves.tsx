/** 可送国家与领区: a country a row, whole or some of its missions. */
import { Button, Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { Stack } from "#kit/page/blocks.tsx";
import { matches } from "#kit/pinyin.ts";
import { CountryPicker } from "#shared/record-pickers.tsx";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";

interface Served {
  country_id: string;
  embassy_ids: number[];
}

function Missions({ served, onChange }: { served: Served; onChange: (ids: number[]) => void }) {
  const { data, isFetching } = useQuery({
    queryKey: ["embassy_pick", served.country_id],
    enabled: served.country_id !== "",
    queryFn: ({ signal }) => ask(baseDataApi.embassy_pick, { country_id: served.country_id }, { signal, noToast: true }),
  });
  return (
    <Select
      mode="multiple"
      className="vd-wide"
      aria-label="可送领区"
      placeholder={served.country_id === "" ? "请先选择国家" : "全国各领区"}
      disabled={served.country_id === ""}
      loading={isFetching}
      options={(data?.list ?? []).map((e) => ({ value: e.id, label: e.district_name ? `${e.name}（${e.district_name}）` : e.name }))}
      value={served.embassy_ids}
      onChange={onChange}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
    />
  );
}

export interface ServesInputProps {
  value?: readonly Served[];
  onChange?: (value: Served[]) => void;
  id?: string;
  disabled?: boolean;
}
export function ServesInput({ value = [], onChange, id, disabled }: ServesInputProps) {
  const put = (at: number, served: Served | null): void => onChange?.(value.flatMap((s, i) => (i !== at ? [s] : served ? [served] : [])));
  return (
    <Stack gap={8} data-field={id ?? ""}>
      {value.map((s, i) => (
        <div key={s.country_id || `new-${i}`} className="vd-row">
          <CountryPicker
            {...(i === 0 && id !== undefined && { id })}
            aria-label="可送国家"
            placeholder="国家/地区"
            className="vd-wide"
            disabled={disabled === true}
            value={s.country_id || null}
            onChange={(c) => put(i, { country_id: typeof c === "string" ? c : "", embassy_ids: [] })}
          />
          <Missions served={s} onChange={(embassy_ids) => put(i, { ...s, embassy_ids })} />
          <Button type="text" size="small" disabled={disabled === true} aria-label={`删除第${i + 1}个国家`} onClick={() => put(i, null)}>
            删除
          </Button>
        </div>
      ))}
      <div>
        <Button
          type="dashed"
          size="small"
          disabled={disabled === true || value.some((s) => s.country_id === "")}
          onClick={() => onChange?.([...value, { country_id: "", embassy_ids: [] }])}
        >
          添加国家
        </Button>
      </div>
    </Stack>
  );
}
