/**
 * Parcels to and from suppliers of the demo orders: what went with each batch the working day before, what came back with
 * the results, and what lies packed, is on its way or lies with them now. The supplier area makes its rows over them.
 */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import type { Tx } from "#kit/db/db.ts";
import { addDays, type WorkCalendar } from "../../base-data/index.ts";

/** Kept apart from waybills of single orders. */
const OUT = 2_000_000_000_000;
const BACK = 3_000_000_000_000;
const NOW = 4_000_000_000_000;
/** One in so many came back with something to clear up. */
const WRONG_ONE_IN = 41;

interface Day {
  day: string;
  /** The working day before. */
  before: string;
  /** Nothing heard until then: complete. */
  counted: string;
}
/** Days of submissions and results with those that follow from them. */
async function daysOf(tx: Tx, c: WorkCalendar): Promise<Sql> {
  const found = await rows<{ day: string }>(
    tx,
    q`
    select plan_date::text as day from submission_batches where plan_date is not null
    union select (result_at at time zone 'Asia/Shanghai')::date::text from applicants where result_at is not null`,
  );
  const list = found.map(({ day }): Day => {
    let before = addDays(day, -1);
    while (!c.isWorkingDay(before)) before = addDays(before, -1);
    return { day, before, counted: c.addWorkingDays(day, 2) };
  });
  const of = (name: keyof Day): string[] => list.map((d) => d[name]);
  return q`unnest(${of("day")}::date[], ${of("before")}::date[], ${of("counted")}::date[]) as d (day, before, counted)`;
}
const at = (day: Sql, clock: string): Sql => q`((${day} + ${clock}::time) at time zone 'Asia/Shanghai')`;

/** Who packs: whoever may, one after the other. */
const PACKER = (key: Sql): Sql => q`
  (select p.ids[1 + (${key} % cardinality(p.ids))::int] from (
    select array_agg(w.id order by w.id) as ids from workers w join roles r on r.id = w.role_id
    where w.status = 1 and ${may.supplier_logistics}::int4 = any(r.module_group)) p)`;
/** Originals of these people. */
const ORIGINALS = q`applicant_materials m on m.applicant_id = a.id and m.kind = 2 and m.material_status <> 'waived'`;

async function sentOut(tx: Tx, days: Sql, now: Date): Promise<void> {
  await rows(
    tx,
    q`
    insert into expresses (type, batch_id, supplier_id, mode, carrier_code, waybill_no, goods, express_status, sent_at, signed_at, signed_by, created_by, created_at)
    select 2, b.id, b.supplier_id, 'express', 'SF', 'SF' || (${OUT}::int8 + b.id), '{passport,material}',
      case when ${at(q`d.counted`, "18:00")} <= ${now} then 'checked' else 'signed' end, ${at(q`d.before`, "15:10")}, ${at(q`d.day`, "08:40")}, '收料组',
      ${PACKER(q`b.id`)}, ${at(q`d.before`, "11:00")}
    from submission_batches b join ${days} on d.day = b.plan_date
    where b.supplier_id is not null and ${at(q`d.day`, "08:40")} <= ${now} and exists (select from submissions s join applicants a on a.id = s.applicant_id join ${ORIGINALS} where s.batch_id = b.id)`,
  );
  await rows(
    tx,
    q`
    insert into express_items (express_id, applicant_id, material_id, name, count, counted)
    select e.id, a.id, m.id, m.name, greatest(1, m.received_count), case when e.express_status = 'checked' then greatest(1, m.received_count) end
    from expresses e join submissions s on s.batch_id = e.batch_id join applicants a on a.id = s.applicant_id join ${ORIGINALS}
    where e.type = 2 order by e.id, a.id, m.id`,
  );
}

