/** What is in a parcel, who is expected in it, and what of him lies where. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { PARTS_SHOWN } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { PIECES } from "../supplier-original/supplier-original.sql.ts";
import type { Going } from "../supplier-parcel/parcel.rules.ts";

type Detail = Output<typeof supplierParcelApi.supplier_parcel_get>;
export type ItemRow = Detail["items"][number] & { express_item_id: number; holder: string | null; left_at: string | null };
export type Expected = Detail["expected"][number];

const DISTRICT = q`coalesce(nullif(em.district_name, ''), em.short_name, em.name, '')`;
/** In the parcel for which there is no open assignment to its supplier any more. */
const MOVED_TO = q`
  case when t.is_outgoing and i.left_at is null and i.applicant_id is not null and not exists (
      select from supplier_assignments x where x.applicant_id = i.applicant_id and x.supplier_id = t.supplier_id and x.released_at is null)
    then coalesce((select s.short_name from supplier_assignments x join suppliers s on s.id = x.supplier_id
      where x.applicant_id = i.applicant_id and x.released_at is null), '未分派') end`;

/** What is in a parcel; of these people only, where some are asked for. */
export const itemsOf = (db: Db, parcelId: number, people: readonly number[] | null = null): Promise<ItemRow[]> =>
  rows<ItemRow>(
    db,
    q`
    select i.id, i.express_item_id, i.applicant_id, a.applicant_no, a.order_id, a.name_cn, a.passport_no, i.material_id, x.name, x.count, ${DISTRICT} as district_name,
      coalesce(m.sub_type = 'passport', false) as is_passport, i.packed_at, i.verdict, i.issue_note, i.issue_files, i.resolution, i.resolution_note,
      ${MOVED_TO} as moved_to, m.holder, i.left_at,
      (select v.planned_date from supplier_assignments v where v.applicant_id = i.applicant_id and v.supplier_id = t.supplier_id and v.released_at is null) as planned_date
    from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id join express_items x on x.id = i.express_item_id
    left join applicants a on a.id = i.applicant_id left join applicant_materials m on m.id = i.material_id
    left join orders o on o.id = a.order_id left join skus k on k.id = o.sku_id left join embassies em on em.id = k.embassy_id
    where ${and([q`i.parcel_id = ${parcelId}`, people && q`i.applicant_id = any(${[...people]}::int8[])`])} order by i.id`,
  );

export interface Board {
  items: number;
  people: number;
  /** People all of whose papers are in; a paper of nobody counts as one. */
  packed: number;
  /** Whose the first paper is. */
  first_person: number | null;
}
/** How far the packing is. */
export const boardOf = async (db: Db, parcelId: number): Promise<Board> => {
  const board = await row<Board>(
    db,
    q`
    select coalesce(sum(n), 0)::int as items, count(*)::int as people, count(*) filter (where is_in)::int as packed,
      (array_agg(applicant_id order by first_id) filter (where applicant_id is not null))[1] as first_person
    from (select i.applicant_id, count(*) as n, bool_and(i.packed_at is not null) as is_in, min(i.id) as first_id
      from supplier_parcel_items i where i.parcel_id = ${parcelId} group by i.applicant_id, case when i.applicant_id is null then i.id end) person`,
  );
  return board ?? { items: 0, people: 0, packed: 0, first_person: null };
};

/** Everybody in these parcels. */
export const peopleInside = async (db: Db, parcelIds: readonly number[]): Promise<number[]> => {
  const found = await rows<{ id: number }>(
    db,
    q`select distinct applicant_id as id from supplier_parcel_items where parcel_id = any(${[...parcelIds]}::int8[]) and applicant_id is not null`,
  );
  return found.map((f) => f.id);
};

/** How many originals a supplier may hold; his row is held until the end. */
export const holdLimit = (db: Db, supplierId: number): Promise<{ top: number } | undefined> =>
  row(db, q`select originals_limit as top from suppliers where id = ${supplierId} for no key update`);
/** Passports with a supplier, which the limit counts, and on their way to him in other parcels. */
export const heldBySupplier = async (db: Db, supplierId: number, except: number): Promise<{ there: number; coming: number }> => {
  const held = await row<{ there: number; coming: number }>(
    db,
    q`
    select (select ${PIECES} from applicant_materials m where m.holder_supplier_id = ${supplierId} and m.sub_type = 'passport') as there,
      (select ${PIECES} from expresses e join supplier_parcels t on t.express_id = e.id join supplier_parcel_items i on i.parcel_id = t.id join applicant_materials m on m.id = i.material_id
        where e.supplier_id = ${supplierId} and e.express_status in ('in_transit', 'problem') and e.type = 2 and t.id <> ${except} and i.left_at is null and m.holder = 'courier' and m.sub_type = 'passport') as coming`,
  );
  return held ?? { there: 0, coming: 0 };
};

