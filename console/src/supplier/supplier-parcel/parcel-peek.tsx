/** A parcel at a glance, without leaving the list. */
import { supplierParcel } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { Fields } from "#kit/form/fields.tsx";
import { carrierWords, catchWords, Cost, Stage, type Parcel } from "./parcel-cells.tsx";

export const ParcelPeek = ({ p }: { p: Parcel }) => (
  <Fields
    of={supplierParcel}
    value={p}
    columns={2}
    names={[
      { label: "状态", value: <Stage p={p} /> },
      "type",
      "supplier_name",
      "purpose",
      "contact_name",
      "batch_no",
      { label: "件数", value: `${p.item_count} 件，护照 ${p.passports} 本` },
      "issue_count",
      { label: "承运商", value: carrierWords(p) },
      "waybill_no",
      { label: "轨迹", value: p.track_text, wide: true },
      "planned_send_on",
      { label: "赶车钟", value: catchWords(p), wide: true },
      "sent_at",
      "signed_at",
      { label: "预估/实际运费", value: <Cost p={p} /> },
      "created_by_name",
      { label: "备注", value: p.note || null, wide: true },
    ]}
  />
);
