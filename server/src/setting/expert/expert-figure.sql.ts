/**
 * What experts did in a period, each figure by its definition in the contract. `ended` = people with a result: issued, or
 * refused (a refusal has its category, whatever became of the claim afterwards). What is expected of an expert is the rate
 * of the others at the same mission and identity in twelve months; under 20 of them the mission alone, then everybody.
 */
import { SAMPLE_MIN, TREND_WEEKS } from "@visadesk/contract/setting/expert.ts";
import type { Db } from "#kit/db/db.ts";
import { and, likeText, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { OFF, OPEN_COUNT } from "./expert.sql.ts";

export interface FigureRow {
  id: number;
  worker_id: number;
  nickname: string;
  account: string;
  is_enabled: boolean;
  display_name: string;
  team_id: number | null;
  team_name: string | null;
  country_ids: string[];
  team_country_ids: string[];
  accept_new: boolean;
  handle_urgent: boolean;
  max_open: number;
  weight: number;
  off: string | null;
  open_applicants: number;
  order_count: number;
  finished: number;
  issued: number;
  expected: number | null;
  review_minutes: number | null;
  own_minutes: number | null;
  reviews_ended: number;
  on_time: number;
  supplement_mean: number | null;
  evaluate_count: number;
  score_mean: number | null;
  good_count: number;
  bad_count: number;
  trend: { finished: number; issued: number }[];
  version: number;
  updated_at: string;
  _total: number;
}

export interface FigureFilter {
  keyword?: string | undefined;
  team_id?: number[] | undefined;
  country_id?: string[] | undefined;
  accept_new?: boolean | undefined;
  sample_ok?: boolean | undefined;
}
export interface Period {
  from: Date;
  to: Date;
  now: Date;
}
export interface FigurePage {
  sort: string | undefined;
  order: "asc" | "desc" | undefined;
  limit: number;
  offset: number;
}

const WEEK = 7 * 86_400_000;
const yearBefore = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate(), now.getUTCHours(), now.getUTCMinutes()));

/** Everybody with a result in the period or in the last twelve months. A mission is the post of the product as sold. */
const ended = ({ from, to, now }: Period): Sql => q`
  missions as materialized (select s.id, s.body #>> '{embassy,id}' as mission from sku_snapshots s),
  ended as materialized (
    select a.id, a.result_expert_id as expert_id, a.order_id, a.supplement_round, a.result_at, coalesce(m.mission, a.country_id) as mission, coalesce(a.identity, '') as identity,
      (a.refusal_category is null)::int as issued, a.result_at >= ${from} and a.result_at < ${to} as in_period, a.result_at >= ${yearBefore(now)} as in_year
    from applicants a join orders o on o.id = a.order_id left join missions m on m.id = o.snapshot_id
    where a.result_at >= ${new Date(Math.min(from.getTime(), yearBefore(now).getTime()))} and a.result_at < ${new Date(Math.max(to.getTime(), now.getTime()))})`;

/** Rate of the others: of the wider group, less his own; null where too few are left. */
const rateOf = (all: string, own: string, least: number): string =>
  `case when ${all}.n - coalesce(${own}.n, 0) >= ${least} then (${all}.hits - coalesce(${own}.hits, 0))::float8 / (${all}.n - coalesce(${own}.n, 0)) end`;

/** The rate of the others in each of his cells, weighted by his own cases. */
const EXPECTED: Sql = raw(`
  cell as (select mission, identity, count(*) as n, sum(issued) as hits from ended where in_year group by 1, 2),
  post as (select mission, sum(n) as n, sum(hits) as hits from cell group by 1),
  whole as (select sum(n) as n, sum(hits) as hits from post),
  own_cell as (select expert_id, mission, identity, count(*) as n, sum(issued) as hits from ended where in_year and expert_id is not null group by 1, 2, 3),
  own_post as (select expert_id, mission, sum(n) as n, sum(hits) as hits from own_cell group by 1, 2),
  own_whole as (select expert_id, sum(n) as n, sum(hits) as hits from own_post group by 1),
  cases as (select expert_id, mission, identity, count(*) as n from ended where in_period and expert_id is not null group by 1, 2, 3),
  others as (
    select k.expert_id, k.n, coalesce(${rateOf("c", "oc", SAMPLE_MIN)}, ${rateOf("p", "op", SAMPLE_MIN)}, ${rateOf("v", "ov", 1)}) as rate
    from cases k cross join whole v
    left join cell c on c.mission = k.mission and c.identity = k.identity
    left join own_cell oc on oc.expert_id = k.expert_id and oc.mission = k.mission and oc.identity = k.identity
    left join post p on p.mission = k.mission
    left join own_post op on op.expert_id = k.expert_id and op.mission = k.mission
    left join own_whole ov on ov.expert_id = k.expert_id),
  expected as (select expert_id, (sum(n * rate) / sum(n) filter (where rate is not null))::float8 as expected from others group by 1)`);