/** With the results of a day come that day's originals; of the latest two are not counted and two not cleared up. */
async function cameBack(tx: Tx, days: Sql, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  await rows(
    tx,
    q`
    insert into expresses (type, supplier_id, mode, carrier_code, waybill_no, goods, express_status, exception, sent_at, signed_at, signed_by, created_by, created_at)
    select 5, g.supplier_id, 'express', 'SF', 'SF' || (${BACK}::int8 + g.n), '{passport,material}',
      case when g.n in (2, 4) then 'signed' else 'checked' end,
      case when g.n in (3, 7) then 'wrong' when g.n % ${WRONG_ONE_IN}::int = 0 then 'short' end,
      ${at(q`g.day`, "17:00")}, ${at(q`g.day`, "19:30")}, '收发室', ${PACKER(q`g.n`)}, ${at(q`g.day`, "16:40")}
    from (
      select a.supplier_id, d.day, row_number() over (order by d.day desc, a.supplier_id) as n from applicants a join ${ORIGINALS}
      join ${days} on d.day = (a.result_at at time zone 'Asia/Shanghai')::date
      where a.supplier_id is not null and d.day < ${today}::date and exists (select from express_items i join expresses x on x.id = i.express_id and x.type = 2 where i.applicant_id = a.id)
      group by a.supplier_id, d.day) g`,
  );
  await rows(
    tx,
    q`
    insert into express_items (express_id, applicant_id, material_id, name, count, counted)
    select e.id, a.id, m.id, m.name, greatest(1, m.received_count), case when e.express_status = 'checked' then greatest(1, m.received_count) end
    from expresses e join applicants a on a.supplier_id = e.supplier_id and (a.result_at at time zone 'Asia/Shanghai')::date = (e.sent_at at time zone 'Asia/Shanghai')::date
    join ${ORIGINALS} where e.type = 5 and exists (select from express_items i join expresses x on x.id = i.express_id and x.type = 2 where i.applicant_id = a.id)
    order by e.id, a.id, m.id`,
  );
  await rows(
    tx,
    q`
    update express_items i set counted = 0 from (
      select e.id, min(x.id) as item from expresses e join express_items x on x.express_id = e.id where e.type = 5 and e.exception = 'short' and e.express_status = 'checked' group by e.id) f
    where i.id = f.item`,
  );
  await rows(
    tx,
    q`insert into express_items (express_id, name, count, counted) select id, '证件照', 2, 2 from expresses where type = 5 and exception = 'wrong'`,
  );
}

/**
 * Of the people who wait for their submission a third lies packed and a third has left: to most suppliers yesterday, to some
 * long ago, and with some it has arrived and counted itself. The others are expected.
 */
async function underWay(tx: Tx, c: WorkCalendar, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const workDay = (back: number): Sql => {
    let day = today;
    for (let left = back; left > 0;) {
      day = addDays(day, -1);
      if (c.isWorkingDay(day)) left--;
    }
    return q`${day}::date`;
  };
  const sent = q`case g.supplier_id % 4 when 0 then ${workDay(5)} when 1 then ${workDay(4)} else ${workDay(1)} end`;
  await rows(
    tx,
    q`
    insert into expresses (type, supplier_id, mode, carrier_code, waybill_no, goods, express_status, sent_at, signed_at, signed_by, created_by, created_at)
    select 2, g.supplier_id, 'express', case when g.has_left then 'SF' end, case when g.has_left then 'SF' || (${NOW}::int8 + g.supplier_id) end, '{passport,material}',
      case when g.is_there then 'checked' when g.has_left then 'in_transit' else 'created' end, case when g.has_left then ${at(sent, "15:10")} end,
      case when g.is_there then ${at(workDay(3), "10:20")} end, case when g.is_there then '收料组' end,
      ${PACKER(q`g.supplier_id`)}, case when g.has_left then ${at(sent, "10:00")} else ${at(workDay(1), "16:00")} end
    from (select distinct a.supplier_id, a.id % 3 = 1 as has_left, a.id % 3 = 1 and a.supplier_id % 4 = 1 as is_there from applicants a join ${ORIGINALS}
      where a.applicant_status = 'awaiting_submission' and a.supplier_id is not null and m.holder = 'us' and a.id % 3 < 2) g`,
  );
  await rows(
    tx,
    q`
    insert into express_items (express_id, applicant_id, material_id, name, count, counted)
    select e.id, a.id, m.id, m.name, greatest(1, m.received_count), case when e.express_status = 'checked' then greatest(1, m.received_count) end
    from expresses e join applicants a on a.supplier_id = e.supplier_id and a.id % 3 = case when e.express_status = 'created' then 0 else 1 end
    join ${ORIGINALS} where e.type = 2 and e.batch_id is null and a.applicant_status = 'awaiting_submission' and m.holder = 'us' order by e.id, a.id, m.id`,
  );
  // What arrived has passed through the courier's hands.
  for (const [from, to, when, states] of [
    [q`'us'`, q`'courier'`, q`e.sent_at`, q`array['in_transit', 'checked']`],
    [q`'courier'`, q`'supplier'`, q`e.signed_at`, q`array['checked']`],
  ] as const)
    await rows(
      tx,
      q`
      with gone as (update applicant_materials m set holder = ${to}, holder_supplier_id = case when ${to} = 'supplier' then e.supplier_id end, slot = null
        from express_items i join expresses e on e.id = i.express_id
        where m.id = i.material_id and e.type = 2 and e.batch_id is null and e.express_status = any(${states}) and m.holder = ${from}
        returning m.id, e.id as express_id, ${when} as at, e.created_by, i.count, m.holder_supplier_id)
      insert into custodies (material_id, from_holder, to_holder, staff_id, express_id, supplier_id, count, at)
      select id, ${from}, ${to}, created_by, express_id, holder_supplier_id, count, at from gone`,
    );
}

export async function demoSupplierExpresses(tx: Tx, c: WorkCalendar, now: Date): Promise<void> {
  const days = await daysOf(tx, c);
  await sentOut(tx, days, now);
  await cameBack(tx, days, now);
  await underWay(tx, c, now);
}
