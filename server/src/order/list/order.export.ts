/** Both lists as exports read them: the list itself, page behind page by its own order, only the fields asked for. */
import type { z } from "@visadesk/contract/kit/field.ts";
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { order } from "@visadesk/contract/order/order.ts";
import { type orderListApi } from "@visadesk/contract/order/order-list.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Exportable } from "#kit/export/exported.ts";
import type { Page } from "#kit/db/page.ts";
import { q, rows } from "#kit/db/sql.ts";
import { applicantReads } from "../applicant/applicant.read.ts";
import type { OrderField } from "./order-columns.sql.ts";
import { orderReads } from "./order.read.ts";
import { sealedOrder } from "../applicant/sealed.ts";

type OrderInput = z.output<typeof orderListApi.order_query.input>;
type ApplicantInput = z.output<typeof applicantApi.applicant_query.input>;

/** Rows read at a time: enough to keep the database busy, few enough to keep memory flat. */
const BATCH = 2_000;

/** A list's pages, each row with `_id`, by which the log knows whom the file speaks of. */
async function* walk<R extends { id: number }>(
  ask: (cursor: string | undefined) => Promise<Page<R>>,
): AsyncGenerator<(R & { _id: number })[]> {
  for (let cursor: string | undefined; ;) {
    const page = await ask(cursor);
    if (page.list.length > 0) yield page.list.map((r) => Object.assign(r, { _id: r.id }));
    if (page.cursor === null) return;
    cursor = page.cursor;
  }
}
const paged = (cursor: string | undefined) => ({ page: 1, page_size: BATCH, count: false, cursor });

/** The sealed numbers beside a page; only a full export asks for them. */
async function withSealed<P extends Page<{ id: number }>>(ctx: Pick<Ctx, "db">, page: P, columns: readonly string[]): Promise<P> {
  if (!columns.includes("contact_mobile_sealed")) return page;
  const found = await rows<{ id: number }>(
    ctx.db,
    q`select id, contact_mobile_sealed from orders where id = any(${page.list.map((o) => o.id)}::int8[])`,
  );
  const sealed = new Map(found.map((o) => [o.id, o]));
  for (const o of page.list) Object.assign(o, sealed.get(o.id));
  return page;
}

export const orderExport = {
  endpoint: "order_query",
  sealed: sealedOrder,
  subjects: async (ctx: Pick<Ctx, "db">, ids: readonly number[]): Promise<number[]> =>
    (await rows<{ id: number }>(ctx.db, q`select id from applicants where order_id = any(${[...ids]}::int8[]) order by id`)).map(
      (a) => a.id,
    ),
  batches: (ctx: Ctx, filter: OrderInput, columns: readonly string[]) => {
    const fields = columns.filter((c): c is OrderField => c in order.shape);
    return walk(async (cursor) => withSealed(ctx, await orderReads.order_query({ ...filter, ...paged(cursor), fields }, ctx), columns));
  },
} satisfies Exportable;

export const applicantExport = {
  endpoint: "applicant_query",
  subjects: (_ctx: unknown, ids: readonly number[]): Promise<number[]> => Promise.resolve([...ids]),
  batches: (ctx: Ctx, filter: ApplicantInput) => walk((cursor) => applicantReads.applicant_query({ ...filter, ...paged(cursor) }, ctx)),
} satisfies Exportable;
