/** 覆盖表: every province on a day with its owners, cities listed alone, gaps red; ticked gaps become a new row. */
import { Button, Checkbox, DatePicker } from "antd";
import { dayjs } from "#kit/app/dayjs.ts";
import { useState, type ReactNode } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { ExportButton } from "#kit/list/export-button.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { REGION_KINDS, regionOwnerApi } from "@visadesk/contract/setting/region-owner.ts";
import { withParams } from "../sys-config/params.ts";
import "../setting.css";

type Cover = Output<typeof regionOwnerApi.region_cover_get>;
type Province = Cover["list"][number];
type Owner = NonNullable<Province["bd"]["owner"]>;
const KINDS = ["bd", "cs"] as const;
type Kind = (typeof KINDS)[number];
type Ticks = Readonly<Record<Kind, readonly string[]>>;
const NO_TICKS: Ticks = { bd: [], cs: [] };

const OwnerLink = ({ owner, kind }: { owner: Owner; kind: Kind }) => (
  <>
    <HrefLink className="vd-link" href={to(`region-${kind}-edit`, { id: owner.region_owner_id })}>
      {owner.worker_name}
    </HrefLink>
    {!owner.worker_enabled && <Mark tone="orange">已停用</Mark>}
  </>
);

function OwnerCell({ province, kind, ticked, onTick }: { province: Province; kind: Kind; ticked: boolean; onTick: (on: boolean) => void }) {
  const { owner, cities, is_gap } = province[kind];
  return (
    <div className="vd-cover">
      {owner && (
        <>
          <OwnerLink owner={owner} kind={kind} />
          <span className="vd-muted vd-tiny vd-apart">{owner.name}</span>
        </>
      )}
      {is_gap && (
        <Checkbox
          checked={ticked}
          aria-label={`选择${province.province_name}${REGION_KINDS[kind]}缺口`}
          onChange={(e) => onTick(e.target.checked)}
        >
          <StateTag tone="red">{cities.length > 0 ? "其余城市无人负责" : "无人负责"}</StateTag>
        </Checkbox>
      )}
      {cities.length > 0 && (
        <span className="vd-wraps vd-tiny vd-muted">
          单列{" "}
          {cities.map((c) => (
            <span key={c.area_code}>
              {c.area_name} <OwnerLink owner={c} kind={kind} />
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

function CoverTable({ cover, ticks, onTicks }: { cover: Cover; ticks: Ticks; onTicks: (next: Ticks) => void }) {
  const tick = (kind: Kind, code: string, on: boolean): void =>
    onTicks({ ...ticks, [kind]: on ? [...ticks[kind], code] : ticks[kind].filter((c) => c !== code) });
  return (
    <Rows
      label="覆盖表"
      rows={cover.list}
      by="province_code"
      columns={[
        { title: "省份", head: true, width: 176, cell: (p) => p.province_name },
        ...KINDS.map((k) => ({
          title: REGION_KINDS[k],
          className: (p: Province) => (p[k].is_gap ? "is-gap" : ""),
          cell: (p: Province) => (
            <OwnerCell province={p} kind={k} ticked={ticks[k].includes(p.province_code)} onTick={(on) => tick(k, p.province_code, on)} />
          ),
        })),
      ]}
    />
  );
}

const Gaps = ({ cover }: { cover: Cover }) => (
  <>
    {KINDS.map((k) => {
      const n = k === "bd" ? cover.bd_gaps : cover.cs_gaps;
      return (
        <StateTag key={k} tone={n > 0 ? "red" : "green"}>
          {REGION_KINDS[k]}
          {n > 0 ? `缺 ${n} 省` : "已全覆盖"}
        </StateTag>
      );
    })}
  </>
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The day of the table stands in the address: a reload and Back come to the same one. */
function useDay(): readonly [string, (day: string) => void] {
  const [search, replace] = useSearchText();
  const [today] = useState(() => shanghaiDate(new Date()));
  const asked = new URLSearchParams(search).get("date") ?? "";
  const isDay = DAY.test(asked) && dayjs(asked).format("YYYY-MM-DD") === asked;
  return [isDay ? asked : today, (day) => replace(withParams({ date: day }))];
}

/** `tabs` are those of the list around. */
export interface RegionCoverProps {
  tabs: ReactNode;
}

export function RegionCover({ tabs }: RegionCoverProps) {
  const go = useGo();
  const [date, setDate] = useDay();
  const [ticks, setTicks] = useState(NO_TICKS);
  const answer = useRecord(regionOwnerApi.region_cover_get, { date });
  return (
    <section className="vd-stack vd-list" aria-label="覆盖表">
      <div className="vd-wraps vd-list-title">
        <h1>区域管理</h1>
        {answer.data && (
          <span className="vd-figures">
            <Gaps cover={answer.data} />
          </span>
        )}
        <span className="vd-grow" />
        {KINDS.map(
          (k) =>
            ticks[k].length > 0 && (
              <Button key={k} type="primary" onClick={() => go(to(`region-${k}-add`, {}, { areas: ticks[k].join(","), date }))}>
                为 {ticks[k].length} 省新增{REGION_KINDS[k]}负责人
              </Button>
            ),
        )}
        <ExportButton endpoint={regionOwnerApi.region_cover_query.name} filter={{ date }} />
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={dayjs(date)}
          onChange={(d) => {
            setTicks(NO_TICKS);
            if (d) setDate(d.format("YYYY-MM-DD"));
          }}
        />
      </div>
      {tabs}
      <Reads answer={answer} rows={10}>
        {(cover) => (
          <div className={`vd-table${answer.isPlaceholderData ? " is-stale" : ""}`}>
            <CoverTable cover={cover} ticks={ticks} onTicks={setTicks} />
          </div>
        )}
      </Reads>
    </section>
  );
}
