/** Configurations of work orders as list and page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { workOrderConfig, workOrderConfigDetail, type workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { CONFIG_SCOPES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dayStart } from "#kit/range.ts";
import { workOrderConfigNoun } from "./work-order.noun.ts";

type Api = typeof workOrderConfigApi;
export type ConfigRow = Output<Api["work_order_config_query"]>["list"][number];
export type ConfigDetail = Output<Api["work_order_config_get"]>;
type Beside = "scope_text" | "count_30" | "late_rate";
export type StoredConfig = Omit<ConfigRow, Beside>;
export type StoredConfigDetail = Omit<ConfigDetail, Beside | "versions" | "moves">;

const NAMED = q`jsonb_array_length(c.fields) as field_count, g.name as team_name`;
const COLUMNS = q`${shown(workOrderConfigNoun, "c", workOrderConfig)}, ${NAMED}`;
const DETAIL = q`${shown(workOrderConfigNoun, "c", workOrderConfigDetail)}, ${NAMED},
  (select d.id from work_order_configs d where d.based_on = c.id and d.config_status = 'draft') as draft_id,
  (select coalesce(nullif(w.nickname, ''), w.account) from workers w where w.id = c.published_by) as published_by_name`;

type Filter = Omit<Parsed<Api["work_order_config_query"]>, "page" | "page_size">;
const among = (column: string, list: readonly string[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::text[])`;
export const configList = (f: Filter): ListDef => ({
  from: q`work_order_configs c`,
  where: and([
    f.keyword && or([q`c.name ilike ${`%${likeText(f.keyword)}%`}`, q`c.code like ${`${likeText(f.keyword.toUpperCase())}%`}`]),
    among("c.category", f.category),
    among("c.scope", f.scope),
    among("c.config_status", f.config_status),
    among("c.handler", f.handler),
  ]),
  id: "c.id",
  select: COLUMNS,
  joins: q`left join teams g on g.id = c.team_id`,
  sorts: {
    updated_at: { by: "c.updated_at", order: "desc", keyset: true },
    code: { by: "c.code", order: "asc", keyset: true, type: "text" },
  },
  sort: "updated_at",
});

export const storedConfig = (db: Db, id: number): Promise<StoredConfigDetail | undefined> =>
  row(db, q`select ${DETAIL} from work_order_configs c left join teams g on g.id = c.team_id where c.id = ${id}`);

/** Every version that came before it or after it, newest first. */
export const versionsOf = (db: Db, id: number): Promise<ConfigDetail["versions"]> =>
  rows(
    db,
    q`
    with recursive chain as (
      select id, based_on from work_order_configs where id = ${id}
      union select c.id, c.based_on from work_order_configs c join chain k on c.id = k.based_on or c.based_on = k.id)
    select c.id, c.config_version, c.config_status, c.published_at from work_order_configs c join chain using (id)
    order by c.config_version desc, c.id desc`,
  );

const FIGURE_DAYS = 30;
interface Figures {
  count_30: number;
  late_rate: number | null;
}
/** Every version of one matter: the same code for the same, or some of the same. A next version goes on with what its former had. */
const SAME = raw("k.code = c.code and k.scope = c.scope and (c.scope = 'all' or k.scope_ids && c.scope_ids)");
/** Of the last days' work orders of each, whichever version they were opened by: how many, and which part missed a limit. What waits for the peer is not late. */
export async function figuresOf(ctx: Pick<Ctx, "db" | "now">, ids: readonly number[]): Promise<ReadonlyMap<number, Figures>> {
  const found = await rows<{ config_id: number; count_30: number; late: number }>(
    ctx.db,
    q`
    select c.id as config_id, count(*)::int as count_30, (count(*) filter (where
        coalesce(t.first_reply_at, t.closed_at, ${ctx.now}) > t.due_reply_at
        or (t.work_order_status <> 'waiting_peer' and coalesce(t.resolved_at, t.closed_at, ${ctx.now}) > t.due_at)))::int as late
    from work_order_configs c join work_order_configs k on ${SAME} join work_orders t on t.config_id = k.id
    where c.id = any(${[...ids]}::int8[]) and t.created_at >= ${dayStart(ctx.now, -FIGURE_DAYS)} group by c.id`,
  );
  return new Map(found.map((f) => [f.config_id, { count_30: f.count_30, late_rate: f.late / f.count_30 }]));
}

const SAID = 3;
const NAMES: Readonly<Record<"level" | "group" | "peer", Sql>> = {
  level: q`select code as id, name from peer_levels`,
  group: q`select id::text as id, name from peer_groups where kind = 'service'`,
  peer: q`select id::text as id, short_name as name from peers`,
};
type Scoped = Pick<StoredConfig, "scope" | "scope_ids">;
/** Those of these that there are, by their numbers. */
export const scopedNames = async (db: Db, scope: keyof typeof NAMES, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await rows<{ id: string; name: string }>(db, q`select id, name from (${NAMES[scope]}) n where id = any(${[...ids]}::text[])`)).map(
      (n) => [n.id, n.name],
    ),
  );
/** 适用 in words, list by list of a page. */
export async function scopeTexts(db: Db, list: readonly Scoped[]): Promise<(c: Scoped) => string> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const scope of ["level", "group", "peer"] as const) {
    const ids = list.flatMap((c) => (c.scope === scope ? c.scope_ids : []));
    if (ids.length > 0) names.set(scope, await scopedNames(db, scope, ids));
  }
  return ({ scope, scope_ids }) => {
    if (scope === "all") return CONFIG_SCOPES.all;
    const named = scope_ids.slice(0, SAID).map((id) => (scope === "level" ? id : (names.get(scope)?.get(id) ?? id)));
    return `${CONFIG_SCOPES[scope]}：${named.join("、")}${scope_ids.length > SAID ? `等${scope_ids.length}个` : ""}`;
  };
}
