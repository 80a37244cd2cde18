import { supplier, supplierDetail } from "@visadesk/contract/supplier/supplier.ts";
import { supplierFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const supplierNoun = noun("supplier", {
  table: "suppliers",
  shape: [supplier, supplierDetail],
  flow: supplierFlow,
  state: "supplier_status",
  title: "short_name",
  owners: { owner_id: ["supplier"] },
  parts: ["supplier_assignments"],
  internal: ["search_text", "resubmitted_by", "resubmitted_at", "changed_by"],
});
