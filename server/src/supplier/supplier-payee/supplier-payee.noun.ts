import { supplierPayee } from "@visadesk/contract/supplier/supplier-payee.ts";
import { supplierPayeeFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const supplierPayeeNoun = noun("supplier_payee", {
  table: "supplier_payees",
  shape: supplierPayee,
  flow: supplierPayeeFlow,
  state: "payee_status",
  title: "account_name",
  internal: ["row_key", "decided_by"],
  personal: "where a company was paid: kept as long as its settlements",
});
export const sealedPayee = sealedTable({ table: "supplier_payees", row: "row_key", fields: { account_no: "card" } });
