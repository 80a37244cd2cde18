/** Parcels that somebody packs or waits for, and their passing on. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { refuse } from "#kit/http/refuse.ts";
import { q, rows } from "#kit/db/sql.ts";

export const parcelHoldings: readonly Holding[] = [
  {
    kind: "supplier_parcel",
    label: "供应商物流经手",
    short: "交接单",
    unit: "单",
    needs: [may.supplier_logistics],
    note: "未完结的交接单改由接手人经手",
    held: () => q`
      select h.created_by as owner_id, h.id as item_id from supplier_parcels h join expresses e on e.id = h.express_id
      where h.created_by is not null and (h.exception_open or e.express_status in ('created', 'in_transit', 'problem', 'signed'))`,
    link: (worker) => ({ route: "supplier-logistics-list", query: { tab: "all", created_by: String(worker) } }),
    lock: (db, ids) => rows(db, q`select id from supplier_parcels where id = any(${[...ids]}::int8[]) order by id for update`),
    pass: async (ctx, { ids, from, to, reason }) => {
      const moved = await rows<{ id: number; parcel_no: string }>(
        ctx.db,
        q`
        update supplier_parcels set created_by = ${to.id}, version = version + 1, updated_at = ${ctx.now}
        where id = any(${[...ids]}::int8[]) and created_by = ${from.id} returning id, parcel_no`,
      );
      if (moved.length !== ids.length) refuse("count_changed", "在手数据已变化，请重新预览");
      const changes = [{ field: "created_by", label: "经手人", before: from.name, after: to.name }];
      for (const p of moved) ctx.note({ noun: "supplier_parcel", noun_id: p.id, noun_no: p.parcel_no, reason, changes });
    },
  },
];
