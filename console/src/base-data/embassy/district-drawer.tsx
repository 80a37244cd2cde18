/** 领区检查: provinces against the posts of a country, and which post takes one person. */
import { Drawer, Empty, Segmented, Switch } from "antd";
import { useState } from "react";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { Rows, type RowsColumn } from "#kit/table/rows.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { CountryPicker } from "#shared/record-pickers.tsx";
import { embassyApi, PROVINCE_STATES } from "@visadesk/contract/base-data/embassy.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { DistrictTrial } from "./district-trial.tsx";
import "./embassy.css";

type Check = Output<typeof embassyApi.district_check_get>;
type Province = Check["provinces"][number];
const TONES: Readonly<Record<Province["province_state"], Tone>> = { unique: "green", missing: "red", double: "orange", unlimited: "blue" };
const headOf = (p: Check["posts"][number]): string => p.district_name || p.short_name || p.name;

const Verdict = ({ row }: { row: Province }) => (
  <>
    <StateTag tone={TONES[row.province_state]}>{PROVINCE_STATES[row.province_state]}</StateTag>
    {row.province_state === "missing" && <small className="vd-muted"> {row.missing_cities.join("、")}</small>}
    {row.double_cities.length > 0 && <small className="vd-muted"> 重复：{row.double_cities.join("、")}</small>}
  </>
);

function CheckTable({ check, onlyFaults }: { check: Check; onlyFaults: boolean }) {
  const faulty = check.provinces.filter((p) => p.province_state === "missing" || p.province_state === "double");
  const apart = check.regions.map((r): Province =>
    r.province_state === "missing" ? { ...r, province_state: "unlimited", missing_cities: [] } : r,
  );
  const counted = new Set(check.provinces);
  return (
    <Rows
      label="领区检查"
      of={embassyApi.district_check_get.output.shape.provinces}
      rows={onlyFaults ? faulty : [...check.provinces, ...apart]}
      by="province_code"
      none="31 个省份都有且只有一个馆受理"
      group={(p) => (counted.has(p) ? "" : "港澳台（不计入检查）")}
      columns={[
        { name: "province_name", head: true },
        { name: "province_state", cell: (p) => <Verdict row={p} /> },
        ...check.posts.map((post, i): RowsColumn<Province> => ({
          title: headOf(post),
          hint: post.name,
          className: (p) => (p.cells[i]?.is_double ? "is-double" : ""),
          cell: (p) => p.cells[i]?.text ?? <span className="vd-blank">—</span>,
        })),
      ]}
    />
  );
}

function Coverage({ country }: { country: string }) {
  const [onlyFaults, setOnlyFaults] = useState(false);
  const answer = useRecord(embassyApi.district_check_get, { country_id: country });
  const { data } = answer;
  if (!data) return <Unread answer={answer} />;
  const apart = data.unlimited.map((p) => p.name).join("、");
  if (data.posts.length === 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={apart ? `${apart}都不限户籍，任何省份都可以办理，无需检查` : "该国没有启用的使领馆"}
      />
    );
  return (
    <>
      <div className="vd-wraps vd-after-12">
        <StateTag tone={data.missing > 0 ? "red" : "green"}>{data.missing > 0 ? `缺失 ${data.missing} 省` : "无缺失"}</StateTag>
        <StateTag tone={data.double > 0 ? "orange" : "green"}>{data.double > 0 ? `重复 ${data.double} 省` : "无重复"}</StateTag>
        <span className="vd-grow" />
        <Switch size="small" aria-label="只看有问题的" checked={onlyFaults} onChange={setOnlyFaults} />
        <span>只看有问题的</span>
      </div>
      {apart && <p className="vd-small vd-muted vd-whole-row vd-after-12">未设户籍限制、不参与检查：{apart}</p>}
      <CheckTable check={data} onlyFaults={onlyFaults} />
    </>
  );
}

export interface DistrictDrawerProps {
  onClose: () => void;
}
const TABS = [
  { value: "check", label: "覆盖检查" },
  { value: "trial", label: "按人试算" },
];

export function DistrictDrawer({ onClose }: DistrictDrawerProps) {
  const [country, setCountry] = useState<string | null>(null);
  const [tab, setTab] = useState("check");
  return (
    <Drawer open title="领区检查" size={1040} onClose={onClose}>
      <div className="vd-wraps vd-after-12">
        <CountryPicker
          className="em-country"
          placeholder="选择国家/地区"
          aria-label="国家/地区"
          value={country}
          onChange={(v) => setCountry(typeof v === "string" ? v : null)}
        />
        <Segmented options={TABS} value={tab} onChange={setTab} />
      </div>
      {country === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择国家后，逐省检查谁受理、哪里没有人受理、哪里有两家受理" />
      ) : tab === "check" ? (
        <Coverage country={country} />
      ) : (
        <DistrictTrial key={country} country={country} />
      )}
    </Drawer>
  );
}