/** Prints of a parcel, newest first; what was printed before it was opened again is void. */
export const printsOf = (db: Db, parcelId: number): Promise<Detail["prints"]> =>
  rows(
    db,
    q`
    select r.list_version, r.with_numbers, coalesce(nullif(w.nickname, ''), w.account) as printed_by_name, r.printed_at,
      r.list_version < t.list_version or (t.is_outgoing and t.sealed_at is null) as is_void
    from supplier_parcel_prints r join supplier_parcels t on t.id = r.parcel_id left join workers w on w.id = r.printed_by
    where r.parcel_id = ${parcelId} order by r.id desc limit ${PARTS_SHOWN}`,
  );

/** Papers of people, each an original that we are to send or to get back. */
export interface PersonPaper {
  applicant_id: number;
  applicant_no: string;
  applicant_status: string;
  passport_no: string | null;
  embassy_id: number | null;
  /** Openly assigned to the supplier that is asked about. */
  is_assigned: boolean;
  /** His case is this supplier's, handed in or not. */
  is_his: boolean;
  /** Ever his. */
  was_his: boolean;
  /** Whom he is given to now. */
  given_to: string | null;
  material_id: number | null;
  name: string | null;
  count: number;
  holder: string | null;
  at_supplier: number | null;
  is_passport: boolean;
}
/** People by a condition over `a`, with each of their originals. */
export const papersOf = (db: Db, supplierId: number, who: Sql): Promise<PersonPaper[]> =>
  rows<PersonPaper>(
    db,
    q`
    select a.id as applicant_id, a.applicant_no, a.applicant_status, a.passport_no, k.embassy_id,
      exists (select from supplier_assignments x where x.applicant_id = a.id and x.supplier_id = ${supplierId} and x.released_at is null) as is_assigned,
      a.supplier_id is not distinct from ${supplierId} as is_his,
      a.supplier_id = ${supplierId} or exists (select from supplier_assignments x where x.applicant_id = a.id and x.supplier_id = ${supplierId}) as was_his,
      (select s.short_name from supplier_assignments x join suppliers s on s.id = x.supplier_id where x.applicant_id = a.id and x.released_at is null) as given_to,
      m.id as material_id, m.name, greatest(1, m.received_count) as count, m.holder, m.holder_supplier_id as at_supplier, coalesce(m.sub_type = 'passport', false) as is_passport
    from applicants a join orders o on o.id = a.order_id join skus k on k.id = o.sku_id
    left join applicant_materials m on m.applicant_id = a.id and m.kind = 2 and m.material_status <> 'waived'
    where ${who} order by a.id, m.sort, m.id`,
  );

/** What was lost with its parcel and is here again, or was made anew, is that parcel's no more. */
export const leaveLost = ({ db, now }: Pick<Ctx, "db" | "now">, materialIds: readonly number[]): Promise<unknown> =>
  rows(
    db,
    q`
    update supplier_parcel_items i set left_at = ${now} from supplier_parcels t, applicant_materials m
    where t.id = i.parcel_id and m.id = i.material_id and i.material_id = any(${[...materialIds]}::int8[]) and i.left_at is null and ${REPLACED}`,
  );
/** Item `i` of parcel `t`, whose original `m` is known elsewhere. */
const REPLACED = q`t.lost_at is not null and m.holder <> 'lost'`;

/** Where an original is packed already. */
export const parcelOfMaterial = (
  db: Db,
  materialIds: readonly number[],
  except: number,
): Promise<{ parcel_no: string; passport_no: string | null; name: string; is_passport: boolean } | undefined> =>
  row(
    db,
    q`
    select t.parcel_no, a.passport_no, m.name, coalesce(m.sub_type = 'passport', false) as is_passport
    from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id join applicants a on a.id = i.applicant_id join applicant_materials m on m.id = i.material_id
    where i.material_id = any(${[...materialIds]}::int8[]) and i.left_at is null order by i.parcel_id = ${except}, i.id limit 1`,
  );

/** Planned days this far back are still expected. */
const BACK_DAYS = 60;

export interface ExpectedAsk {
  supplier_id?: number;
  supplier_ids?: readonly number[] | undefined;
  /** Condition over `applicants a`. */
  who?: Sql | null | undefined;
  /** Planned until this day. */
  until: string;
  today: string;
  /** Only these. */
  applicant_ids?: readonly number[];
}
const EXPECTED_MAX = 2_000;
/** The list that an original `n` is on now. */
const LIST_OF = q`
  (select t.parcel_no from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id
    where i.material_id = n.id and i.left_at is null and not (t.lost_at is not null and n.holder <> 'lost'))`;
