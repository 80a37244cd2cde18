/** Parcels of the demo business that left on monthly cards: by two carriers, weighed, a few of every month. */
import { inTransaction, type Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface DemoParcel {
  id: number;
  sent_at: Date;
}
/** So many of a month go with each carrier. */
const EACH = 30;
const MONTHS = 3;
const WEIGHTS = [500, 800, 1_200, 600, 300, 2_100, 900, 1_500];

/**
 * Of this month and three before, oldest first. Those of the second carrier have waybills that say how many months ago they
 * left and which of the month they are, so that a bill to try can be kept in a file.
 */
export const demoCarrierParcels = (db: Db, now: Date): Promise<DemoParcel[]> =>
  inTransaction(db, async (tx) => {
    const picked = await rows<DemoParcel & { ago: number; n: number }>(
      tx,
      q`
      with m as (select e.id, e.sent_at, (date_part('year', t.today) - date_part('year', d.day)) * 12 + date_part('month', t.today) - date_part('month', d.day) as ago
        from expresses e cross join lateral (select (e.sent_at at time zone 'Asia/Shanghai')::date as day) d,
          (select (${now}::timestamptz at time zone 'Asia/Shanghai')::date as today) t
        where e.type in (2, 3) and e.mode = 'express' and e.sent_at is not null and e.waybill_no is not null and e.express_status <> 'cancelled'),
      p as (select id, sent_at, ago::int as ago, row_number() over (partition by ago order by sent_at, id)::int as n from m where ago between 0 and ${MONTHS})
      select id, sent_at, ago, n from p where n <= ${2 * EACH}::int order by sent_at, id`,
    );
    for (const p of picked) {
      const nth = Math.ceil(p.n / 2);
      const weight = WEIGHTS[(nth - 1) % WEIGHTS.length] ?? 500;
      const isSecond = p.n % 2 === 0;
      await rows(
        tx,
        isSecond
          ? q`update expresses set weight_g = ${weight}, carrier_code = 'JD', waybill_no = ${`JDVA${p.ago}${String(nth).padStart(4, "0")}`} where id = ${p.id}`
          : q`update expresses set weight_g = ${weight} where id = ${p.id}`,
      );
    }
    return picked.map(({ id, sent_at }) => ({ id, sent_at }));
  });