/** First reviews, our minutes and punctuality of the same people; what was rolled back does not count. */
const WORK: Sql = q`
  spans as (select e.expert_id, s.applicant_id, s.id, s.status, s.party, s.work_minutes, s.due_at, s.left_at from ended e join stage_spans s on s.applicant_id = e.id
    where e.in_period and e.expert_id is not null and s.left_at is not null and not s.is_rolled_back),
  first_reviews as (select s.expert_id, sum(s.work_minutes) as work_minutes from spans s
    left join (select applicant_id, min(id) as id from spans where status not in ('none', 'pre_review') group by 1) x on x.applicant_id = s.applicant_id
    where s.status = 'pre_review' and (x.id is null or s.id < x.id) group by 1, s.applicant_id),
  medians as (select expert_id, percentile_cont(0.5) within group (order by work_minutes) as review_minutes from first_reviews group by 1),
  persons as (select expert_id, applicant_id, sum(work_minutes) as minutes from spans where party = 'us' group by 1, 2),
  means as (select expert_id, avg(minutes)::float8 as own_minutes from persons group by 1),
  timely as (select expert_id, count(*)::int as reviews_ended, count(*) filter (where left_at <= due_at)::int as on_time from spans where status = 'pre_review' and due_at is not null group by 1)`;

const evaluations = ({ from, to }: Period): Sql => q`
  scores as (select v.expert_id, count(*)::int as evaluate_count, avg(v.score)::float8 as score_mean, count(*) filter (where v.score >= 4)::int as good_count, count(*) filter (where v.score <= 2)::int as bad_count
    from order_evaluates v where v.source <> 'auto' and v.appeal_status <> 'accepted' and v.created_at >= ${from} and v.created_at < ${to} group by 1)`;

/** Whole weeks back from now; materialized, because every expert asks for his own. */
const weeks = ({ now }: Period): Sql => q`
  weekly as materialized (
    select e.expert_id, floor(extract(epoch from ${now}::timestamptz - e.result_at) / ${raw(String(WEEK / 1000))})::int as n, count(*)::int as finished, sum(e.issued)::int as issued
    from ended e where e.expert_id is not null and e.result_at <= ${now}::timestamptz and e.result_at > ${new Date(now.getTime() - TREND_WEEKS * WEEK)}
    group by 1, 2)`;
const TREND: Sql = q`(select jsonb_agg(jsonb_build_object('finished', coalesce(k.finished, 0), 'issued', coalesce(k.issued, 0)) order by w.n desc)
    from generate_series(0, ${raw(String(TREND_WEEKS - 1))}) as w(n) left join weekly k on k.expert_id = e.worker_id and k.n = w.n)`;

const COUNTRIES = raw("(case when cardinality(x.country_ids) > 0 then x.country_ids else x.team_country_ids end)");
const wanted = (f: FigureFilter, scope: readonly number[] | null): Sql => {
  const word = f.keyword && `%${likeText(f.keyword)}%`;
  return and([
    scope && q`x.worker_id = any(${[...scope]}::int8[])`,
    word && q`(x.nickname ilike ${word} or x.account ilike ${word} or x.display_name ilike ${word})`,
    f.team_id && q`x.team_id = any(${f.team_id}::int8[])`,
    f.country_id && q`(${COUNTRIES} && ${f.country_id}::text[] or cardinality(${COUNTRIES}) = 0)`,
    f.accept_new !== undefined && q`x.accept_new = ${f.accept_new}`,
    f.sample_ok !== undefined && q`(x.finished >= ${raw(String(SAMPLE_MIN))}) = ${f.sample_ok}`,
  ]);
};

