/** 受理省市: provinces that open to their cities; what another post of the country takes stands beside the name. */
import { DownOutlined, RightOutlined } from "@ant-design/icons";
import { Button, Checkbox, Form } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { matches } from "#kit/pinyin.ts";
import { PlaceSearch, useProvinces } from "#shared/place-search.tsx";
import type { Province } from "#shared/provinces.ts";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { areaOf, isMainland, shareOf, takesCity, tickCity, tickProvince, withRest, type Area } from "./embassy-area.ts";

/** Who else takes a province, by its code. */
function useOthers(country: string, own: number | undefined): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: [embassyApi.district_check_get.name, { country_id: country }],
    enabled: country !== "",
    queryFn: ({ signal }) => ask(embassyApi.district_check_get, { country_id: country }, { signal, noToast: true }),
  });
  return useMemo(() => {
    const rows = [...(data?.provinces ?? []), ...(data?.regions ?? [])];
    const posts = data?.posts ?? [];
    const textOf = (cells: (typeof rows)[number]["cells"]): string =>
      posts
        .flatMap((p, i) => {
          const cell = cells[i];
          return cell && p.id !== own ? [`${p.district_name || p.short_name || p.name}${cell.text === "全部" ? "" : cell.text}`] : [];
        })
        .join("、");
    return new Map(rows.map((r) => [r.province_code, textOf(r.cells)] as const).filter(([, text]) => text !== ""));
  }, [data, own]);
}

interface RowProps {
  province: Province;
  areas: readonly Area[];
  other: string | undefined;
  open: boolean;
  onOpen: () => void;
  put: (areas: Area[]) => void;
}
function ProvinceRow({ province, areas, other, open, onOpen, put }: RowProps) {
  const area = areaOf(areas, province.code);
  const share = shareOf(area);
  const note =
    !area || share !== "some"
      ? ""
      : area.only_cities.length > 0
        ? `仅 ${area.only_cities.length} 市`
        : `除 ${area.except_cities.length} 市`;
  return (
    <li>
      <div className="vd-row">
        <Button
          type="text"
          size="small"
          icon={open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          aria-expanded={open}
          aria-label={`${province.name}的城市`}
          disabled={province.cities.length === 0}
          onClick={onOpen}
        />
        <Checkbox
          checked={share === "whole"}
          indeterminate={share === "some"}
          onChange={(e) => put(tickProvince(areas, province.code, e.target.checked))}
        >
          {province.name}
        </Checkbox>
        {note && <span className="vd-tiny vd-num vd-tone-blue vd-toned">{note}</span>}
        {other && (
          <span className="vd-ellipsis vd-dim" title={`${other}也受理`}>
            {other}
          </span>
        )}
      </div>
      {open && (
        <ul className="vd-cities">
          {province.cities.map((c) => (
            <li key={c.code}>
              <Checkbox checked={takesCity(area, c.code)} onChange={(e) => put(tickCity(areas, province, c.code, e.target.checked))}>
                {c.name}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export interface DistrictInputProps {
  /** The post being changed; its own provinces are nobody else's. */
  own?: number | undefined;
  value?: Area[];
  onChange?: (areas: Area[]) => void;
  id?: string;
}
export function DistrictInput({ own, value = [], onChange, id }: DistrictInputProps) {
  const { provinces, waiting } = useProvinces();
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("country_id", form);
  const chosen = watched ?? initial["country_id"];
  const country = typeof chosen === "string" ? chosen : "";
  const others = useOthers(country, own);
  const [words, setWords] = useState("");
  const [opened, setOpened] = useState<readonly string[]>(() => value.filter((a) => shareOf(a) === "some").map((a) => a.province_code));
  if (waiting) return waiting;
  const typed = words.trim();
  const shown = provinces.filter((p) => typed === "" || matches(p.name, typed) || p.cities.some((c) => matches(c.name, typed)));
  // A search opens the provinces whose cities it finds.
  const open = typed === "" ? opened : shown.filter((p) => !matches(p.name, typed)).map((p) => p.code);
  const put = (areas: Area[]): void => onChange?.(areas);
  return (
    <div className="vd-box is-flush vd-small vd-places is-wide" data-field={id ?? ""}>
      <header className="vd-row is-wide vd-panel-head">
        <PlaceSearch id={id ?? ""} words={words} onSearch={setWords} />
        <span className="vd-muted">已选 {value.length} 省</span>
        <span className="vd-grow" />
        {country !== "" && <RestButton others={others} areas={value} provinces={provinces} put={put} />}
        <Button size="small" type="text" disabled={value.length === 0} onClick={() => put([])}>
          清空
        </Button>
      </header>
      {shown.length === 0 && <p className="vd-note is-plain vd-centre vd-muted">没有匹配的省市</p>}
      <ul>
        {shown.map((p) => (
          <ProvinceRow
            key={p.code}
            province={p}
            areas={value}
            other={others.get(p.code)}
            open={open.includes(p.code)}
            onOpen={() => setOpened(opened.includes(p.code) ? opened.filter((c) => c !== p.code) : [...opened, p.code])}
            put={put}
          />
        ))}
      </ul>
    </div>
  );
}

interface RestProps {
  others: ReadonlyMap<string, string>;
  areas: readonly Area[];
  provinces: readonly Province[];
  put: (areas: Area[]) => void;
}
/** Adds, province by province, what no other post takes: the stored form of 其余省份. */
function RestButton({ others, areas, provinces, put }: RestProps) {
  const mainland = provinces.map((p) => p.code).filter(isMainland);
  const next = withRest(areas, new Set(others.keys()), mainland);
  const n = next.length - areas.length;
  return (
    <Button size="small" type="link" disabled={n === 0} onClick={() => put(next)}>
      {n === 0 ? "没有其余省份" : `补上其余 ${n} 省`}
    </Button>
  );
}
