/** Rows of picks: written by a payment, read with the names of their candidates. */
import { PICK_KEEP_DAYS, type PickStep } from "@visadesk/contract/setting/expert.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { timeRange, type Range } from "#kit/range.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { LeadTeam, PickCandidate } from "./expert.rules.ts";

export interface PickRow {
  id: number;
  order_id: number;
  order_no: string;
  country_id: string;
  country_name: string;
  is_urgent: boolean;
  picked_id: number | null;
  picked_name: string | null;
  step: PickStep;
  duty_at: string;
  candidates: (PickCandidate & { nickname: string })[];
  at: string;
}

export const addPick = (
  db: Db,
  p: {
    order_id: number;
    country_id: string;
    is_urgent: boolean;
    picked_id: number | null;
    step: PickStep;
    duty_at: Date;
    candidates: readonly PickCandidate[];
    at: Date;
  },
): Promise<unknown> =>
  rows(
    db,
    q`
    insert into expert_picks (order_id, country_id, is_urgent, picked_id, step, duty_at, candidates, at)
    values (${p.order_id}, ${p.country_id}, ${p.is_urgent}, ${p.picked_id}, ${p.step}, ${p.duty_at}, ${JSON.stringify(p.candidates)}::jsonb, ${p.at})`,
  );

/** Teams with their leaders, disabled people left out. */
export const leadTeams = (db: Db): Promise<LeadTeam[]> =>
  rows(
    db,
    q`
    select t.id, t.parent_id, t.country_ids, case when w.status = 1 then t.leader_id end as leader_id
    from teams t left join workers w on w.id = t.leader_id where t.status = 1 order by t.id`,
  );

const NAME = raw("coalesce(nullif(c.nickname, ''), c.account)");
const COLUMNS: Sql = q`d.id, d.order_id, o.order_no, d.country_id, k.name_zh as country_name, d.is_urgent, d.picked_id,
  (select ${NAME} from workers c where c.id = d.picked_id) as picked_name, d.step, d.duty_at, d.at,
  coalesce((select jsonb_agg(x.item || jsonb_build_object('nickname', ${NAME}) order by x.n)
    from jsonb_array_elements(d.candidates) with ordinality as x(item, n) join workers c on c.id = (x.item ->> 'worker_id')::int8), '[]') as candidates`;
const JOINS: Sql = raw("join orders o on o.id = d.order_id join countries k on k.id = d.country_id");

export interface PickFilter {
  worker_id?: number | undefined;
  with_candidate?: boolean | undefined;
  country_id?: string[] | undefined;
  step?: PickStep[] | undefined;
  is_urgent?: boolean | undefined;
  order_no?: string | undefined;
  at?: Range | undefined;
}
const candidateIs = (worker: number): Sql => q`d.candidates @> ${JSON.stringify([{ worker_id: worker }])}::jsonb`;

/** `scope`: whose picks are visible; null = all. */
export const pickList = (input: PickFilter, scope: readonly number[] | null): ListDef => ({
  from: q`expert_picks d`,
  where: and([
    scope && q`d.picked_id = any(${[...scope]}::int8[])`,
    input.worker_id !== undefined &&
      (input.with_candidate === true
        ? q`(d.picked_id = ${input.worker_id} or ${candidateIs(input.worker_id)})`
        : q`d.picked_id = ${input.worker_id}`),
    input.country_id && q`d.country_id = any(${input.country_id}::text[])`,
    input.step && q`d.step = any(${input.step}::text[])`,
    input.is_urgent !== undefined && q`d.is_urgent = ${input.is_urgent}`,
    input.order_no &&
      q`exists (select from orders n where n.id = d.order_id and n.order_no like ${`%${likeText(input.order_no.toUpperCase())}%`})`,
    timeRange("d.at", input.at),
  ]),
  id: "d.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: { at: { by: "d.at", order: "desc" } },
  sort: "at",
});

/** Picks of one order, the newest first. */
export const picksOfOrder = (db: Db, orderId: number): Promise<PickRow[]> =>
  rows<PickRow>(db, q`select ${COLUMNS} from expert_picks d ${JOINS} where d.order_id = ${orderId} order by d.id desc`);

export interface Fallback {
  country_id: string;
  country_name: string;
  picks: number;
  leader: number;
  nobody: number;
}
/** Countries whose orders found no expert since then, the most frequent first. */
export const fallbacksSince = (db: Db, since: Date): Promise<Fallback[]> =>
  rows<Fallback>(
    db,
    q`
    select d.country_id, k.name_zh as country_name, count(*)::int as picks, count(*) filter (where d.step = 'leader')::int as leader, count(*) filter (where d.step = 'nobody')::int as nobody
    from expert_picks d join countries k on k.id = d.country_id where d.at >= ${since}
    group by d.country_id, k.name_zh having count(*) filter (where d.step in ('leader', 'nobody')) > 0
    order by count(*) filter (where d.step in ('leader', 'nobody')) desc, d.country_id`,
  );

/** Takes picks away that are older than they are kept; answers how many. */
export async function purgePicks(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - PICK_KEEP_DAYS * 86_400_000);
  await rows(db, q`select set_config('visadesk.purge', 'on', true)`);
  const gone = await row<{ n: number }>(
    db,
    q`with gone as (delete from expert_picks where at < ${before} returning id) select count(*)::int as n from gone`,
  );
  await rows(db, q`select set_config('visadesk.purge', 'off', true)`);
  return gone?.n ?? 0;
}
