import { material } from "@visadesk/contract/order/applicant-material.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const materialNoun = noun("applicant_material", {
  table: "applicant_materials",
  shape: material,
  flow: materialFlow,
  state: "material_status",
  title: "name",
  parts: ["material_files", "material_rejections"],
  internal: ["order_id", "applicant_id", "reviewed_by", "application_version_id", "sort", "asked_later", "holder_supplier_id"],
  erased: { reject_text: null, waive_reason: null },
});
