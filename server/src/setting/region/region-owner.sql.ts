/** Rows of region owners and the places they hold. */
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";

export type RegionKind = "bd" | "cs";
export type RegionState = "pending" | "active" | "ended";
export interface RegionRow {
  id: number;
  kind: RegionKind;
  name: string;
  worker_id: number;
  worker_name: string;
  worker_enabled: boolean;
  area_codes: string[];
  from_date: string;
  to_date: string | null;
  note: string;
  region_state: RegionState;
  version: number;
  updated_at: string;
}

const WORKER = raw("coalesce(nullif(w.nickname, ''), '匿名') as worker_name, w.status = 1 as worker_enabled");
const stateIs = (state: RegionState, today: string): Sql =>
  state === "pending"
    ? q`r.from_date > ${today}::date`
    : state === "ended"
      ? q`r.to_date < ${today}::date`
      : q`r.from_date <= ${today}::date and (r.to_date is null or r.to_date >= ${today}::date)`;
const columns = (today: string): Sql => q`
  r.id, r.kind, r.name, r.worker_id, ${WORKER}, r.area_codes, r.from_date, r.to_date, r.note, r.version, r.updated_at,
  case when ${stateIs("pending", today)} then 'pending' when ${stateIs("ended", today)} then 'ended' else 'active' end as region_state`;

/** One at a time per kind: two people never find the same place free. */
export const lockKind = (db: Db, kind: RegionKind): Promise<unknown> =>
  rows(db, q`select pg_advisory_xact_lock(101003, ${kind === "bd" ? 1 : 2}::int4)`);

export const regionView = (db: Db, id: number, today: string): Promise<RegionRow | undefined> =>
  row<RegionRow>(db, q`select ${columns(today)} from region_owners r join workers w on w.id = r.worker_id where r.id = ${id}`);

export interface RegionFilter {
  kind?: RegionKind | undefined;
  keyword?: string | undefined;
  worker_id?: number[] | undefined;
  region_state?: RegionState[] | undefined;
}
export const regionList = (input: RegionFilter, codes: readonly string[] | null, today: string): ListDef => ({
  from: q`region_owners r`,
  where: and([
    input.kind && q`r.kind = ${input.kind}`,
    input.keyword && q`r.name ilike ${`%${likeText(input.keyword)}%`}`,
    input.worker_id && q`r.worker_id = any(${input.worker_id}::int8[])`,
    input.region_state && or(input.region_state.map((s) => stateIs(s, today))),
    codes && q`r.area_codes && ${[...codes]}::text[]`,
  ]),
  id: "r.id",
  select: columns(today),
  joins: q`join workers w on w.id = r.worker_id`,
  sorts: {
    name: { by: "r.name", order: "asc" },
    from_date: { by: "r.from_date", order: "desc" },
    updated_at: { by: "r.updated_at", order: "desc" },
  },
  sort: "updated_at",
});

export interface Taken {
  area_code: string;
  from_date: string;
  worker_name: string;
}
interface Claim {
  kind: RegionKind;
  area_codes: readonly string[];
  from_date: string;
  to_date: string | null;
}
/** The first place of a claim that another row holds on one of its days. */
export const takenBy = (db: Db, c: Claim, except: number | null): Promise<Taken | undefined> =>
  row<Taken>(
    db,
    q`
    select p.area_code, p.from_date, coalesce(nullif(w.nickname, ''), '匿名') as worker_name
    from region_places p join region_owners r on r.id = p.region_owner_id join workers w on w.id = r.worker_id
    where p.kind = ${c.kind} and p.area_code = any(${[...c.area_codes]}::text[]) and p.region_owner_id is distinct from ${except}::int8
      and daterange(p.from_date, p.to_date, '[]') && daterange(${c.from_date}::date, ${c.to_date}::date, '[]')
    order by p.from_date, p.area_code limit 1`,
  );

/** Whether another row of the kind bears the name on one of these days. */
export const isNamed = async (db: Db, c: Omit<Claim, "area_codes"> & { name: string }, except: number | null): Promise<boolean> =>
  (await row(
    db,
    q`
    select r.id from region_owners r
    where r.kind = ${c.kind} and r.name = ${c.name} and r.id is distinct from ${except}::int8
      and daterange(r.from_date, r.to_date, '[]') && daterange(${c.from_date}::date, ${c.to_date}::date, '[]')`,
  )) !== undefined;

export interface PlaceRow {
  kind: RegionKind;
  area_code: string;
  region_owner_id: number;
  name: string;
  worker_id: number;
  worker_name: string;
  worker_enabled: boolean;
}
/** Places held on a day; all of them, or those among `codes`. */
export const placesOn = (db: Db, day: string, codes: readonly string[] | null): Promise<PlaceRow[]> =>
  rows<PlaceRow>(
    db,
    q`
    select p.kind, p.area_code, p.region_owner_id, r.name, r.worker_id, ${WORKER}
    from region_places p join region_owners r on r.id = p.region_owner_id join workers w on w.id = r.worker_id
    where p.from_date <= ${day}::date and (p.to_date is null or p.to_date >= ${day}::date) and ${codes ? q`p.area_code = any(${[...codes]}::text[])` : raw("true")}
    order by p.area_code`,
  );

/** Rows of an owner that hold today or later. */
export const heldRegions = (kind: RegionKind, today: string): Sql =>
  q`select h.worker_id as owner_id, h.id as item_id from region_owners h where h.kind = ${kind} and (h.to_date is null or h.to_date >= ${today}::date)`;

export const regionsById = (
  db: Db,
  ids: readonly number[],
): Promise<Pick<RegionRow, "id" | "name" | "worker_id" | "from_date" | "to_date" | "version">[]> =>
  rows(
    db,
    q`select id, name, worker_id, from_date, to_date, version from region_owners where id = any(${[...ids]}::int8[]) order by id for update`,
  );

/** The same places and name under another owner. */
export const insertSuccessor = async (
  db: Db,
  of: number,
  next: Pick<RegionRow, "worker_id" | "from_date" | "to_date">,
  by: { me: { worker_id: number }; now: Date },
): Promise<number> => {
  const made = await row<{ id: number }>(
    db,
    q`
    insert into region_owners (kind, name, worker_id, area_codes, from_date, to_date, note, created_by, created_at, updated_at)
    select r.kind, r.name, ${next.worker_id}, r.area_codes, ${next.from_date}::date, ${next.to_date}::date, r.note, ${by.me.worker_id}, ${by.now}, ${by.now}
    from region_owners r where r.id = ${of} returning id`,
  );
  if (!made) throw new Error(`region ${of} has no successor`);
  return made.id;
};
