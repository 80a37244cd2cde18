/** Parcels as lists, counts and the drawer read them. The stage is derived of the express row and what we add to it. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { ParcelStage } from "@visadesk/contract/supplier/supplier.words.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import type { Ctx } from "#kit/call/context.ts";
import { countOf, type ListDef } from "#kit/db/page.ts";
import type { Db } from "#kit/db/db.ts";
import { and, likeText, or, q, raw, row, type Sql } from "#kit/db/sql.ts";
import { dayOf, timeRange } from "#kit/range.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { calendarOf } from "../../base-data/index.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { supplierQueue } from "../supplier.queues.ts";
import { PARCEL_OPEN, PARCELS, parcelScope, parcelTodo, STAGE, type Caller } from "./parcel-state.sql.ts";
import { lateBefore } from "./parcel.rules.ts";
import { waybillMatch } from "./waybill.ts";

type Api = typeof supplierParcelApi;
export type ParcelRow = Output<Api["supplier_parcel_query"]>["list"][number];
/** Without the clock, which is reckoned. */
export type StoredParcel = Omit<ParcelRow, "cut_off_at" | "catches" | "else_catches" | "is_tight"> & {
  contact_cut_off: string | null;
  stage: ParcelStage;
};
export type ParcelFilter = Omit<Parsed<Api["supplier_parcel_query"]>, "page" | "page_size">;
export const NO_PARCEL = "交接单不存在或无权查看";
const live = (states: string): Sql => raw(`e.supplier_id is not null and e.express_status in (${states})`);
export const CREATED = live("'created'");
const ON_WAY = and([live("'in_transit', 'problem'"), q`t.lost_at is null`]);
type Tab = NonNullable<ParcelFilter["tab"]>;
const tabs = (now: Date, late: Date): Readonly<Record<Tab, Sql>> => ({
  todo: parcelTodo(late),
  due: and([CREATED, q`t.is_outgoing`, q`t.planned_send_on <= ${dayOf(now)}::date`]),
  packing: and([CREATED, q`t.sealed_at is null`]),
  sealed: and([CREATED, q`t.sealed_at is not null`]),
  in_transit: ON_WAY,
  lost: q`t.lost_at is not null`,
  done: q`e.express_status = 'checked' and not t.exception_open`,
  all: q`true`,
});

/** Numbers of ours by their beginning, a waybill, or whatever the person inside is found by. */
function keywordOf(typed: string | undefined, scope: Sql | null, doors: Pick<ParcelDoors, "peopleMatch">): Sql | null {
  const word = (typed ?? "").trim();
  if (word === "") return null;
  const people = doors.peopleMatch(word);
  const number = `${likeText(word.toUpperCase())}%`;
  return or([
    q`t.parcel_no like ${number}`,
    q`t.express_id = any(array(select w.id from expresses w join supplier_parcels t on t.express_id = w.id
      where ${and([q`w.supplier_id is not null`, waybillMatch("w", word, "head"), scope])} limit 1000))`,
    ...(people
      ? [q`t.id = any(array(select i.parcel_id from applicants a join supplier_parcel_items i on i.applicant_id = a.id where ${people}))`]
      : []),
  ]);
}

/** People by the same word: by themselves, or by the number of the parcel that they are in now. */
export function dueKeyword(typed: string | undefined, doors: Pick<ParcelDoors, "peopleMatch">): Sql | null {
  const word = (typed ?? "").trim();
  if (word === "") return null;
  const number = `${likeText(word.toUpperCase())}%`;
  const people = doors.peopleMatch(word);
  return or([
    q`exists (select from supplier_parcel_items i join supplier_parcels t on t.id = i.parcel_id join expresses e on e.id = t.express_id
      where i.applicant_id = a.id and i.left_at is null and (t.parcel_no like ${number} or ${waybillMatch("e", word, "head")}))`,
    ...(people ? [people] : []),
  ]);
}

const ITEMS = q`
  lateral (select coalesce(sum(x.count), 0)::int as item_count, coalesce(sum(x.count) filter (where m.sub_type = 'passport'), 0)::int as passports,
      coalesce(sum(x.count) filter (where i.packed_at is not null), 0)::int as packed_count, (count(*) filter (where i.verdict <> 'ok'))::int as issue_count
    from supplier_parcel_items i join express_items x on x.id = i.express_item_id left join applicant_materials m on m.id = i.material_id
    where i.parcel_id = t.id) n`;
const COLUMNS = q`
  t.id, t.parcel_no, e.type::int as type, t.express_id, t.supplier_id, s.short_name as supplier_name, t.purpose, t.contact_id, c.name as contact_name,
  c.cut_off as contact_cut_off, t.batch_id, b.batch_no, e.mode, e.carrier_code, e.waybill_no, e.tracks -> -1 ->> 'text' as track_text, t.planned_send_on,
  n.item_count, n.passports, n.packed_count, n.issue_count, e.estimated_cost, nullif(e.cost, 0) as cost, t.sealed_at, e.sent_at, e.signed_at,
  ${STAGE} as stage, t.is_auto_counted, t.list_version, t.created_by, coalesce(nullif(w.nickname, ''), w.account) as created_by_name, t.note, t.version, t.created_at`;
