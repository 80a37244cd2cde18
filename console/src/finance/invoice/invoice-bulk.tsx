/** Acts upon several invoices: passed one by one, started with one sheet, registered by a sheet. */
import type { QueryClient } from "@tanstack/react-query";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { ask } from "#kit/act/ask.ts";
import { eachRow } from "#kit/act/each-row.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import type { BulkAct } from "#kit/list/list-screen.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { idsLeft, leftOf, seenRows } from "#kit/list/seen-rows.ts";
import type { InvoiceRow } from "./invoice-words.tsx";

type Seen = Pick<InvoiceRow, "id" | "version" | "fp_no">;

/** Each is a call of its own: one that fails leaves the others. */
async function passSeveral(rows: readonly Seen[]): Promise<false | number[]> {
  if (!(await confirm({ title: `通过 ${rows.length} 张发票申请？`, content: "超出可开金额或由您申请的不会通过。", ok: "通过" })))
    return false;
  const approve = ({ id, version }: Seen): Promise<unknown> =>
    ask(invoiceApi.invoice_approve, { id, version, idempotency_key: uuid() }, { noToast: true });
  const outcome = await eachRow(rows, (i) => i.fp_no, approve);
  tellOutcome("通过", "张发票", outcome);
  return outcome.rest.map((i) => i.id);
}

/** Into work, with the sheet for the tax office, which is fetched at once. */
export async function startSeveral(rows: readonly Seen[]): Promise<false | number[]> {
  const content = "导出的批量开票表含完整账号和手机，生成与下载都会记入日志，保留7天。";
  if (!(await confirm({ title: `开始开票 ${rows.length} 张并导出开票表？`, content, ok: "开始开票" }))) return false;
  const { results, done, sheet_id } = await ask(invoiceApi.invoice_issue_start, { rows: rows.map(({ id, version }) => ({ id, version })) });
  tellOutcome("开始开票", "张发票", {
    done,
    left: leftOf(results, rows, (i) => i.fp_no),
  });
  if (sheet_id !== null) window.location.assign((await ask(invoiceApi.invoice_sheet_get, { id: sheet_id })).url);
  return idsLeft(results);
}

export const bulkActs = (client: QueryClient): readonly BulkAct[] => [
  {
    label: "通过",
    may: may.invoice,
    ids_only: true,
    fits: { of: (i: InvoiceRow) => i.invoice_status === "pending" && !i.is_mine, none: "所选发票都不能由您通过：须待审核、不是自己申请" },
    run: (s) => passSeveral(seenRows(client, invoiceApi.invoice_query, idsOf(s))),
  },
  {
    label: "导出批量开票表",
    may: may.invoice,
    ids_only: true,
    fits: {
      of: (i: InvoiceRow) => i.invoice_status === "to_issue" || i.invoice_status === "issuing",
      none: "所选发票都不在待开票或开票中",
    },
    run: (s) => startSeveral(seenRows(client, invoiceApi.invoice_query, idsOf(s))),
  },
];
