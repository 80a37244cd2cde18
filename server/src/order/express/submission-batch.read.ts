/** Submission batches as the drawer and the board show them. A batch is seen by whoever sees one of its people. */
import type { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { among } from "../list/order.sql.ts";
import { batchVisible } from "./submission-batch.sql.ts";

type Batch = Output<typeof submissionBatchApi.submission_batch_query>["list"][number];
type Line = Output<typeof submissionBatchApi.submission_batch_get>["lines"][number];
const PAGE = 20;

const columns = q`b.id, b.batch_no, e.name as embassy_name, b.submit_city, s.short_name as supplier_name, b.plan_date, b.is_urgent, b.batch_status, b.handed_to, b.handed_at, b.version, b.created_at,
  (select count(*)::int from submissions l where l.batch_id = b.id and l.line_status in ('packed', 'sent', 'submitted', 'past')) as line_count,
  (select count(*)::int from submissions l where l.batch_id = b.id and l.line_status in ('packed', 'sent', 'submitted', 'past') and l.passport_scanned_at is not null) as scanned_count`;
const from = q`submission_batches b left join embassies e on e.id = b.embassy_id left join suppliers s on s.id = b.supplier_id`;

/** One batch as lists show it; also what the batch's own moves answer. */
const batchRow = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<Batch | undefined> =>
  row<Batch>(ctx.db, q`select ${columns} from ${from} where ${and([q`b.id = ${id}`, batchVisible(ctx.me.scope_ids)])}`);

export const submissionBatchReads = {
  submission_batch_query: async (input, ctx) => {
    const where = and([among("b.batch_status", input.batch_status, "text"), batchVisible(ctx.me.scope_ids)]);
    const [list, total] = await Promise.all([
      rows<Batch>(
        ctx.db,
        q`select ${columns} from ${from} where ${where} order by b.created_at desc, b.id desc limit ${PAGE} offset ${(input.page - 1) * PAGE}`,
      ),
      row<{ n: number }>(ctx.db, q`select count(*)::int as n from submission_batches b where ${where}`),
    ]);
    return { list, total: total?.n ?? 0 };
  },
  submission_batch_get: async ({ id }, ctx) => {
    const batch = found(await batchRow(ctx, id), "批次不存在或无权查看");
    const lines = await rows<Line>(
      ctx.db,
      q`
      select l.id, l.applicant_id, l.order_id, o.order_no, a.applicant_no, a.name_cn, a.passport_no, l.line_status, l.submit_date, l.application_no, l.passport_scanned_at,
        coalesce((select string_agg(m.name || '×' || greatest(1, m.received_count), '、' order by m.sort, m.id) from applicant_materials m
          where m.applicant_id = a.id and m.kind = 2 and m.material_status <> 'waived' and m.sub_type is distinct from 'passport'
            and m.holder not in ('customer', 'lost')), '') as papers
      from submissions l join applicants a on a.id = l.applicant_id join orders o on o.id = l.order_id where l.batch_id = ${id} order by l.id`,
    );
    return { ...batch, lines };
  },
} satisfies Partial<Handlers<typeof submissionBatchApi>>;
