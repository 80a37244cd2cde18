/** Acts upon several invoices: passed one by one, started with one sheet, registered by a sheet. */
import type { QueryClient } from "@tanstack/react-query";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { ApiError } from "#kit/app/api.ts";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import type { BulkAct, Selection } from "#kit/list/list-screen.tsx";
import type { InvoiceRow } from "./invoice-words.tsx";

type Seen = Pick<InvoiceRow, "id" | "version" | "fp_no">;
const idsOf = (s: Selection): readonly number[] => ("ids" in s ? s.ids : []);

/** The picked rows as the pages that were looked at showed them. */
export function seenInvoices(client: QueryClient, ids: readonly number[]): InvoiceRow[] {
  const pages = client.getQueriesData<{ list?: readonly InvoiceRow[] }>({ queryKey: [invoiceApi.invoice_query.name, "page"] });
  const rows = new Map<number, InvoiceRow>();
  for (const row of pages.flatMap(([, page]) => page?.list ?? []))
    if (row.version >= (rows.get(row.id)?.version ?? 0)) rows.set(row.id, row);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Each is a call of its own: one that fails leaves the others. */
async function passSeveral(rows: readonly Seen[]): Promise<boolean> {
  if (!(await confirm({ title: `通过 ${rows.length} 张发票申请？`, content: "超出可开金额或由您申请的不会通过。", ok: "通过" })))
    return false;
  const left: { name: string; msg: string }[] = [];
  for (const { id, version, fp_no } of rows)
    try {
      await ask(invoiceApi.invoice_approve, { id, version, idempotency_key: uuid() }, { noToast: true });
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      left.push({ name: fp_no, msg: e.message });
    }
  tellOutcome("通过", "张发票", { done: rows.length - left.length, left });
  return true;
}

/** Into work, with the sheet for the tax office, which is fetched at once. */
export async function startSeveral(rows: readonly Seen[]): Promise<boolean> {
  const content = "导出的批量开票表含完整账号和手机，生成与下载都会记入日志，保留7天。";
  if (!(await confirm({ title: `开始开票 ${rows.length} 张并导出开票表？`, content, ok: "开始开票" }))) return false;
  const { results, done, sheet_id } = await ask(invoiceApi.invoice_issue_start, { rows: rows.map(({ id, version }) => ({ id, version })) });
  tellOutcome("开始开票", "张发票", {
    done,
    left: results.flatMap((r) => (r.ok ? [] : [{ name: rows.find((i) => i.id === r.id)?.fp_no ?? "", msg: r.msg }])),
  });
  if (sheet_id !== null) window.location.assign((await ask(invoiceApi.invoice_sheet_get, { id: sheet_id })).url);
  return true;
}

export const bulkActs = (client: QueryClient): readonly BulkAct[] => [
  {
    label: "通过",
    may: may.invoice,
    ids_only: true,
    fits: { of: (i: InvoiceRow) => i.invoice_status === "pending" && !i.is_mine, none: "所选发票都不能由您通过：须待审核、不是自己申请" },
    run: (s) => passSeveral(seenInvoices(client, idsOf(s))),
  },
  {
    label: "导出批量开票表",
    may: may.invoice,
    ids_only: true,
    fits: {
      of: (i: InvoiceRow) => i.invoice_status === "to_issue" || i.invoice_status === "issuing",
      none: "所选发票都不在待开票或开票中",
    },
    run: (s) => startSeveral(seenInvoices(client, idsOf(s))),
  },
];
