/** Figures of 订单耗时: one row a stage, country, product, mission, supplier, expert or month; every number opens its spans. */
import { Segmented, Select } from "antd";
import { keysOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { SPEND_CLOCKS, SPEND_DAYS, SPEND_NODES, SPEND_SPLITS, type SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";
import { FilterFields } from "#kit/filter/filter-fields.tsx";
import { FilterInput } from "#kit/filter/filter-input.tsx";
import { textOf } from "#kit/filter/url-query.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { filterKind } from "#kit/form/field-kinds.ts";
import { Reads } from "#kit/page/reads.tsx";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { rowsHref, ROWS, SPEND_TABS } from "./spend-tabs.ts";
import { SpendTable } from "./spend-table.tsx";
import type { SpendView } from "./spend-view.ts";
import { SpendWay } from "./spend-way.tsx";
import "#kit/list/list.css";
import "./spend.css";

const SHAPE = shapeOf(stageSpanApi.stage_span_stat_get.input);
const FILTERS = ["country_id", "sku_id", "embassy_id", "supplier_id", "expert_id", "is_urgent"] as const;
const PERIOD = `d-${SPEND_DAYS - 1}~d`;

const known = <K extends string>(words: Readonly<Record<K, unknown>>, text: string | null, plain: K): K =>
  keysOf(words).find((k): k is K & string => k === text) ?? plain;

/** A filter's value in the address, as its input takes it. */
function filterValue(name: (typeof FILTERS)[number], text: string | null) {
  if (!text) return undefined;
  if (name === "is_urgent") return text === "1";
  const list = text.split(",").map(decodeURIComponent);
  const type = SHAPE[name];
  return type && filterKind(type) === "many_numbers" ? list.map(Number) : list;
}

/** What is asked for stands in the address. */
function useAsked() {
  const [search, replace] = useSearchText();
  const params = new URLSearchParams(search);
  const set = (name: string, value: string | undefined): void => {
    if (value) params.set(name, value);
    else params.delete(name);
    replace(params.toString());
  };
  const span = params.get("ended_at") || PERIOD;
  const { from, to } = resolveRange(span) ?? { from: undefined, to: undefined };
  const by = known(SPEND_SPLITS, params.get("by"), "stage");
  const node = known(SPEND_NODES, params.get("node"), "total");
  const clock = known(SPEND_CLOCKS, params.get("clock"), "work");
  const filter = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = filterValue(name, params.get(name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const input: Input<typeof stageSpanApi.stage_span_stat_get> = {
    by,
    clock,
    ...(by !== "stage" && { node }),
    ended_at: { ...(from && { from }), ...(to && { to }) },
    ...filter,
  };
  return { params, set, span, by, node, clock, filter, input };
}
const options = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));

export function SpendStat() {
  const go = useGo();
  const asked = useAsked();
  const { by, node, clock, params } = asked;
  const answer = useRecord(stageSpanApi.stage_span_stat_get, asked.input);
  const view: SpendView = { by, node, clock, rows: (more) => rowsHref(params, { ended_at: asked.span, ...more }) };
  const period = SHAPE["ended_at"];
  return (
    <section className="vd-stack vd-list" aria-label="订单耗时">
      <div className="vd-wraps vd-list-title">
        <h1>订单耗时</h1>
        <span className="vd-grow" />
        {period && (
          <FilterInput
            name="ended_at"
            type={period}
            label="完成时间"
            value={asked.span}
            onChange={(v) => asked.set("ended_at", typeof v === "string" ? v : undefined)}
          />
        )}
        <Segmented
          size="small"
          aria-label="口径"
          options={options(SPEND_CLOCKS)}
          value={clock}
          onChange={(v) => asked.set("clock", v === "work" ? undefined : v)}
        />
      </div>
      <TabBar
        label="订单耗时"
        tabs={SPEND_TABS}
        chosen={SPEND_TABS[0].key}
        onChoose={(tab) => tab === ROWS && go(view.rows(by === "stage" ? {} : { node }))}
      />
      <div className="vd-wraps is-wide">
        <Segmented
          aria-label="划分"
          options={options(SPEND_SPLITS)}
          value={by}
          onChange={(v) => asked.set("by", v === "stage" ? undefined : v)}
        />
        {by !== "stage" && (
          <Select
            aria-label="阶段"
            style={{ width: 176 }}
            value={node}
            options={keysOf(SPEND_NODES).map((k) => ({ value: k, label: SPEND_NODES[k].label }))}
            onChange={(v: SpendNode) => asked.set("node", v)}
          />
        )}
      </div>
      <FilterFields
        names={FILTERS}
        shape={SHAPE}
        values={asked.filter}
        onChange={(name, v) => asked.set(name, v === undefined ? undefined : textOf(v))}
      />
      <Reads answer={answer}>
        {(read) => (
          <>
            {by === "stage" && <SpendWay list={read.list} view={view} />}
            <SpendTable answer={read} view={view} stale={answer.isPlaceholderData} />
          </>
        )}
      </Reads>
    </section>
  );
}
