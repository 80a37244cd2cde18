/** Columns of 供应商物流: which parcel, whose, in which state, until when, how much; then its way. */
import { PARCEL_PURPOSES, PARCEL_TYPES } from "@visadesk/contract/supplier/supplier.words.ts";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Cost, Countdown, Stage, Waybill, type Parcel } from "./parcel-cells.tsx";
import { parcelHref } from "./parcel-place.ts";

export const parcelColumns: readonly Column<Parcel>[] = [
  { ...link<Parcel>("parcel_no", (p) => parcelHref(p.parcel_no)), width: 160 },
  { name: "stage", width: 152, render: (p) => <Stage p={p} /> },
  {
    name: "supplier_name",
    width: 132,
    exports: ["supplier_name", "purpose"],
    render: (p) => (
      <TwoLines title={p.supplier_name} under={PARCEL_PURPOSES[p.purpose]}>
        {p.supplier_name}
      </TwoLines>
    ),
  },
  { name: "type", width: 92, render: (p) => PARCEL_TYPES[p.type] },
  { name: "planned_send_on", width: 152, render: (p) => <Countdown p={p} /> },
  {
    name: "item_count",
    width: 88,
    exports: ["item_count", "passports"],
    align: "end",
    render: (p) => (
      <TwoLines end num under={p.passports > 0 && `护照 ${p.passports}`}>
        {p.stage === "packing" && p.item_count > 0 ? `${p.packed_count}/${p.item_count}` : p.item_count}
      </TwoLines>
    ),
  },
  {
    name: "waybill_no",
    title: "承运商与运单号",
    width: 152,
    exports: ["mode", "carrier_code", "waybill_no"],
    render: (p) => <Waybill p={p} />,
  },
  {
    key: "track",
    title: "轨迹",
    width: 148,
    exports: [],
    render: (p) => (
      <span className="vd-ellipsis" title={p.track_text ?? ""}>
        {p.track_text ?? "—"}
      </span>
    ),
  },
  { name: "batch_no", width: 136, render: (p) => <span className="vd-num">{p.batch_no ?? "—"}</span> },
  "sent_at",
  "signed_at",
  {
    name: "issue_count",
    width: 72,
    align: "end",
    render: (p) => <span className={p.stage === "exception" ? "vd-num vd-error" : "vd-num"}>{p.issue_count}</span>,
  },
  { name: "cost", title: "预估/实际运费", width: 132, exports: ["estimated_cost", "cost"], render: (p) => <Cost p={p} /> },
  "created_by_name",
];
