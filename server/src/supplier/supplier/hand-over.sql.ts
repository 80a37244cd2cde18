/** Suppliers somebody looks after, and their passing on. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { refuse } from "#kit/http/refuse.ts";
import { q, rows } from "#kit/db/sql.ts";

export const supplierHoldings: readonly Holding[] = [
  {
    kind: "supplier",
    label: "供应商负责",
    short: "供应商",
    unit: "家",
    needs: [may.supplier],
    note: "供应商的负责人改为接手人",
    held: () => q`select h.owner_id, h.id as item_id from suppliers h where h.owner_id is not null`,
    link: (worker) => ({ route: "supplier-list", query: { owner_id: String(worker) } }),
    lock: (db, ids) => rows(db, q`select id from suppliers where id = any(${[...ids]}::int8[]) order by id for update`),
    pass: async (ctx, { ids, from, to, reason }) => {
      const moved = await rows<{ id: number; name: string }>(
        ctx.db,
        q`
        update suppliers set owner_id = ${to.id}, version = version + 1, updated_at = ${ctx.now}
        where id = any(${[...ids]}::int8[]) and owner_id = ${from.id} returning id, name`,
      );
      if (moved.length !== ids.length) refuse("count_changed", "在手数据已变化，请重新预览");
      const changes = [{ field: "owner_id", label: "负责人", before: from.name, after: to.name }];
      for (const s of moved) ctx.note({ noun: "supplier", noun_id: s.id, noun_no: s.name, reason, changes });
    },
  },
];
