/** Suppliers somebody looks after, and their passing on. */
import { may } from "@visadesk/contract/permissions.ts";
import { owned } from "#kit/noun/owned.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { supplierNoun } from "./supplier.noun.ts";

export const supplierHoldings: readonly Holding[] = [
  {
    kind: "supplier",
    label: "供应商负责",
    short: "供应商",
    unit: "家",
    needs: [may.supplier],
    note: "供应商的负责人改为接手人",
    link: (worker) => ({ route: "supplier-list", query: { owner_id: String(worker) } }),
    ...owned(supplierNoun, "owner_id"),
  },
];
