/** 负责区域: provinces that open to their cities; places of somebody else on that day are grey with his name. */
import { Button, Checkbox, Form } from "antd";
import { DownOutlined, RightOutlined } from "@ant-design/icons";
import { useMemo, useState } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import { matches } from "#kit/pinyin.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { regionOwnerApi } from "@visadesk/contract/setting/region-owner.ts";
import { Hit, PlaceSearch, useProvinces } from "#shared/place-search.tsx";
import { tickPlace, type Place, type Province } from "./region-area.ts";
import "../setting.css";

export interface PlacesInputProps {
  kind: "bd" | "cs";
  /** The row being changed; its own places are free. */
  own?: number;
  value?: string[];
  onChange?: (codes: string[]) => void;
  id?: string;
}

/** Names of the owners by place on the day of the form around. */
function useTaken(kind: "bd" | "cs", own: number | undefined): ReadonlyMap<string, string> {
  const { form } = useFormScope();
  const [today] = useState(() => shanghaiDate(new Date()));
  const watched: unknown = Form.useWatch("from_date", form);
  const date = typeof watched === "string" && watched ? watched : today;
  const { data } = useRecord(regionOwnerApi.region_cover_get, { date });
  return useMemo(() => {
    const held = (data?.list ?? []).flatMap((p) => [
      ...(p[kind].owner ? [{ ...p[kind].owner, area_code: p.province_code }] : []),
      ...p[kind].cities,
    ]);
    return new Map(held.filter((h) => h.region_owner_id !== own).map((h) => [h.area_code, h.worker_name]));
  }, [data, kind, own]);
}

interface TreeProps {
  codes: readonly string[];
  taken: ReadonlyMap<string, string>;
  onTick: (code: string, on: boolean) => void;
  /** What is searched for. */
  words: string;
}

function PlaceBox({ place, whole, tree }: { place: Place; whole: boolean; tree: TreeProps }) {
  const owner = tree.taken.get(place.code);
  const ticked = tree.codes.includes(place.code);
  return (
    <Checkbox
      checked={ticked || whole}
      disabled={whole || (owner !== undefined && !ticked)}
      onChange={(e) => tree.onTick(place.code, e.target.checked)}
    >
      <Hit text={place.name} words={tree.words} />
      {owner !== undefined && <em className="vd-dim vd-apart">{owner}</em>}
    </Checkbox>
  );
}

function ProvinceRow({ province, open, onOpen, tree }: { province: Province; open: boolean; onOpen: () => void; tree: TreeProps }) {
  const whole = tree.codes.includes(province.code);
  const alone = province.cities.filter((c) => tree.codes.includes(c.code)).length;
  return (
    <li>
      <div className="vd-row">
        <Button
          type="text"
          size="small"
          icon={open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          aria-expanded={open}
          aria-label={`${province.name}的城市`}
          onClick={onOpen}
        />
        <PlaceBox place={province} whole={false} tree={tree} />
        {alone > 0 && <span className="vd-muted">单列 {alone} 市</span>}
      </div>
      {open && (
        <ul className="vd-cities">
          {province.cities.map((c) => (
            <li key={c.code}>
              <PlaceBox place={c} whole={whole} tree={tree} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const found = (provinces: readonly Province[], words: string): Province[] =>
  words === "" ? [...provinces] : provinces.filter((p) => matches(p.name, words) || p.cities.some((c) => matches(c.name, words)));

export function PlacesInput({ kind, own, value = [], onChange, id }: PlacesInputProps) {
  const { provinces, waiting } = useProvinces();
  const taken = useTaken(kind, own);
  const [words, setWords] = useState("");
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  if (waiting) return waiting;
  const shown = found(provinces, words.trim());
  // A row with cities of its own starts with these in sight; a search opens the provinces it finds.
  const start = provinces.filter((p) => p.cities.some((c) => value.includes(c.code))).map((p) => p.code);
  const open = words.trim() ? shown.filter((p) => !matches(p.name, words.trim())).map((p) => p.code) : (opened ?? start);
  const tree: TreeProps = {
    codes: value,
    taken,
    words: words.trim(),
    onTick: (code, on) => onChange?.(tickPlace(value, code, on, provinces)),
  };
  const whole = value.filter((c) => provinces.some((p) => p.code === c)).length;
  return (
    <div className="vd-box is-flush vd-small vd-places" data-field={id ?? ""}>
      <header className="vd-row is-wide vd-panel-head">
        <PlaceSearch id={id ?? ""} words={words} onSearch={setWords} />
        <span className="vd-muted">
          已选 {whole} 省{value.length > whole && `、单列 ${value.length - whole} 市`}
        </span>
      </header>
      {shown.length === 0 ? (
        <p className="vd-note is-plain vd-centre vd-muted">没有匹配的省市</p>
      ) : (
        <ul>
          {shown.map((p) => (
            <ProvinceRow
              key={p.code}
              province={p}
              tree={tree}
              open={open.includes(p.code)}
              onOpen={() => setOpened(open.includes(p.code) ? open.filter((c) => c !== p.code) : [...open, p.code])}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
