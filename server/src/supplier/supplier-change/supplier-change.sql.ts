import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, type Sql } from "#kit/db/sql.ts";
import { timeRange } from "#kit/range.ts";
import { OPEN } from "../supplier-assignment/supplier-assignment.sql.ts";

/** Applicants a match is given and whose case is still on. */
export const openAssignments = async (db: Db, match: number): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      q`
      select count(*)::int as n from supplier_assignments x
      where x.supplier_product_id = ${match} and ${OPEN}`,
    )
  )?.n ?? 0;

type Api = typeof supplierProductApi;
type Shown = Output<Api["supplier_change_query"]>["list"][number];
export interface ChangeRow extends Omit<Shown, "old_text" | "new_text" | "delta" | "delta_rate"> {
  old_value: unknown;
  new_value: unknown;
}
type Asked = Parsed<Api["supplier_change_query"]>;

export const changeList = (f: Asked, scope: Sql | null): ListDef => ({
  from: q`supplier_changes h join suppliers s on s.id = h.supplier_id`,
  where: and([
    f.supplier_product_id !== undefined && q`h.supplier_product_id = ${f.supplier_product_id}`,
    scope,
    f.field && q`h.field = any(${f.field}::text[])`,
    f.source && q`h.source = any(${f.source}::text[])`,
    f.by_id && q`h.by_id = any(${f.by_id}::int8[])`,
    timeRange("h.at", f.at),
  ]),
  id: "h.id",
  select: q`
    h.id, h.at, h.field, h.old_value, h.new_value, h.source, h.reason, h.effective_at, h.open_count, h.adjust_no,
    (select j.id from price_adjustments j where j.adjust_no = h.adjust_no) as adjust_id, nullif(w.nickname, '') as by_name`,
  joins: q`left join workers w on w.id = h.by_id`,
  sort: "at",
  sorts: { at: { by: "h.at", order: "desc", keyset: true } },
});