/** A rate of too few cases stands last, whichever way is sorted. */
const enough = (rate: string): string => `case when x.finished >= ${SAMPLE_MIN} then ${rate} end`;
const SORTS: Readonly<Record<string, readonly [by: string, order: "asc" | "desc"]>> = {
  nickname: ["x.nickname", "asc"],
  open_applicants: ["x.open_applicants", "desc"],
  order_count: ["x.order_count", "desc"],
  finished: ["x.finished", "desc"],
  issue_rate: [enough("x.issued::float8 / nullif(x.finished, 0)"), "desc"],
  adjusted_diff: [enough("x.issued::float8 / nullif(x.finished, 0) - x.expected"), "desc"],
  review_hours: ["x.review_minutes", "asc"],
  own_hours: ["x.own_minutes", "asc"],
  on_time_rate: [enough("x.on_time::float8 / nullif(x.reviews_ended, 0)"), "desc"],
  supplement_mean: ["x.supplement_mean", "asc"],
  score_mean: ["x.score_mean", "desc"],
  good_rate: [enough("x.good_count::float8 / nullif(x.evaluate_count, 0)"), "desc"],
};
const sorted = ({ sort, order }: FigurePage): Sql => {
  const [by, usual] = SORTS[sort ?? "finished"] ?? ["x.finished", "desc"];
  return raw(`${by} ${order ?? usual} nulls last, x.id`);
};

/** Experts with their figures, one statement; `scope`: who is visible, null = all. */
export const figureRows = (
  db: Db,
  f: FigureFilter,
  scope: readonly number[] | null,
  period: Period,
  page: FigurePage,
): Promise<FigureRow[]> =>
  rows<FigureRow>(
    db,
    q`
    with ${ended(period)}, ${EXPECTED}, ${WORK}, ${evaluations(period)}, ${weeks(period)},
    done as (select expert_id, count(distinct order_id)::int as order_count, count(*)::int as finished, sum(issued)::int as issued, avg(supplement_round)::float8 as supplement_mean
      from ended where in_period and expert_id is not null group by 1)
    select x.*, count(*) over ()::int as _total from (
      select e.id, e.worker_id, coalesce(nullif(w.nickname, ''), w.account) as nickname, w.account, w.status = 1 as is_enabled, e.display_name, w.team_id, t.name as team_name,
        e.country_ids, coalesce(t.country_ids, '{}') as team_country_ids, e.accept_new, e.handle_urgent, e.max_open, e.weight, ${OFF} as off, ${OPEN_COUNT} as open_applicants,
        coalesce(d.order_count, 0) as order_count, coalesce(d.finished, 0) as finished, coalesce(d.issued, 0) as issued, p.expected,
        m.review_minutes, n.own_minutes, coalesce(y.reviews_ended, 0) as reviews_ended, coalesce(y.on_time, 0) as on_time, d.supplement_mean,
        coalesce(s.evaluate_count, 0) as evaluate_count, s.score_mean, coalesce(s.good_count, 0) as good_count, coalesce(s.bad_count, 0) as bad_count,
        ${TREND} as trend, e.version, e.updated_at
      from experts e join workers w on w.id = e.worker_id left join roles r on r.id = w.role_id left join teams t on t.id = w.team_id
      left join done d on d.expert_id = e.worker_id left join expected p on p.expert_id = e.worker_id left join medians m on m.expert_id = e.worker_id
      left join means n on n.expert_id = e.worker_id left join timely y on y.expert_id = e.worker_id left join scores s on s.expert_id = e.worker_id) x
    where ${wanted(f, scope)} order by ${sorted(page)} limit ${page.limit} offset ${page.offset}`,
  );

export interface HeadCounts {
  experts: number;
  open_applicants: number;
  over_limit: number;
}
/** Enabled experts in the scope, what they have in hand, and how many have more than they should. */
export const headCounts = (db: Db, scope: readonly number[] | null): Promise<HeadCounts[]> =>
  rows<HeadCounts>(
    db,
    q`
    select count(*)::int as experts, coalesce(sum(x.open), 0)::int as open_applicants, count(*) filter (where x.open > x.max_open)::int as over_limit from (
      select e.max_open, ${OPEN_COUNT} as open from experts e join workers w on w.id = e.worker_id
      where ${and([q`w.status = 1`, scope && q`e.worker_id = any(${[...scope]}::int8[])`])}) x`,
  );
