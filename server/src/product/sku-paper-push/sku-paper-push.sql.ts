/** Pushes of a paper list: rows of who was picked and what came of each. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { PaperPushResult, PushPerson } from "../doors.ts";

export type Push = Output<typeof skuPaperPushApi.sku_paper_push_get>;

const COLUMNS = q`
  s.id, s.sku_id, coalesce(s.ended_as, 'running') as push_state, s.total, n.done, n.same, n.failed, n.waiting,
  (select nullif(w.nickname, '') from workers w where w.id = s.created_by) as created_by_name, s.created_at, s.ended_at`;
const COUNTS = q`
  left join lateral (
    select count(*) filter (where x.outcome = 'done')::int as done, count(*) filter (where x.outcome = 'same')::int as same,
      count(*) filter (where x.outcome in ('refused', 'failed'))::int as failed, count(*) filter (where x.outcome = 'waiting')::int as waiting
    from sku_paper_push_people x where x.push_id = s.id) n on true`;

export const pushById = (db: Db, id: number): Promise<Push | undefined> =>
  row<Push>(db, q`select ${COLUMNS} from sku_paper_pushes s ${COUNTS} where s.id = ${id}`);

export const pushList = (skuId: number): ListDef => ({
  from: q`sku_paper_pushes s`,
  where: q`s.sku_id = ${skuId}`,
  id: "s.id",
  select: COLUMNS,
  joins: COUNTS,
  sorts: { created_at: { by: "s.created_at", order: "desc" } },
  sort: "created_at",
});

/** Results of the people whom the caller may see. */
export const pushResults = (pushId: number, outcome: string | null, scope: Sql | null): ListDef => ({
  // A person may stand in several pushes: his id is a key within one only.
  from: q`(select * from sku_paper_push_people where push_id = ${pushId}) x join applicants a on a.id = x.applicant_id join orders o on o.id = x.order_id`,
  where: and([outcome !== null && q`x.outcome = ${outcome}`, scope]),
  id: "a.id",
  select: q`x.applicant_id, a.applicant_no, x.order_id, o.order_no, a.name_cn, a.applicant_status, x.outcome, x.msg, x.at`,
  sorts: { applicant_no: { by: "a.applicant_no", order: "asc" } },
  sort: "applicant_no",
});

interface NewPush {
  sku_id: number;
  sku_version: number;
  people: readonly PushPerson[];
}
export async function addPush(ctx: Ctx, { sku_id, sku_version, people }: NewPush): Promise<number> {
  const { id } = await ctx.db
    .insertInto("sku_paper_pushes")
    .values({ sku_id, sku_version, total: people.length, created_by: ctx.me.worker_id, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await rows(
    ctx.db,
    q`insert into sku_paper_push_people (push_id, applicant_id, order_id)
      select ${id}::int8, p.applicant_id, p.order_id from json_to_recordset(${JSON.stringify(people)}::json) p(applicant_id int8, order_id int8)`,
  );
  return id;
}

export const setPushJob = (db: Db, id: number, jobId: number | null): Promise<unknown> =>
  row(db, q`update sku_paper_pushes set job_id = ${jobId} where id = ${id}`);

export interface OpenPush {
  id: number;
  sku_id: number;
  sku_no: string;
  job_id: number | null;
  total: number;
  by: string;
}
/** A push with people that wait, or undefined. */
export const openPush = (db: Db, id: number): Promise<OpenPush | undefined> =>
  row<OpenPush>(
    db,
    q`
    select s.id, s.sku_id, k.sku_no, s.job_id, s.total, coalesce(nullif(w.nickname, ''), w.account, '系统') as by
    from sku_paper_pushes s join skus k on k.id = s.sku_id left join workers w on w.id = s.created_by where s.id = ${id} and s.ended_as is null`,
  );

/** The next order with people that wait. */
export const nextOrder = (db: Db, pushId: number): Promise<{ order_id: number; applicant_ids: number[]; waiting: number } | undefined> =>
  row(
    db,
    q`
    select order_id, array_agg(applicant_id order by applicant_id) as applicant_ids,
      (select count(*)::int from sku_paper_push_people where push_id = ${pushId} and outcome = 'waiting') as waiting
    from sku_paper_push_people where push_id = ${pushId} and outcome = 'waiting' group by order_id order by order_id limit 1`,
  );

interface Told extends Omit<PaperPushResult, "outcome"> {
  outcome: PaperPushResult["outcome"] | "failed";
}
export const tellResults = (db: Db, pushId: number, results: readonly Told[], now: Date): Promise<unknown> =>
  rows(
    db,
    q`
    update sku_paper_push_people x set outcome = r.outcome, msg = r.msg, at = ${now}
    from json_to_recordset(${JSON.stringify(results)}::json) r(applicant_id int8, outcome text, msg text)
    where x.push_id = ${pushId} and x.applicant_id = r.applicant_id`,
  );

/** Who still waits is left as he is. */
export async function endPush(db: Db, id: number, as: "done" | "cancelled" | "failed", now: Date): Promise<void> {
  const left = as === "cancelled" ? "cancelled" : "failed";
  await row(
    db,
    q`update sku_paper_push_people set outcome = ${left}, msg = ${as === "cancelled" ? "推送已取消" : "推送中断，请重新推送"}, at = ${now} where push_id = ${id} and outcome = 'waiting'`,
  );
  await row(db, q`update sku_paper_pushes set ended_as = ${as}, ended_at = ${now} where id = ${id} and ended_as is null`);
}
