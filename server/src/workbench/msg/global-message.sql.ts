/** Banners as their list and the frame read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { globalMessage, type globalMessageApi } from "@visadesk/contract/workbench/message/global-message.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { globalMessageNoun } from "../../message/index.ts";

export type GlobalMessage = Output<typeof globalMessageApi.global_message_query>["list"][number];
type Filter = Omit<Parsed<typeof globalMessageApi.global_message_query>, "page" | "page_size">;

const isEnded = (now: Date): Sql => q`(g.is_closed or g.end_at <= ${now})`;
const status = (now: Date): Sql => q`(case when ${isEnded(now)} then 'ended' when g.start_at > ${now} then 'scheduled' else 'live' end)`;
/** `g` = a banner, `w` = a worker. */
const MEANS = q`(g.audience = 'all' or g.audience = 'roles' and w.role_id = any(g.audience_ids) or g.audience = 'teams' and w.team_id = any(g.audience_ids))`;

export const globalMessageList = (f: Filter, { now }: Pick<Ctx, "now">): ListDef => ({
  from: q`global_messages g`,
  where: and([
    f.keyword && q`g.title ilike ${`%${likeText(f.keyword)}%`}`,
    f.level && q`g.level = any(${[...f.level]}::text[])`,
    f.global_status && q`${status(now)} = any(${[...f.global_status]}::text[])`,
    timeRange("g.created_at", f.created_at),
  ]),
  id: "g.id",
  select: q`${shown(globalMessageNoun, "g", globalMessage)}, ${status(now)} as global_status, s.audience_count, s.confirmed_count,
    coalesce(nullif(b.nickname, ''), b.account, '') as created_by_name,
    coalesce((select string_agg(x.name, '、' order by x.id) from (
      select id, name from roles where g.audience = 'roles' and id = any(g.audience_ids)
      union all select id, name from teams where g.audience = 'teams' and id = any(g.audience_ids)) x), '') as audience_names`,
  joins: q`left join workers b on b.id = g.created_by cross join lateral (
    select count(*)::int as audience_count, count(c.staff_id)::int as confirmed_count
    from workers w left join global_message_confirmations c on c.global_message_id = g.id and c.staff_id = w.id where w.status = 1 and ${MEANS}) s`,
  sorts: { created_at: { by: "g.created_at", order: "desc", keyset: true }, start_at: { by: "g.start_at", order: "desc" } },
  sort: "created_at",
});

/** Live now, for him, not confirmed by him. */
const isFor = (worker: number, now: Date): Sql =>
  and([
    q`not ${isEnded(now)} and g.start_at <= ${now}`,
    MEANS,
    q`not exists (select from global_message_confirmations c where c.global_message_id = g.id and c.staff_id = ${worker})`,
  ]);
export interface Banner {
  id: number;
  level: string;
  title: string;
  content: string;
  link: string | null;
  must_confirm: boolean;
  end_at: string;
}
/** The most pressing one of those that wait for his look. */
export const bannerOf = async (db: Db, worker: number, now: Date): Promise<Banner | null> =>
  (await row<Banner>(
    db,
    q`select g.id, g.level, g.title, g.content, g.link, g.must_confirm, g.end_at from global_messages g join workers w on w.id = ${worker}
      where ${isFor(worker, now)} order by array_position(array['critical', 'warning', 'info'], g.level), g.start_at desc, g.id desc limit 1`,
  )) ?? null;

/** Whether it means him. Once however often it is asked; an ended one is confirmed no more. */
export async function confirmBanner(ctx: Pick<Ctx, "db" | "me" | "now">, id: number): Promise<boolean> {
  const me = ctx.me.worker_id;
  const meant = await row(
    ctx.db,
    q`select 1 from global_messages g join workers w on w.id = ${me} where g.id = ${id} and g.start_at <= ${ctx.now} and ${MEANS}`,
  );
  if (!meant) return false;
  await rows(
    ctx.db,
    q`insert into global_message_confirmations (global_message_id, staff_id, at)
      select g.id, ${me}, ${ctx.now}::timestamptz from global_messages g where g.id = ${id} and not ${isEnded(ctx.now)} on conflict do nothing`,
  );
  return true;
}

/** How many of these roles or teams there are. */
export const knownAudience = async (db: Db, of: "roles" | "teams", ids: readonly number[]): Promise<number> =>
  (
    await row<{ n: number }>(
      db,
      of === "roles"
        ? q`select count(*)::int as n from roles where id = any(${[...ids]}::int8[])`
        : q`select count(*)::int as n from teams where id = any(${[...ids]}::int8[])`,
    )
  )?.n ?? 0;
