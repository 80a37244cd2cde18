/** Requests as reviewers and makers look at them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { priceAdjustmentApi } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf, searchTokens } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { timeRange } from "#kit/range.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Margin } from "./price-adjustment.rules.ts";
import { ADJUST_DUE } from "./price-adjustment.queues.ts";
import { cellsJson } from "./price-adjustment.sql.ts";
import type { Replay } from "./price-replay.rules.ts";

type Row = Output<typeof priceAdjustmentApi.price_adjustment_query>["list"][number];
/** A row before the reader's codes are asked and names are found. */
export interface AdjustFound extends Omit<
  Row,
  "target_no" | "target_name" | "change_text" | "has_hidden" | "margin_old" | "margin_new" | "moves"
> {
  margins: Margin[];
  replay: Replay | null;
}
type Paging = "queue" | "page" | "page_size" | "sort" | "order" | "cursor" | "count" | "fields" | "is_mine";
export type AdjustFilter = Omit<Parsed<typeof priceAdjustmentApi.price_adjustment_query>, Paging> & {
  mine?: number | undefined;
  /** Rows that wait for the reader. */
  waiting?: Sql | undefined;
};

const FROM = raw("price_adjustments a left join skus k on a.target_kind = 'sku' and k.id = a.target_id");
const NAME = (w: string): string => `coalesce(nullif(${w}.nickname, ''), ${w}.account)`;
const COLUMNS = q`
  a.id, a.adjust_no, a.batch_no, a.adjustment_status, a.reason_kind, a.reason, a.source, a.effective_at, a.created_at, a.target_kind, a.target_id, c.name_zh as country_name,
  a.effect_mode, a.applied_at, a.below_floor, a.maker_id, ${raw(NAME("m"))} as maker_name, ${raw(NAME("v"))} as reviewer_name, a.reject_kind, a.review_text, a.decided_at,
  t.adjust_no as revert_no, case when a.adjustment_status = 'pending' then ${raw(ADJUST_DUE)} end as due_at, a.version, a.margins, a.replay, ${cellsJson} as cells`;
const JOINS =
  raw(`left join countries c on c.id = k.country_id left join workers m on m.id = a.maker_id left join workers v on v.id = a.reviewer_id
  left join price_adjustments t on t.id = a.revert_of`);

/** The instant a request is about: when it began to hold, or is asked to. */
const HOLDS = "coalesce(a.applied_at, a.effective_at)";
const keyword = (text: string): Sql =>
  q`(a.adjust_no ilike ${`%${likeText(text)}%`} or a.batch_no ilike ${`%${likeText(text)}%`} or (k.search @> ${searchTokens(text)}::text[] and k.search_text like ${likeOf(text)}))`;

const whereOf = (f: AdjustFilter): Sql =>
  and([
    f.keyword && keyword(f.keyword),
    f.sku_id && q`a.target_kind = 'sku' and a.target_id = any(${f.sku_id}::int8[])`,
    f.country_id && q`k.country_id = any(${f.country_id}::text[])`,
    f.price_kind &&
      q`exists (select from price_adjustment_cells x where x.adjustment_id = a.id and x.price_kind = any(${f.price_kind}::text[]))`,
    f.reason_kind && q`a.reason_kind = any(${f.reason_kind}::text[])`,
    f.source && q`a.source = any(${f.source}::text[])`,
    f.below_floor !== undefined && q`a.below_floor = ${f.below_floor}`,
    f.maker_id && q`a.maker_id = any(${f.maker_id}::int8[])`,
    f.adjustment_status && q`a.adjustment_status = any(${f.adjustment_status}::text[])`,
    timeRange("a.created_at", f.created_at),
    timeRange(HOLDS, f.applied_at),
    f.waiting,
    f.mine !== undefined && q`a.maker_id = ${f.mine}`,
  ]);

export const adjustmentList = (f: AdjustFilter): ListDef => ({
  from: FROM,
  where: whereOf(f),
  id: "a.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: {
    created_at: { by: "a.created_at", order: "desc", keyset: true },
    applied_at: { by: HOLDS, order: "desc" },
  },
  sort: "created_at",
});

export const adjustmentById = (db: Db, id: number): Promise<AdjustFound | undefined> =>
  row<AdjustFound>(db, q`select ${COLUMNS} from ${FROM} ${JOINS} where a.id = ${id}`);

/** Numbers by state, and of one's own, under a filter. */
export const adjustmentCounts = (db: Db, f: AdjustFilter, me: number): Promise<{ key: string; n: number }[]> =>
  rows(
    db,
    q`
    select case grouping(a.adjustment_status) when 1 then 'mine' else a.adjustment_status end as key,
      case grouping(a.adjustment_status) when 1 then (count(*) filter (where a.maker_id = ${me}))::int else count(*)::int end as n
    from ${FROM} where ${whereOf(f)} group by grouping sets ((a.adjustment_status), ())`,
  );

export interface AdjustLog {
  id: number;
  label: string;
  at: string;
  actor_name: string;
  reason: string | null;
  changes: { field: string; label: string; before: unknown; after: unknown }[];
}
/** What was done with a request, the newest first; `label` is the endpoint's name. */
export const adjustmentLog = (db: Db, id: number): Promise<AdjustLog[]> =>
  rows<AdjustLog>(
    db,
    q`
    select l.id, l.endpoint as label, l.at, l.actor_name, l.reason, l.changes from operation_logs l
    where l.noun = 'price_adjustment' and l.noun_id = ${String(id)} and l.result = 'ok' order by l.id desc limit 50`,
  );