const JOINS = q`
  join suppliers s on s.id = t.supplier_id left join supplier_contacts c on c.id = t.contact_id left join submission_batches b on b.id = t.batch_id
  left join workers w on w.id = t.created_by cross join ${ITEMS}`;

export async function parcelList(f: ParcelFilter, ctx: Pick<Ctx, "db" | "me" | "now">, doors: ParcelDoors): Promise<ListDef> {
  const late = lateBefore(await calendarOf(ctx.db), ctx.now);
  const anyOf = (column: string, list: readonly unknown[] | undefined, type: string): Sql | null =>
    list ? q`${raw(column)} = any(${[...list]}::${raw(type)}[])` : null;
  return {
    from: PARCELS,
    where: and([
      parcelScope(ctx),
      f.tab && tabs(ctx.now, late)[f.tab],
      f.queue && supplierQueue(ctx, f.queue),
      f.is_late === undefined
        ? null
        : f.is_late
          ? and([ON_WAY, q`e.sent_at < ${late}`])
          : q`not (${and([ON_WAY, q`e.sent_at < ${late}`])})`,
      keywordOf(f.keyword, parcelScope(ctx), doors),
      anyOf("t.supplier_id", f.supplier_id, "int8"),
      f.type && q`t.is_outgoing = ${f.type === 2}`,
      anyOf("t.purpose", f.purpose, "text"),
      f.stage && q`${STAGE} = any(${[...f.stage]}::text[])`,
      f.batch_no &&
        q`t.batch_id = any(array(select x.id from submission_batches x where x.batch_no like ${`${likeText(f.batch_no.toUpperCase())}%`}))`,
      anyOf("t.created_by", f.created_by, "int8"),
      timeRange("e.sent_at", f.sent_at),
      timeRange("e.signed_at", f.signed_at),
    ]),
    id: "t.id",
    select: COLUMNS,
    joins: JOINS,
    sorts: {
      slack: { by: "t.created_at", order: "desc", keyset: true },
      created_at: { by: "t.created_at", order: "desc", keyset: true },
      planned_send_on: { by: "t.planned_send_on", order: "asc" },
      sent_at: { by: "e.sent_at", order: "desc" },
      signed_at: { by: "e.signed_at", order: "desc" },
    },
    sort: "slack",
  };
}

/** One parcel in the caller's sight, by its id or its number. */
export const storedParcel = (
  ctx: Pick<Ctx, "db"> & Caller,
  key: { id?: number | undefined; parcel_no?: string | undefined },
): Promise<StoredParcel | undefined> =>
  row<StoredParcel>(
    ctx.db,
    q`select ${COLUMNS} from ${PARCELS} ${JOINS} where ${and([parcelScope(ctx), key.id === undefined ? q`t.parcel_no = ${(key.parcel_no ?? "").toUpperCase()}` : q`t.id = ${key.id}`])}`,
  );

/** Tabs, and the tiles above them: parcels and passports under way, on their way for too long, differences. */
export async function parcelCounts(ctx: Pick<Ctx, "db" | "me" | "now">): Promise<Record<string, number>> {
  const late = lateBefore(await calendarOf(ctx.db), ctx.now);
  const scope = parcelScope(ctx);
  const wheres: Readonly<Record<string, Sql>> = {
    ...tabs(ctx.now, late),
    parcels: PARCEL_OPEN,
    late: and([ON_WAY, q`e.sent_at < ${late}`]),
    exceptions: q`t.exception_open`,
  };
  const counts = Object.entries(wheres).map(([name, where]) => q`${countOf(PARCELS, and([scope, where]))} as ${raw(`"${name}"`)}`);
  const passports = q`(select coalesce(sum(x.count), 0)::int from ${PARCELS} join supplier_parcel_items i on i.parcel_id = t.id
    join express_items x on x.id = i.express_item_id join applicant_materials m on m.id = i.material_id and m.sub_type = 'passport' where ${and([scope, PARCEL_OPEN])}) as passports`;
  const all = counts.reduce((before, c) => q`${before}, ${c}`, passports);
  return (await row<Record<string, number>>(ctx.db, q`select ${all}`)) ?? {};
}

/** Its party as it was sealed with, or as it announced itself; undefined before. */
export const partyInside = (db: Db, id: number): Promise<{ name: string; mobile: string | null; phone: string } | undefined> =>
  row(
    db,
    q`
    select p->>'name' as name, p->>'mobile' as mobile, coalesce(p->>'phone', '') as phone
    from supplier_parcels t join expresses e on e.id = t.express_id cross join lateral (select case when t.is_outgoing then e.receiver else e.sender end) x(p)
    where t.id = ${id} and p->>'name' is not null`,
  );
