/** The stages of invoices, and beside them the title book. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import type { ListTab } from "#kit/list/list-types.ts";

export const TITLES = "titles";
export const INVOICE_TABS = [
  { key: "all", label: "全部", filter: {} },
  { key: "pending", label: "待审核", filter: { invoice_status: ["pending"] } },
  { key: "surcharge", label: "待补差价", filter: { invoice_status: ["awaiting_surcharge"] } },
  { key: "to_issue", label: "待开票", filter: { invoice_status: ["to_issue"] } },
  { key: "issuing", label: "开票中", filter: { invoice_status: ["issuing"] } },
  { key: "issued", label: "已开票", filter: { invoice_status: ["issued"] } },
  { key: "red", label: "红字", filter: { direction: ["red"] } },
  { key: "rejected", label: "已驳回", filter: { invoice_status: ["rejected"] } },
  { key: TITLES, label: "抬头簿", filter: {} },
] as const satisfies readonly ListTab<typeof invoiceApi.invoice_query>[];

const COUNTED = INVOICE_TABS.filter((t) => ["pending", "surcharge", "to_issue", "issuing"].includes(t.key));
/** What waits in each stage, by the list's own question. */
export const useInvoiceCounts = (): Readonly<Record<string, number | undefined>> =>
  useQuery({
    queryKey: [invoiceApi.invoice_query.name, "waiting"],
    queryFn: async ({ signal }) =>
      Object.fromEntries(
        await Promise.all(
          COUNTED.map(async ({ key, filter }) => {
            const { total } = await ask(invoiceApi.invoice_query, { ...filter, page_size: 1, fields: ["id"] }, { signal, noToast: true });
            return [key, total ?? undefined] as const;
          }),
        ),
      ),
    placeholderData: keepPreviousData,
  }).data ?? {};
