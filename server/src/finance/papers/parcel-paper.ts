/** Parcels by the number of their carrier, with the orders of what lies in them. */
import { and, or, q, rows } from "#kit/db/sql.ts";
import { orderScope } from "../../order/index.ts";
import type { Paper, PaperReader } from "./paper.ts";
import { idsOf } from "./ids.ts";

/** Orders of a parcel `e`: its own, and those of the people whose papers it carries. */
const ORDERS_OF = q`
  select e.order_id as id from expresses e where e.id = x.id and e.order_id is not null
  union select a.order_id from express_items i join applicants a on a.id = i.applicant_id where i.express_id = x.id
  union select a.order_id from supplier_parcels s join supplier_parcel_items i on i.parcel_id = s.id join applicants a on a.id = i.applicant_id where s.express_id = x.id`;

export const parcelPaper: PaperReader = {
  noun: "express",
  label: "快递",
  stage: "paper",
  find: (db, typed) =>
    idsOf(
      db,
      q`select id from expresses where upper(waybill_no) = ${typed.toUpperCase()} and waybill_no is not null
        union select express_id from supplier_parcels where parcel_no = ${typed.toUpperCase()}`,
    ),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select x.id, coalesce(x.waybill_no, s.parcel_no, '') as no, '快递' as title, nullif(x.cost, 0) as amount,
          (coalesce(x.sent_at, x.created_at) at time zone 'Asia/Shanghai')::date::text as on, x.created_by as by, coalesce(s.parcel_no, '') as note
        from expresses x left join supplier_parcels s on s.express_id = x.id where x.id = any(${[...ids]}::int8[])`,
    ),
  seen: (ctx, ids) => {
    const mine = ctx.me.scope_ids;
    const whose = orderScope(ctx, "o");
    const seen =
      mine === null || whose === null
        ? q`true`
        : or([q`x.created_by = any(${[...mine]}::int8[])`, q`exists (select 1 from orders o where o.id in (${ORDERS_OF}) and ${whose})`]);
    return idsOf(ctx.db, q`select x.id from expresses x where ${and([q`x.id = any(${[...ids]}::int8[])`, seen])}`);
  },
  orders: (db, ids) => idsOf(db, q`select distinct o.id from expresses x, lateral (${ORDERS_OF}) o where x.id = any(${[...ids]}::int8[])`),
};
