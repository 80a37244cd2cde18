/** 发票管理: papers for what customers paid, stage by stage; behind the last tab the titles of peers. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { part } from "#kit/app/part.tsx";
import { useOpened } from "#kit/filter/use-opened.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { askFilter } from "#kit/act/ask.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListFigures, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import type { InvoiceAddProps } from "./invoice-add.tsx";
import { bulkActs } from "./invoice-bulk.tsx";
import { INVOICE_COLUMNS } from "./invoice-columns.tsx";
import { InvoiceMoves } from "./invoice-moves.tsx";
import { INVOICE_TABS, TITLES, useInvoiceCounts } from "./invoice-tabs.ts";

const InvoiceAdd = part<InvoiceAddProps>(() => import("./invoice-add.tsx").then((m) => m.InvoiceAdd));
const InvoiceImport = part<{ onClose: () => void }>(() => import("./invoice-import.tsx").then((m) => m.InvoiceImport));
const TitleList = part<object>(() => import("./title-list.tsx").then((m) => m.TitleList));

/** What the filter answers in all; red ones count against blue ones. */
function Figures({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: [invoiceApi.invoice_figures.name, filter],
    queryFn: ({ signal }) => askFilter(invoiceApi.invoice_figures, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  return (
    <span>
      价税合计 <Money cents={data.amount} />
      ，税额 <Money cents={data.tax} />
    </span>
  );
}

function Invoices() {
  const client = useQueryClient();
  // Opened from elsewhere with the peer whose orders they are: `?add_peer=7`.
  const [addPeer, setAddPeer] = useOpened("add_peer");
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={invoiceApi.invoice_query}
        title="发票管理"
        columns={INVOICE_COLUMNS}
        filters={["fp_no", "invoice_no", "title", "peer_id"]}
        more={["tax_no", "order_no", "kind", "direction", "invoice_status", "amount_from", "amount_to", "created_at", "issued_on", "queue"]}
        row={(i) => <InvoiceMoves invoice={i} />}
      >
        <ListTabs tabs={INVOICE_TABS} useCounts={useInvoiceCounts} />
        <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
        <ListActs>
          <Button onClick={() => open((close) => <InvoiceImport onClose={close} />)}>批量登记</Button>
          <Button type="primary" onClick={() => open((close) => <InvoiceAdd onClose={close} />)}>
            申请发票
          </Button>
        </ListActs>
        <ListBulk acts={bulkActs(client)} />
      </ListScreen>
      {dialog}
      {addPeer !== null && <InvoiceAdd given={{ peer_id: addPeer }} onClose={() => setAddPeer(null)} />}
    </>
  );
}

export default function InvoiceList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === TITLES ? <TitleList /> : <Invoices />;
}