const ORIGINALS = q`applicant_materials n where n.applicant_id = a.id and n.kind = 2 and n.material_status <> 'waived'`;
/** People given to suppliers whose papers have not all gone, with each original here, elsewhere or packed: those of the first days. */
export const expectedOf = (db: Db, ask: ExpectedAsk): Promise<(Expected & { supplier_id: number; supplier_name: string })[]> =>
  rows(
    db,
    q`
    select f.supplier_id, s.short_name as supplier_name, a.id as applicant_id, a.applicant_no, a.order_id, a.name_cn, a.passport_no, ${DISTRICT} as district_name, f.planned_date,
      m.originals
    from (
      select x.supplier_id, x.applicant_id, x.planned_date from supplier_assignments x join applicants a on a.id = x.applicant_id
      where ${and([
        q`x.released_at is null and x.progress = 'waiting'`,
        ask.supplier_id !== undefined && q`x.supplier_id = ${ask.supplier_id}`,
        ask.supplier_ids && q`x.supplier_id = any(${[...ask.supplier_ids]}::int8[])`,
        ask.who,
        ask.applicant_ids
          ? q`a.id = any(${[...ask.applicant_ids]}::int8[])`
          : q`x.planned_date between ${ask.today}::date - ${BACK_DAYS}::int and ${ask.until}::date`,
        q`exists (select from ${ORIGINALS} and (n.holder = 'us' or (n.holder in ('customer', 'courier') and ${LIST_OF} is null)))`,
      ])}
      order by x.planned_date, x.id limit ${EXPECTED_MAX}) f
    join suppliers s on s.id = f.supplier_id join applicants a on a.id = f.applicant_id
    join orders o on o.id = a.order_id join skus k on k.id = o.sku_id left join embassies em on em.id = k.embassy_id
    cross join lateral (
      select json_agg(json_build_object('material_id', n.id, 'name', n.name, 'count', greatest(1, n.received_count), 'is_here', n.holder = 'us',
        'is_passport', coalesce(n.sub_type = 'passport', false), 'parcel_no', ${LIST_OF}) order by n.sort, n.id) as originals
      from ${ORIGINALS}) m
    order by f.planned_date, a.applicant_no`,
  );

/** Weekdays, mission and first planned day of the people in these parcels. */
export const goingOf = (db: Db, parcelIds: readonly number[]): Promise<(Going & { parcel_id: number })[]> =>
  rows(
    db,
    q`
    select i.parcel_id, v.submit_weekdays, min(x.planned_date)::text as planned,
      case when em.id is null then null else json_build_object('id', em.id, 'weekdays', em.weekdays, 'follow_cn', em.follow_cn) end as mission
    from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id
    join supplier_assignments x on x.applicant_id = i.applicant_id and x.supplier_id = t.supplier_id and x.released_at is null
    join supplier_products v on v.id = x.supplier_product_id join skus k on k.id = v.sku_id left join embassies em on em.id = coalesce(k.submit_place_id, k.embassy_id)
    where i.parcel_id = any(${[...parcelIds]}::int8[]) group by i.parcel_id, v.submit_weekdays, em.id`,
  );
/** The same of a supplier's matches, for people not packed yet. */
export const goingOfSuppliers = (db: Db, ids: readonly number[]): Promise<(Going & { supplier_id: number })[]> =>
  rows(
    db,
    q`
    select distinct v.supplier_id, v.submit_weekdays, '9999-12-31' as planned,
      case when em.id is null then null else jsonb_build_object('id', em.id, 'weekdays', em.weekdays, 'follow_cn', em.follow_cn) end as mission
    from supplier_products v join skus k on k.id = v.sku_id left join embassies em on em.id = coalesce(k.submit_place_id, k.embassy_id)
    where v.supplier_id = any(${[...ids]}::int8[]) and v.status = 1`,
  );

/** Until when a day's papers are taken in, by whom a parcel goes to where nobody else is said. */
export async function cutOffsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  const found = await rows<{ supplier_id: number; cut_off: string | null }>(
    db,
    q`select distinct on (c.supplier_id) c.supplier_id, c.cut_off from supplier_contacts c
      where c.supplier_id = any(${[...ids]}::int8[]) and 'collect' = any(c.roles) order by c.supplier_id, c.is_default desc, c.id`,
  );
  return new Map(found.map((f) => [f.supplier_id, f.cut_off]));
}

const LANE_DAYS = 180;
const LANE_MIN = 5;
/** Nothing known of a lane: a courier takes a day. */
export const LANE_HOURS = 24;
/** Own P90 of suppliers' lanes in hours, where enough parcels went. */
export async function lanesOf(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ supplier_id: number; hours: number }>(
    db,
    q`
    select e.supplier_id, percentile_cont(0.9) within group (order by extract(epoch from e.signed_at - e.sent_at) / 3600.0)::float8 as hours
    from expresses e where e.supplier_id = any(${[...ids]}::int8[]) and e.type = 2 and e.signed_at is not null
      and e.sent_at > ${now}::timestamptz - make_interval(days => ${LANE_DAYS}::int) group by e.supplier_id having count(*) >= ${LANE_MIN}`,
  );
  return new Map(found.map((f) => [f.supplier_id, f.hours]));
}
