/** Inputs the two product forms share. */
import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useRef, useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { ask } from "#kit/act/ask.ts";
import { useFormScope } from "#kit/form/form.tsx";
import { matches } from "#kit/pinyin.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";
import { useProvinces } from "#shared/place-search.tsx";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { mailCentreApi } from "@visadesk/contract/base-data/paper/mail-centre.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import type { Area, Identity } from "@visadesk/contract/product/snapshot.ts";
import type { Paper } from "./sku-form-model.ts";

registerPicker("mail_centre", {
  load: async (_keyword, signal) =>
    (await ask(mailCentreApi.mail_centre_pick, {}, { signal, noToast: true })).list.map((c) => ({
      value: c.id,
      label: c.name,
      hint: c.address_text,
    })),
});

/** What a field of the form holds now; undefined while it is drawn for the first time. */
export function useField<T>(name: string): T | undefined {
  const { form } = useFormScope();
  return Form.useWatch<T | undefined>(name, { form, preserve: true });
}

interface InputProps<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
}

export function usePosts(country: string) {
  return useQuery({
    queryKey: [baseDataApi.embassy_pick.name, { country_id: country }],
    enabled: country !== "",
    queryFn: ({ signal }) => ask(baseDataApi.embassy_pick, { country_id: country }, { signal, noToast: true }),
  });
}
/** A mission or a centre of one country; `isMission`: only those that decide. */
export function PostInput({
  country,
  isMission,
  value,
  onChange,
  id,
}: InputProps<number | null> & { country: string; isMission?: boolean }) {
  const { data, isFetching } = usePosts(country);
  const options = (data?.list ?? [])
    .filter((e) => !isMission || e.embassy_type !== 4)
    .map((e) => ({ value: e.id, label: e.district_name ? `${e.name}（${e.district_name}）` : e.name }));
  return (
    <Select
      id={id ?? ""}
      className="vd-wide"
      allowClear={CLEARS}
      disabled={country === ""}
      loading={isFetching}
      placeholder={country === "" ? "请先选择所属SPU" : "不限"}
      options={options}
      value={value ?? null}
      onChange={(next: number | null | undefined) => onChange?.(next ?? null)}
      showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
      popupMatchSelectWidth={false}
    />
  );
}

const CITY_WORDS = { whole: "全省", only: "只受理", except: "不受理" } as const;
type CityMode = keyof typeof CITY_WORDS;
const modeOf = (a: Area): CityMode => (a.only_cities.length > 0 ? "only" : a.except_cities.length > 0 ? "except" : "whole");

/** 自选: provinces, each whole, or only some of its cities, or without some. */
export function AreaInput({ value = [], onChange, id }: InputProps<Area[]>) {
  const { provinces, waiting } = useProvinces();
  if (waiting) return waiting;
  const put = (area: Area): void => onChange?.(value.map((a) => (a.province_code === area.province_code ? area : a)));
  const pick = (codes: string[]): void =>
    onChange?.(codes.map((c) => value.find((a) => a.province_code === c) ?? { province_code: c, only_cities: [], except_cities: [] }));
  return (
    <div data-field={id ?? ""} className="vd-stack is-8">
      <Select
        id={id ?? ""}
        mode="multiple"
        className="vd-wide"
        placeholder="选择省份"
        options={provinces.map((p) => ({ value: p.code, label: p.name }))}
        value={value.map((a) => a.province_code)}
        onChange={pick}
        showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
      />
      {value.map((a) => (
        <Cities
          key={a.province_code}
          area={a}
          name={provinces.find((p) => p.code === a.province_code)?.name ?? a.province_code}
          cities={provinces.find((p) => p.code === a.province_code)?.cities ?? []}
          put={put}
        />
      ))}
    </div>
  );
}

interface CitiesProps {
  area: Area;
  name: string;
  cities: readonly { code: string; name: string }[];
  put: (area: Area) => void;
}
function Cities({ area, name, cities, put }: CitiesProps) {
  // Until a city is picked the list says nothing of what was chosen.
  const [chosen, setChosen] = useState<CityMode>(modeOf(area));
  const mode = modeOf(area) === "whole" ? chosen : modeOf(area);
  const codes = mode === "except" ? area.except_cities : area.only_cities;
  const set = (next: CityMode, list: string[]): void => {
    setChosen(next);
    put({ province_code: area.province_code, only_cities: next === "only" ? list : [], except_cities: next === "except" ? list : [] });
  };
  return (
    <div className="vd-stack is-8 vd-small sk-cities">
      <span>{name}</span>
      <Select
        size="small"
        aria-label={`${name}的范围`}
        value={mode}
        options={keysOf(CITY_WORDS).map((v) => ({ value: v, label: CITY_WORDS[v] }))}
        onChange={(next: CityMode) => set(next, next === "whole" ? [] : codes)}
      />
      {mode !== "whole" && (
        <Select
          size="small"
          mode="multiple"
          className="vd-wide"
          aria-label={`${name}的城市`}
          placeholder="选择城市"
          options={cities.map((c) => ({ value: c.code, label: c.name }))}
          value={codes}
          onChange={(list: string[]) => set(mode, list)}
          showSearch={{ filterOption: (text, o) => matches(String(o?.label ?? ""), text) }}
        />
      )}
    </div>
  );
}

const ALL_IDENTITIES = keysOf(IDENTITIES).map((value) => ({ value, label: IDENTITIES[value] }));
/** The papers of an identity leave with it, and are back with it. */
export function IdentitiesInput({ value = [], onChange, id }: InputProps<Identity[]>) {
  const { form } = useFormScope();
  const away = useRef(new Map<Identity, Paper[]>());
  const set = (next: Identity[]): void => {
    const added = next.find((i) => !value.includes(i));
    // 通用身份 stands alone: choosing it, or another beside it, leaves the other out.
    const kept = added === "general" ? next.filter((i) => i === "general") : next.filter((i) => i !== "general" || added === undefined);
    const papers: Paper[] = form.getFieldValue("papers") ?? [];
    for (const i of value.filter((v) => !kept.includes(v)))
      away.current.set(
        i,
        papers.filter((p) => p.identity === i),
      );
    const back = kept.filter((i) => !value.includes(i)).flatMap((i) => away.current.get(i) ?? []);
    form.setFieldValue("papers", [...papers.filter((p) => kept.includes(p.identity)), ...back]);
    onChange?.(ALL_IDENTITIES.map((o) => o.value).filter((i) => kept.includes(i)));
  };
  return (
    <Select id={id ?? ""} mode="multiple" className="vd-wide" placeholder="请选择" options={ALL_IDENTITIES} value={value} onChange={set} />
  );
}
