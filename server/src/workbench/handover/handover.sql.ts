/** Hand-overs as they are read: by who is away, by the cover, by their leader. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { handover, type handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { type RowOf, shown } from "#kit/noun/noun.ts";
import { handoverNoun } from "../../message/index.ts";
import type { BriefPart, OrderMeanwhile, OrderStage } from "../../order/index.ts";

type Api = typeof handoverApi;
export type Handover = Output<Api["handover_query"]>["list"][number];
export type Stored = Omit<Handover, "moves">;
/** What is kept of an order that changed meanwhile. */
export interface Changed extends Pick<OrderMeanwhile, "order_id" | "acts" | "cover_acts" | "last_act"> {
  before: OrderStage | null;
  after: OrderStage;
}
interface Kept {
  brief: readonly BriefPart[] | null;
  outcome: readonly Changed[] | null;
}
export type Held = Omit<RowOf<"handovers">, keyof Kept> & Kept;
export const NO_HANDOVER = "交接不存在或无权查看";
/** Those whom the caller leads; null: everybody. */
export type Led = readonly number[] | null;

const NAME = (id: string): string => `(select coalesce(nullif(w.nickname, ''), w.account) from workers w where w.id = ${id})`;
const columns = (me: number): Sql => q`${shown(handoverNoun, "h", handover)},
  ${raw(`${NAME("h.from_staff_id")} as from_name, ${NAME("h.to_staff_id")} as to_name, ${NAME("h.created_by")} as created_by_name`)},
  h.from_staff_id = ${me} as is_away, h.to_staff_id = ${me} as is_cover`;
/** Of people he leads, as either of the two. */
const leads = (led: Led): Sql =>
  led === null ? q`true` : q`(h.from_staff_id = any(${[...led]}::int8[]) or h.to_staff_id = any(${[...led]}::int8[]))`;
const sees = (me: number, led: Led): Sql => or([q`h.from_staff_id = ${me}`, q`h.to_staff_id = ${me}`, leads(led)]);

type Filter = Omit<Parsed<Api["handover_query"]>, "page" | "page_size">;
export const handoverList = (f: Filter, me: number, led: Led): ListDef => {
  const views = { away: q`h.from_staff_id = ${me}`, cover: q`h.to_staff_id = ${me}`, lead: leads(led) };
  return {
    from: q`handovers h`,
    where: and([
      f.view ? views[f.view] : sees(me, led),
      f.handover_status && q`h.handover_status = any(${[...f.handover_status]}::text[])`,
    ]),
    id: "h.id",
    select: columns(me),
    sorts: { start_at: { by: "h.start_at", order: "desc" } },
    sort: "start_at",
  };
};
export const storedHandover = (ctx: Pick<Ctx, "db" | "me">, id: number, led: Led): Promise<(Stored & Kept) | undefined> =>
  row(
    ctx.db,
    q`select ${columns(ctx.me.worker_id)}, h.brief, h.outcome from handovers h where ${and([q`h.id = ${id}`, sees(ctx.me.worker_id, led)])}`,
  );

export interface Staff {
  id: number;
  name: string;
  is_enabled: boolean;
  may_work: boolean;
}
/** Held to the end of the transaction, so that plans of the same people are judged one after another. */
export const lockStaff = (db: Ctx["db"], ids: readonly number[], code: number): Promise<Staff[]> =>
  rows(
    db,
    q`select w.id, coalesce(nullif(w.nickname, ''), w.account) as name, w.status = 1 as is_enabled,
        coalesce((select r.is_builtin or ${code} = any(r.module_group) from roles r where r.id = w.role_id), false) as may_work
      from workers w where w.id = any(${[...ids]}::int8[]) order by w.id for no key update`,
  );

export interface Taken {
  from_staff_id: number;
  to_staff_id: number;
  from_name: string;
  to_name: string;
}
/** What either of them has planned or going on within the time. */
export const takenIn = (db: Ctx["db"], ids: readonly number[], span: { start_at: Date; end_at: Date }): Promise<Taken[]> =>
  rows(
    db,
    q`select h.from_staff_id, h.to_staff_id, ${raw(`${NAME("h.from_staff_id")} as from_name, ${NAME("h.to_staff_id")} as to_name`)} from handovers h
      where h.handover_status in ('planned', 'active') and (h.from_staff_id = any(${[...ids]}::int8[]) or h.to_staff_id = any(${[...ids]}::int8[]))
        and tstzrange(h.start_at, h.end_at) && tstzrange(${span.start_at}::timestamptz, ${span.end_at}::timestamptz) order by h.id`,
  );

/** Rows whose time has come, held; `cond` over `h`. */
export const dueRows = (db: Ctx["db"], cond: Sql): Promise<Held[]> =>
  rows(db, q`select h.* from handovers h where ${cond} order by h.id limit 200 for update of h skip locked`);
/** One, waited for. */
export const heldRow = (db: Ctx["db"], id: number): Promise<Held | undefined> =>
  row(db, q`select h.* from handovers h where h.id = ${id} for update`);
