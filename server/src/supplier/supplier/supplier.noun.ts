import { noun } from "#kit/noun/noun.ts";

export const supplierNoun = noun("supplier", {
  table: "suppliers",
  shape: [],
  title: "short_name",
  owners: { owner_id: ["supplier"] },
  internal: [
    "supplier_no",
    "name",
    "kind",
    "credit_code",
    "serves",
    "address",
    "settle_cycle",
    "credit_days",
    "settle_trigger",
    "on_refusal",
    "invoice_kind",
    "tax_rate_bp",
    "prepaid_floor",
    "originals_limit",
    "pause_until",
    "pause_reason",
    "supplier_status",
    "note",
  ],
});
