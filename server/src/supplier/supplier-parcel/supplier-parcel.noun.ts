import { supplierParcelDetail } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { noun } from "#kit/noun/noun.ts";

export const supplierParcelNoun = noun("supplier_parcel", {
  table: "supplier_parcels",
  shape: supplierParcelDetail,
  title: "parcel_no",
  owners: { created_by: ["supplier_parcel"] },
  parts: ["supplier_parcel_items", "supplier_parcel_prints"],
  internal: ["is_outgoing", "sealed_by", "passport_count", "exception_open", "lost_at"],
});
