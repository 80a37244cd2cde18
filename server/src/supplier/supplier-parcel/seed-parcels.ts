/** Parcels of the demo business over the express rows that its orders left: numbers, lists, verdicts, prints. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

/** Rows for every express to or from a supplier that has none. */
export async function seedParcels(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from supplier_parcels limit 1`)) return;
    await parcels(tx, now);
    await items(tx);
    await differences(tx, now);
    await rows(
      tx,
      q`
      insert into supplier_parcel_prints (parcel_id, list_version, printed_by, printed_at)
      select id, list_version, created_by, sealed_at + interval '5 minutes' from supplier_parcels where sealed_at is not null and list_version > 0`,
    );
  });
  for (const table of ["supplier_parcels", "supplier_parcel_items", "expresses", "express_items"] as const)
    await rows(db, { pieces: [`analyze ${table}`], values: [] });
}

async function parcels(tx: Tx, now: Date): Promise<void> {
  await rows(
    tx,
    q`
    insert into supplier_parcels (parcel_no, express_id, supplier_id, is_outgoing, purpose, contact_id, batch_id, planned_send_on, sealed_at, sealed_by, passport_count,
      list_version, is_auto_counted, created_by, created_at, updated_at)
    select 'WL' || to_char(e.created_at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad((row_number() over (order by e.created_at, e.id))::text, 6, '0'), e.id, e.supplier_id, e.type = 2,
      case when e.type = 2 then 'submit' else 'result' end, c.id, e.batch_id,
      case when e.type = 2 then coalesce((e.sent_at at time zone 'Asia/Shanghai')::date, (${now}::timestamptz at time zone 'Asia/Shanghai')::date) end,
      s.at, case when s.at is not null then e.created_by end, case when s.at is not null then n.passports end, case when s.at is not null then 1 else 0 end,
      e.type = 2 and e.express_status = 'checked', e.created_by, e.created_at, coalesce(e.signed_at, e.sent_at, e.created_at)
    from expresses e
    cross join lateral (select case when e.type <> 2 then null when e.sent_at is not null then e.sent_at - interval '1 hour' when e.supplier_id % 2 = 0 then e.created_at + interval '1 hour' end as at) s
    left join lateral (select coalesce(sum(i.count) filter (where m.sub_type = 'passport'), 0)::int as passports from express_items i left join applicant_materials m on m.id = i.material_id where i.express_id = e.id) n on true
    left join lateral (select x.id from supplier_contacts x where x.supplier_id = e.supplier_id and 'collect' = any(x.roles) order by x.is_default desc, x.id limit 1) c on true
    where e.supplier_id is not null and e.type in (2, 5)`,
  );
  await rows(tx, q`select setval('number_wl', greatest(1, (select count(*) from supplier_parcels)))`);
}

/** Half of what is still being packed is in the box; an original is open in one parcel alone. */
const items = (tx: Tx): Promise<unknown> =>
  rows(
    tx,
    q`
    insert into supplier_parcel_items (parcel_id, express_item_id, applicant_id, material_id, packed_at, packed_by, verdict, left_at)
    select t.id, i.id, i.applicant_id, i.material_id, case when t.sealed_at is not null or not t.is_outgoing then coalesce(t.sealed_at, t.created_at) when i.id % 2 = 0 then t.created_at end,
      t.created_by, case when e.express_status = 'checked' then case when i.counted = 0 then 'missing' when i.material_id is null then 'extra' else 'ok' end end,
      case when e.express_status = 'checked' then coalesce(e.signed_at, t.created_at) end
    from supplier_parcels t join expresses e on e.id = t.express_id join express_items i on i.express_id = e.id order by t.id, i.id`,
  );

/** What was missing turned up; what came beside the list of late is not cleared up yet. */
async function differences(tx: Tx, now: Date): Promise<void> {
  await rows(
    tx,
    q`
    update supplier_parcel_items set issue_note = '袋内没有', resolution = 'found', resolution_note = '夹在同批的另一袋里' where verdict = 'missing'`,
  );
  await rows(
    tx,
    q`
    update supplier_parcel_items set issue_note = '清单外的照片' where verdict = 'extra'`,
  );
  await rows(
    tx,
    q`
    update supplier_parcels t set exception_open = true, updated_at = ${now} where exists (select from supplier_parcel_items i where i.parcel_id = t.id and i.verdict = 'extra')`,
  );
}
