/** 按人试算: household, residence and relation of one person; each post says whether it takes him and why. */
import { Button, Cascader, Select } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { ask } from "#kit/act/ask.ts";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { matches } from "#kit/pinyin.ts";
import { provincesOf } from "#shared/provinces.ts";
import { EMBASSY_TYPES } from "@visadesk/contract/base-data/base-data.ts";
import { DISTRICT_RELATIONS, embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { typeName } from "./embassy-words.ts";

type Ask = Input<typeof embassyApi.district_accepts_get>;
type Place = readonly string[];
const RELATIONS = keysOf(DISTRICT_RELATIONS).map((value) => ({ value, label: DISTRICT_RELATIONS[value] }));

function PlaceField({ label, value, onChange }: { label: string; value: Place; onChange: (place: Place) => void }) {
  const { library, failed, retry } = useAddressLibrary();
  const options = useMemo(
    () =>
      library
        ? provincesOf(library).map((p) => ({
            value: p.code,
            label: p.name,
            children: p.cities.map((c) => ({ value: c.code, label: c.name })),
          }))
        : [],
    [library],
  );
  if (failed && !library)
    return (
      <Button type="link" onClick={retry}>
        地址库加载失败，点击重试
      </Button>
    );
  return (
    <div className="vd-near vd-small vd-muted">
      <span>{label}</span>
      <Cascader
        aria-label={label}
        options={options}
        value={library ? [...value] : []}
        placeholder="省 / 市"
        loading={!library}
        showSearch={{ filter: (text, path) => path.some((o) => matches(o.label, text)), limit: 50 }}
        onChange={(codes) => onChange(codes ?? [])}
      />
    </div>
  );
}

function Verdicts({ input }: { input: Ask }) {
  const answer = useQuery({
    queryKey: [embassyApi.district_accepts_get.name, input],
    queryFn: ({ signal }) => ask(embassyApi.district_accepts_get, input, { signal, noToast: true }),
  });
  const { data, isFetching } = answer;
  if (answer.error && !data) return <Unread answer={answer} />;
  return (
    <Rows
      label="试算结果"
      busy={isFetching}
      of={embassyApi.district_accepts_get.output.shape.list}
      rows={data?.list ?? []}
      {...(data && { none: "该国没有启用的使领馆" })}
      columns={[
        { title: "结论", cell: (p) => <StateTag tone={p.ok ? "green" : "grey"}>{p.ok ? "受理" : "不受理"}</StateTag> },
        { title: "使领馆", head: true, cell: (p) => <TwoLines under={EMBASSY_TYPES[typeName(p.embassy_type)]}>{p.name}</TwoLines> },
        "reason",
        {
          name: "extra_paper",
          cell: (p) => (p.extra_paper ? <Mark tone="orange">{p.extra_paper}</Mark> : <span className="vd-blank">—</span>),
        },
      ]}
    />
  );
}

export function DistrictTrial({ country }: { country: string }) {
  const [home, setHome] = useState<Place>([]);
  const [living, setLiving] = useState<Place>([]);
  const [relation, setRelation] = useState<Ask["relation"]>("self");
  const [main, setMain] = useState<Place>([]);
  const [household_province, household_city] = home;
  const input: Ask | null = household_province
    ? {
        country_id: country,
        household_province,
        ...(household_city && { household_city }),
        ...(living[0] && { residence_province: living[0] }),
        ...(living[1] && { residence_city: living[1] }),
        relation,
        ...(relation !== "self" && main[0] && { main_province: main[0] }),
        ...(relation !== "self" && main[1] && { main_city: main[1] }),
      }
    : null;
  return (
    <>
      <div className="vd-stack vd-after-16 em-fields">
        <PlaceField label="户籍" value={home} onChange={setHome} />
        <PlaceField label="居住地" value={living} onChange={setLiving} />
        <div className="vd-near vd-small vd-muted">
          <span>与主申请人关系</span>
          <Select aria-label="与主申请人关系" options={RELATIONS} value={relation} onChange={setRelation} />
        </div>
        {relation !== "self" && <PlaceField label="主申请人户籍" value={main} onChange={setMain} />}
      </div>
      {input ? (
        <Verdicts input={input} />
      ) : (
        <p className="vd-small vd-muted vd-whole-row vd-after-12">填写户籍后，逐馆给出是否受理、依据和另需的资料</p>
      )}
    </>
  );
}
