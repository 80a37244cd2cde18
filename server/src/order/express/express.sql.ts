import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { expressFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Db } from "#kit/db/db.ts";
import { nothing, q, raw, row, rows } from "#kit/db/sql.ts";

export interface ExpressRow {
  id: number;
  type: number;
  order_id: number | null;
  mode: string;
  carrier_code: string | null;
  waybill_no: string | null;
  express_status: StateOf<typeof expressFlow>;
  version: number;
}
export interface ExpressItem {
  id: number;
  applicant_id: number | null;
  material_id: number | null;
  name: string;
  count: number;
  counted: number | null;
}
export const lockExpress = (db: Db, id: number, lock: boolean): Promise<ExpressRow | undefined> =>
  row(
    db,
    q`select id, type::int as type, order_id, mode, carrier_code, waybill_no, express_status, version from expresses where id = ${id} ${lock ? raw("for update") : nothing}`,
  );
export const itemsOf = (db: Db, id: number): Promise<ExpressItem[]> =>
  rows(db, q`select id, applicant_id, material_id, name, count, counted from express_items where express_id = ${id} order by id`);
