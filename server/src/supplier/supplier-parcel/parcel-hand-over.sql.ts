/** Parcels that somebody packs or waits for, and their passing on. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { owned } from "#kit/noun/owned.ts";
import { q } from "#kit/db/sql.ts";
import { supplierParcelNoun } from "./supplier-parcel.noun.ts";

export const parcelHoldings: readonly Holding[] = [
  {
    kind: "supplier_parcel",
    label: "供应商物流经手",
    short: "交接单",
    unit: "单",
    needs: [may.supplier_logistics],
    note: "未完结的交接单改由接手人经手",
    link: (worker) => ({ route: "supplier-logistics-list", query: { tab: "all", created_by: String(worker) } }),
    ...owned(
      supplierParcelNoun,
      "created_by",
      q`h.created_by is not null and (h.exception_open or exists (
          select from expresses e where e.id = h.express_id and e.express_status in ('created', 'in_transit', 'problem', 'signed')))`,
    ),
  },
];
