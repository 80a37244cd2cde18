/** Columns of the list of invoices. */
import { DELIVERIES, INVOICE_KINDS, RED_STATES } from "@visadesk/contract/finance/invoice.words.ts";
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { link, type Column } from "#kit/list/list-screen.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { DirectionMark, invoiceHref, type InvoiceRow } from "./invoice-words.tsx";

export const INVOICE_COLUMNS: readonly Column<InvoiceRow>[] = [
  { ...link<InvoiceRow>("fp_no", invoiceHref), width: 168 },
  {
    name: "title",
    width: 220,
    exports: ["title", "tax_no"],
    render: (i) => (
      <TwoLines title={i.title} under={i.tax_no}>
        <HrefLink href={invoiceHref(i)}>{i.title}</HrefLink>
      </TwoLines>
    ),
  },
  {
    name: "invoice_status",
    width: 124,
    render: (i) => (
      <TwoLines under={i.flag && <span className="vd-error">{i.flag}</span>}>{flowTag(invoiceFlow, i.invoice_status)}</TwoLines>
    ),
  },
  { name: "kind", width: 92, render: (i) => INVOICE_KINDS[i.kind] },
  {
    name: "direction",
    width: 92,
    exports: ["direction", "red_state"],
    render: (i) => (
      <TwoLines under={i.red_state === "none" ? "" : RED_STATES[i.red_state]}>
        <DirectionMark of={i.direction} />
      </TwoLines>
    ),
  },
  { name: "amount", sort: "amount", width: 112, align: "end", render: (i) => <Money cents={i.amount} /> },
  { name: "tax", width: 96, align: "end", render: (i) => <Money cents={i.tax} /> },
  { name: "order_count", width: 76, align: "end", render: (i) => <span className="vd-num">{i.order_count}</span> },
  {
    name: "peer_name",
    width: 128,
    render: (i) => (i.peer_id === null ? <span className="vd-muted">直客</span> : <PeerLink id={i.peer_id}>{i.peer_name ?? ""}</PeerLink>),
  },
  {
    name: "surcharge",
    width: 92,
    align: "end",
    render: (i) => (i.surcharge === 0 ? <span className="vd-blank">—</span> : <Money cents={i.surcharge} />),
  },
  {
    name: "invoice_no",
    width: 192,
    exports: ["invoice_no", "issued_on"],
    render: (i) =>
      i.invoice_no === null ? <span className="vd-blank">—</span> : <TwoLines under={i.issued_on ?? ""}>{i.invoice_no}</TwoLines>,
  },
  { name: "delivery", width: 96, render: (i) => DELIVERIES[i.delivery] },
  { name: "created_by_name", width: 88, render: (i) => i.created_by_name ?? <span className="vd-muted">系统</span> },
  { name: "created_at", sort: "created_at", width: 116, render: (i) => <TimeText at={i.created_at} stacked /> },
];
