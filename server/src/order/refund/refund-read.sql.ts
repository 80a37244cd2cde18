/** Refunds as their list and page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { FINAL_ABOVE } from "@visadesk/contract/order/refund/refund.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { timeRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { orderScope } from "../list/scope.ts";
import type { JudgedLine } from "./refund-lines.rules.ts";
import { refundQueue } from "./refund.queues.ts";

type Api = typeof refundApi;
type Filter = Omit<Parsed<Api["refund_query"]>, "page" | "page_size">;
export type RefundRow = Output<Api["refund_start"]>;
type Named = "created_by_name" | "reviewer_name" | "final_reviewer_name" | "is_mine" | "is_reviewed_by_me" | "needs_final";
export type ListedRefund = Omit<RefundRow, Named> & {
  created_by: number | null;
  reviewer_id: number | null;
  final_reviewer_id: number | null;
};
type Caller = Pick<Ctx, "db" | "me">;
type Asker = Pick<Ctx, "db" | "me" | "now">;

const FROM = q`refunds r join orders o on o.id = r.order_id left join peers p on p.id = o.peer_id join skus k on k.id = o.sku_id`;
const PEOPLE = q`(select coalesce(a.name_cn, '申请人' || a.seq) from refund_people x join applicants a on a.id = x.applicant_id where x.refund_id = r.id order by a.seq limit 1) as applicant_name,
  (select count(*)::int from refund_people x where x.refund_id = r.id) as applicant_count`;
const COLUMNS = q`r.id, r.refund_no, r.order_id, o.order_no, o.peer_id, p.short_name as peer_name, k.name as sku_name, r.kind, ${PEOPLE}, r.initiator, r.reason_code, r.reason,
  r.liability, r.asked_amount, coalesce((select sum(l.policy_amount) from refund_lines l where l.refund_id = r.id), 0)::int8 as policy_amount, r.approved_amount, r.refund_status, r.waits, r.reviewed_at, r.decided_note, r.fail_reason, r.due_at, r.paid_at, r.created_at, r.version,
  r.updated_at, r.created_by, r.reviewer_id, r.final_reviewer_id`;

const whereOf = (f: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    orderScope(ctx, "o"),
    f.keyword &&
      or([q`r.refund_no like ${`${likeText(f.keyword.toUpperCase())}%`}`, q`o.order_no like ${`${likeText(f.keyword.toUpperCase())}%`}`]),
    f.queue && refundQueue(ctx, f.queue),
    f.order_id !== undefined && q`r.order_id = ${f.order_id}`,
    f.refund_status && q`r.refund_status = any(${[...f.refund_status]}::text[])`,
    f.kind && q`r.kind = any(${[...f.kind]}::text[])`,
    f.peer_id && q`o.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.reason_code && q`r.reason_code = any(${[...f.reason_code]}::text[])`,
    f.liability && q`r.liability = any(${[...f.liability]}::text[])`,
    f.created_by && q`r.created_by = any(${[...f.created_by]}::int8[])`,
    f.amount_from !== undefined && q`r.asked_amount >= ${f.amount_from}`,
    f.amount_to !== undefined && q`r.asked_amount <= ${f.amount_to}`,
    timeRange("r.created_at", f.created_at),
    f.is_waiting_red !== undefined && (f.is_waiting_red ? q`cardinality(r.waits) > 0` : q`cardinality(r.waits) = 0`),
  ]);
export const refundList = (f: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: whereOf(f, ctx),
  id: "r.id",
  select: COLUMNS,
  sorts: {
    created_at: { by: "r.created_at", order: "desc", keyset: true },
    asked_amount: { by: "r.asked_amount", order: "desc" },
    updated_at: { by: "r.updated_at", order: "desc" },
  },
  sort: "created_at",
});
export const refundFigures = async (f: Filter, ctx: Asker): Promise<Output<Api["refund_figures"]>> =>
  (await row<Output<Api["refund_figures"]>>(
    ctx.db,
    q`select count(*)::int as count, coalesce(sum(r.asked_amount), 0)::int8 as asked, coalesce(sum(r.approved_amount), 0)::int8 as approved,
        coalesce(sum((select sum(x.amount) from refund_parts x where x.refund_id = r.id and x.part_status = 'done')), 0)::int8 as returned
      from ${FROM} where ${whereOf(f, ctx)}`,
  )) ?? { count: 0, asked: 0, approved: 0, returned: 0 };
export const refundCounts = (ctx: Caller): Promise<{ status: RefundRow["refund_status"]; n: number }[]> =>
  rows(ctx.db, q`select r.refund_status as status, count(*)::int as n from ${FROM} where ${and([orderScope(ctx, "o")])} group by 1`);
/** 待审核 of the list, as the menu's badge. */
export const refundsWaiting = async (ctx: Asker): Promise<number> =>
  (await refundFigures({ refund_status: ["pending", "pending_final"] }, ctx)).count;
export const listedRefund = (ctx: Caller, id: number): Promise<ListedRefund | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from ${FROM} where ${and([q`r.id = ${id}`, orderScope(ctx, "o")])}`);

export async function shownRefunds(ctx: Caller, list: readonly ListedRefund[]): Promise<RefundRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((r) => [r.created_by, r.reviewer_id, r.final_reviewer_id]),
  );
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  const me = ctx.me.worker_id;
  return list.map(({ created_by, reviewer_id, final_reviewer_id, ...r }) => ({
    ...r,
    needs_final: (r.approved_amount ?? r.asked_amount) > FINAL_ABOVE,
    is_mine: created_by === me,
    is_reviewed_by_me: reviewer_id === me,
    created_by_name: name(created_by),
    reviewer_name: name(reviewer_id),
    final_reviewer_name: name(final_reviewer_id),
  }));
}

type Detail = Output<Api["refund_get"]>;
export const detailLines = (
  ctx: Caller,
  id: number,
): Promise<(Omit<Detail["lines"][number], "policy_now" | "stage" | "clause" | "rate"> & object)[]> =>
  rows(
    ctx.db,
    q`select l.id as line_id, l.fee_id, f.applicant_id, a.applicant_no, a.name_cn as applicant_name, f.kind as fee_kind, d.diff_no, l.paid, l.policy_amount,
        l.asked_amount, l.approved_amount, l.note
      from refund_lines l join order_fees f on f.id = l.fee_id left join applicants a on a.id = f.applicant_id left join order_diffs d on d.id = f.diff_id
      where l.refund_id = ${id} order by l.id`,
  );
export const detailParts = (ctx: Caller, id: number): Promise<Detail["parts"]> =>
  rows(
    ctx.db,
    q`select x.id, x.paid_by as method, x.way, x.amount, x.part_status, f.payout_no, x.fail_reason, x.done_at
      from refund_parts x left join payouts f on f.id = x.payout_id where x.refund_id = ${id} order by x.seq`,
  );
export const detailMore = (
  ctx: Caller,
  id: number,
): Promise<Pick<Detail, "proof" | "payee_name" | "payee_account" | "payee_bank"> & { trial: readonly JudgedLine[] }> =>
  row<Pick<Detail, "proof" | "payee_name" | "payee_account" | "payee_bank"> & { trial: readonly JudgedLine[] }>(
    ctx.db,
    q`select proof, payee_name, payee_account, payee_bank, trial from refunds where id = ${id}`,
  ).then((found) => found ?? { proof: [], payee_name: "", payee_account: "", payee_bank: "", trial: [] });
