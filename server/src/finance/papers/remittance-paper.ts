/** Money that came in by a bank as the source of a voucher. */
import { REMIT_PURPOSES, type RemitPurpose } from "@visadesk/contract/finance/remittance.words.ts";
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { remittanceScope } from "../remittance/remittance-scope.sql.ts";
import { idsOf } from "./ids.ts";
import type { Paper, PaperReader } from "./paper.ts";

export const remittancePaper: PaperReader = {
  noun: "remittance",
  label: "对公汇款",
  stage: "paper",
  find: (db, typed) => {
    const no = narrow(typed).replace(/\s/g, "").toUpperCase();
    return idsOf(db, q`select id from remittances where remittance_no = ${no} or (bank_ref <> '' and bank_ref = ${no})`);
  },
  read: async (db, ids) => {
    const list = await rows<Omit<Paper, "title"> & { purpose: RemitPurpose }>(
      db,
      q`select r.id, r.remittance_no as no, r.purpose, r.amount, r.remitted_on::text as on, r.submitted_by as by, r.payer_name as note
        from remittances r where r.id = any(${[...ids]}::int8[])`,
    );
    return list.map(({ purpose, ...r }) => ({ ...r, title: `对公汇款：${REMIT_PURPOSES[purpose]}` }));
  },
  seen: (ctx, ids) =>
    idsOf(ctx.db, q`select r.id from remittances r where ${and([q`r.id = any(${[...ids]}::int8[])`, remittanceScope(ctx)])}`),
  orders: (db, ids) =>
    idsOf(
      db,
      q`select distinct (x ->> 'order_id')::int8 as id from remittances r, jsonb_array_elements(r.order_parts) x where r.id = any(${[...ids]}::int8[])`,
    ),
  ofOrders: (db, ids) =>
    idsOf(
      db,
      q`select distinct r.id from remittances r, jsonb_array_elements(r.order_parts) x
        where r.purpose = 'order' and (x ->> 'order_id')::int8 = any(${[...ids]}::int8[])`,
    ),
};
