/** Invoices as their list reads them, and whose they are. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import type { Ctx } from "#kit/call/context.ts";
import { known } from "#kit/db/known.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { dateRange, timeRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { overInvoices } from "./invoice-over.ts";
import { invoiceQueue } from "./invoice.desk.ts";
import { invoiceScope } from "./invoice-scope.sql.ts";

type Api = typeof invoiceApi;
type Row = Output<Api["invoice_query"]>["list"][number];
export const NO_INVOICE = "发票不存在或无权查看";

/** What issued red ones took back of a blue one. */
export const RED_DONE = "(select coalesce(sum(r.amount), 0) from invoices r where r.red_of = i.id and r.invoice_status = 'issued')";
const COLUMNS = q`i.id, i.fp_no, i.group_no, i.direction, i.kind, i.title_type, i.title, i.tax_no, i.amount, i.tax, i.surcharge, i.peer_id,
  i.invoice_no, i.issued_on, i.invoice_status, i.delivery, i.created_by, i.created_at, i.updated_at, i.version, i.is_red_lapsed,
  (case when i.direction = 'red' or ${raw(RED_DONE)} = 0 then 'none' when ${raw(RED_DONE)} < i.amount then 'part' else 'full' end) as red_state,
  (select count(distinct l.order_id) from invoice_lines l where l.invoice_id = i.id)::int as order_count`;
export type StoredRow = Omit<Row, "is_mine" | "created_by_name" | "peer_name" | "flag"> & {
  created_by: number | null;
  is_red_lapsed: boolean;
};

/** Red ones take back: as the list, its sheet and the register show them. */
const SIGN = q`(case i.direction when 'red' then -1 else 1 end)`;
const COUNTS = q`i.invoice_status not in ('rejected', 'withdrawn')`;
const typed = (word: string | undefined): word is string => word !== undefined && word !== "";
type Filter = Omit<Parsed<Api["invoice_query"]>, "page" | "page_size">;
const whereOf = (f: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    invoiceScope(ctx),
    typed(f.fp_no) && q`i.fp_no like ${`${likeText(f.fp_no.toUpperCase())}%`}`,
    typed(f.invoice_no) && q`i.invoice_no like ${`${likeText(f.invoice_no)}%`}`,
    typed(f.title) && q`i.title ilike ${`%${likeText(f.title)}%`}`,
    typed(f.tax_no) && q`i.tax_no like ${`${likeText(f.tax_no.toUpperCase())}%`}`,
    typed(f.order_no) &&
      q`exists (select 1 from invoice_lines l join orders o on o.id = l.order_id where l.invoice_id = i.id and o.order_no like ${`${likeText(f.order_no.toUpperCase())}%`})`,
    f.peer_id && q`i.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.kind && q`i.kind = any(${[...f.kind]}::text[])`,
    f.direction && q`i.direction = any(${[...f.direction]}::text[])`,
    f.invoice_status && q`i.invoice_status = any(${[...f.invoice_status]}::text[])`,
    f.amount_from !== undefined && q`i.amount >= ${f.amount_from}`,
    f.amount_to !== undefined && q`i.amount <= ${f.amount_to}`,
    timeRange("i.created_at", f.created_at),
    dateRange("i.issued_on", f.issued_on),
    f.queue && invoiceQueue(ctx, f.queue),
  ]);
export const invoiceList = (f: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: q`invoices i`,
  where: whereOf(f, ctx),
  id: "i.id",
  select: COLUMNS,
  sorts: {
    created_at: { by: "i.created_at", order: "desc", keyset: true },
    amount: { by: "(case i.direction when 'red' then -i.amount else i.amount end)", order: "desc" },
    issued_on: { by: "i.issued_on", order: "desc" },
  },
  sort: "created_at",
});

/** What the filter answers in all; red ones take back, and what was refused or withdrawn is no paper. */
export const invoiceFigures = async (f: Filter, ctx: Pick<Ctx, "db" | "me" | "now">): Promise<Output<Api["invoice_figures"]>> =>
  (await row<Output<Api["invoice_figures"]>>(
    ctx.db,
    q`select count(*)::int as count, coalesce(sum(${SIGN} * i.amount) filter (where ${COUNTS}), 0)::int8 as amount,
        coalesce(sum(${SIGN} * i.tax) filter (where ${COUNTS}), 0)::int8 as tax from invoices i where ${whereOf(f, ctx)}`,
  )) ?? { count: 0, amount: 0, tax: 0 };

const peerShort = known<number, string>(["peers"], async (db, ids) =>
  (await rows<{ id: number; name: string }>(db, q`select id, short_name as name from peers where id = any(${[...ids]}::int8[])`)).map(
    (p) => [p.id, p.name],
  ),
);
const flagOf = ({ is_red_lapsed, invoice_status }: Pick<StoredRow, "is_red_lapsed" | "invoice_status">, isOver: boolean): string =>
  is_red_lapsed && invoice_status === "pending" ? "确认单已失效" : isOver ? "订单已退款" : "";

/** Those being issued that stand on more than is left of what they are for. */
async function overDrawn({ db }: Pick<Ctx, "db">, list: readonly StoredRow[]): Promise<Set<number>> {
  const ids = list.filter((i) => i.direction === "blue" && i.invoice_status === "issuing").map((i) => i.id);
  return ids.length === 0 ? new Set() : overInvoices(db, ids);
}

export async function shownRows(ctx: Pick<Ctx, "db" | "me">, list: readonly StoredRow[]): Promise<Row[]> {
  const over = await overDrawn(ctx, list);
  const [names, peers] = [
    await workerNames(
      ctx.db,
      list.map((i) => i.created_by),
    ),
    await peerShort(
      ctx.db,
      list.map((i) => i.peer_id),
    ),
  ];
  return list.map(({ created_by, is_red_lapsed, ...i }) => ({
    ...i,
    flag: flagOf({ is_red_lapsed, invoice_status: i.invoice_status }, over.has(i.id)),
    is_mine: created_by === ctx.me.worker_id,
    created_by_name: names.get(created_by ?? 0) ?? null,
    peer_name: peers.get(i.peer_id ?? 0) ?? null,
  }));
}
/** As the list shows them. */
export const signed = <R extends Pick<Row, "direction" | "amount" | "tax">>(i: R): R =>
  i.direction === "red" ? { ...i, amount: -i.amount, tax: -i.tax } : i;
/** One in the caller's sight. */
export const storedRow = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredRow | undefined> =>
  row<StoredRow>(ctx.db, q`select ${COLUMNS} from invoices i where ${and([q`i.id = ${id}`, invoiceScope(ctx)])}`);
