/** Columns of lines: of people and their prices, and of parcels. */
import { Money } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import type { TableColumn } from "#kit/table/table.tsx";
import {
  CARRIER_ZONES,
  LINE_CAUSES,
  LINE_FREED,
  LINE_MATCHES,
  LINE_SOURCES,
  LINE_VERDICTS,
} from "@visadesk/contract/finance/settle.words.ts";
import { EXPRESS_TYPES } from "@visadesk/contract/order/words.ts";
import { blank, LineMatched, LineSaid, MATCH_TONES, OrderNo } from "./line-cells.tsx";
import type { SettleLine } from "./settle-words.tsx";

const cents = (
  key: "charge" | "embassy_part" | "deduct" | "adjust" | "subtotal" | "their_amount",
  width = 92,
): TableColumn<SettleLine> => ({
  key,
  width,
  align: "end",
  render: (l) => (l[key] === null || (l[key] === 0 && key !== "subtotal" && key !== "charge") ? blank : <Money cents={l[key]} />),
});
export const PERSON_COLUMNS: readonly TableColumn<SettleLine>[] = [
  {
    key: "order_no",
    width: 168,
    render: (l) => (
      <TwoLines under={l.item}>
        <span className="vd-marks">
          {l.order_no === null ? (l.waybill_no ?? LINE_SOURCES[l.source]) : <OrderNo line={l} />}
          {l.is_urgent && <Mark tone="red">加急</Mark>}
        </span>
      </TwoLines>
    ),
  },
  {
    key: "applicant_name",
    width: 168,
    render: (l) => (l.applicant_no === null ? blank : <TwoLines under={l.applicant_no}>{l.applicant_name ?? "未填写"}</TwoLines>),
  },
  { key: "sku_name", render: (l) => l.sku_name ?? (l.note || blank) },
  {
    key: "submit_date",
    width: 100,
    render: (l) => (
      <TwoLines num under={l.result}>
        {l.submit_date ?? l.occurred_on}
      </TwoLines>
    ),
  },
  cents("charge"),
  cents("embassy_part"),
  cents("deduct", 84),
  cents("adjust", 84),
  cents("subtotal", 96),
  cents("their_amount"),
  {
    key: "match",
    width: 92,
    render: (l) => <LineMatched line={l} />,
  },
  { key: "dispute", width: 116, render: (l) => <LineSaid line={l} /> },
];

const kilograms = (g: number | null) => (g === null ? blank : <span className="vd-num">{(g / 1000).toFixed(2)}kg</span>);
/** Where their file says the same, its difference is no number to read. */
export const PARCEL_COLUMNS: readonly TableColumn<SettleLine>[] = [
  {
    key: "waybill_no",
    width: 168,
    render: (l) => <TwoLines under={l.source === "express" ? null : LINE_SOURCES[l.source]}>{l.waybill_no ?? l.item}</TwoLines>,
  },
  { key: "occurred_on", width: 100, render: (l) => <span className="vd-num">{l.occurred_on}</span> },
  {
    key: "direction",
    width: 128,
    render: (l) =>
      l.direction === null ? blank : <TwoLines under={l.zone && CARRIER_ZONES[l.zone]}>{EXPRESS_TYPES[l.direction]}</TwoLines>,
  },
  {
    key: "order_no",
    title: "订单/供应商",
    width: 160,
    render: (l) => (l.order_no === null ? (l.carried_for ?? blank) : <OrderNo line={l} />),
  },
  { key: "declared_g", title: "申报重", width: 84, align: "end", render: (l) => kilograms(l.declared_g) },
  { key: "billed_g", title: "账单重", width: 84, align: "end", render: (l) => kilograms(l.billed_g) },
  cents("charge", 88),
  cents("their_amount", 88),
  {
    key: "difference",
    width: 88,
    align: "end",
    render: (l) =>
      l.difference === null || l.difference === 0 || l.match === "duplicate" ? (
        blank
      ) : (
        <span className={l.difference > 0 ? "vd-error" : ""}>
          <Money cents={l.difference} />
        </span>
      ),
  },
  {
    key: "match",
    title: "差异原因",
    width: 104,
    render: (l) =>
      l.match === null ? (
        blank
      ) : (
        <StateTag tone={MATCH_TONES[l.match]}>
          {l.cause === null ? LINE_MATCHES[l.match] : LINE_CAUSES[l.cause]}
          {l.extra ? `·含增值费` : ""}
        </StateTag>
      ),
  },
  {
    key: "verdict",
    width: 124,
    render: (l) =>
      l.freed_for !== null ? (
        l.is_held ? (
          "暂缓"
        ) : (
          LINE_FREED[l.freed_for]
        )
      ) : l.verdict === null ? (
        l.dispute === "open" ? (
          <span className="vd-error">异议中</span>
        ) : (
          blank
        )
      ) : (
        <TwoLines under={l.borne_by_name ?? l.diff_no ?? (l.note || null)}>{LINE_VERDICTS[l.verdict]}</TwoLines>
      ),
  },
];
