/** Levels, the lines of a quarter's re-grading and locked levels, as they are stored. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerLevel, type peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import { LEVEL_DAYS } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dayOf } from "#kit/range.ts";
import { peerScope, peerTyped } from "../peer/peer-scope.sql.ts";
import { levelQueue } from "./level.queues.ts";
import { peerLevelNoun } from "./peer-level.noun.ts";

type Api = typeof peerLevelApi;
export type LevelRow = Output<Api["peer_level_query"]>["list"][number];
export type LineRow = Output<Api["peer_level_run_query"]>["list"][number];
export type LockRow = Output<Api["peer_level_lock_query"]>["list"][number];
type At = Pick<Ctx, "me" | "now">;

const DAY_MS = 86_400_000;
/** With how many active peers hold each and what these bought. */
export const levelRows = (db: Ctx["db"], now: Date, code: string | null = null): Promise<LevelRow[]> =>
  rows<LevelRow>(
    db,
    q`
    select ${shown(peerLevelNoun, "l", peerLevel)}, coalesce(nullif(w.nickname, ''), w.account) as cap_by_name, coalesce(c.peers, 0)::int as peer_count, coalesce(c.gmv, 0)::int8 as gmv_90 from peer_levels l left join workers w on w.id = l.cap_by left join (
      select p.level_id, count(*) as peers, sum(o.gmv) as gmv from peers p cross join lateral (
        select coalesce(sum(o.amount_paid - o.amount_refunded), 0) as gmv from orders o
        where o.peer_id = p.id and o.paid_at >= ${new Date(now.getTime() - LEVEL_DAYS * DAY_MS)}) o
      where p.peer_status = 'active' group by p.level_id) c on c.level_id = l.code
    where ${and([code !== null && q`l.code = ${code}`])} order by l.code`,
  );

/** A line with the terms of the level it has. */
export type StoredLine = Omit<LineRow, "asked_text" | "is_earned" | "bd_owner_name" | "decided_by_name"> &
  Pick<LevelRow, "gmv_min" | "orders_min" | "topup_min" | "match"> & { bd_owner_id: number | null; decided_by: number | null };
const LINE_FROM = q`peer_level_lines l join peers p on p.id = l.peer_id join peer_level_runs r on r.id = l.run_id join peer_levels v on v.code = l.from_level`;
const LINE = q`l.id, l.run_id, r.quarter, l.peer_id, p.peer_no, p.short_name as peer_name, l.from_level, l.to_level, (l.figures ->> 'gmv')::int8 as gmv,
  (l.figures ->> 'orders')::int as orders, (l.figures ->> 'topup')::int8 as topup, v.gmv_min, v.orders_min, v.topup_min, v.match, p.bd_owner_id, l.bd_note,
  l.decision, l.keep_reason, l.decided_by, l.decided_at, l.applied_at, l.version`;

type LineFilter = Omit<Parsed<Api["peer_level_run_query"]>, "page" | "page_size">;
export const lineMatching = (input: LineFilter, ctx: At): Sql =>
  and([
    peerScope(ctx),
    input.decision && q`l.decision = any(${input.decision}::text[])`,
    input.from_level && q`l.from_level = any(${input.from_level}::text[])`,
    input.queue && levelQueue(ctx, input.queue),
    input.quarter && q`l.run_id in (select x.id from peer_level_runs x where x.quarter = ${input.quarter})`,
    input.bd_owner_id && q`p.bd_owner_id = any(${input.bd_owner_id}::int8[])`,
  ]);
export const lineList = (input: LineFilter, ctx: At): ListDef => ({
  from: LINE_FROM,
  where: lineMatching(input, ctx),
  id: "l.id",
  select: LINE,
  sorts: { id: { by: "l.id", order: "desc", keyset: true, type: "int8" } },
  sort: "id",
});
export const storedLine = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredLine | undefined> =>
  row<StoredLine>(ctx.db, q`select ${LINE} from ${LINE_FROM} where ${and([q`l.id = ${id}`, peerScope(ctx)])}`);

type LockFilter = Omit<Parsed<Api["peer_level_lock_query"]>, "page" | "page_size">;
export type StoredLock = Omit<LockRow, "earned_level" | "bd_owner_name"> & { bd_owner_id: number | null };
export const lockList = (input: LockFilter, ctx: At): ListDef => ({
  from: q`peers p`,
  where: and([
    peerScope(ctx),
    q`p.peer_status = 'active' and p.level_locked_until >= ${dayOf(ctx.now)}::date`,
    input.keyword && peerTyped(ctx, input.keyword),
    input.level_id && q`p.level_id = any(${input.level_id}::text[])`,
  ]),
  id: "p.id",
  select: q`p.id, p.peer_no, p.short_name, p.level_id, p.level_locked_until, p.level_lock_reason, p.bd_owner_id`,
  sorts: { level_locked_until: { by: "p.level_locked_until", order: "asc", keyset: true, type: "date" } },
  sort: "level_locked_until",
});
