/** 发票详情: where it stands, to whom it is made out, what it is for, its other papers, files and deliveries. */
import { invoice as invoiceShape, invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { INVOICE_KINDS, INVOICE_REJECTS, RED_STATES } from "@visadesk/contract/finance/invoice.words.ts";
import { percentText } from "@visadesk/contract/kit/format.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { ask } from "#kit/act/ask.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { session } from "#kit/app/session.ts";
import { FileLinks } from "#kit/file/file-links.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { None, Section, type Step, StepLine } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { InvoiceMoves } from "./invoice-moves.tsx";
import type { InvoiceSheetProps } from "./invoice-sheet.tsx";
import { DirectionMark, invoiceHref, type InvoiceDetail, type OtherInvoice } from "./invoice-words.tsx";

const InvoiceSheet = part<InvoiceSheetProps>(() => import("./invoice-sheet.tsx").then((m) => m.InvoiceSheet));
interface Of {
  invoice: InvoiceDetail;
}

/** The way it takes; one that ended otherwise stops where it was. */
export function stepsOf(i: InvoiceDetail): Step[] {
  const way = [
    { label: "待审核", states: ["pending"] },
    ...(i.surcharge > 0 ? [{ label: "补差价", states: ["awaiting_surcharge"] }] : []),
    ...(i.direction === "red" && i.kind === "special" ? [{ label: "对方确认", states: ["confirming"] }] : []),
    { label: "待开票", states: ["to_issue"] },
    { label: "开票中", states: ["issuing"] },
    { label: "已开票", states: ["issued"] },
  ];
  if (i.invoice_status === "rejected" || i.invoice_status === "withdrawn")
    return [
      { label: "申请", state: "done", note: <TimeText at={i.created_at} /> },
      { label: invoiceFlow.states[i.invoice_status].label, state: "stopped", note: <TimeText at={i.updated_at} /> },
    ];
  const at = way.findIndex((s) => s.states.includes(i.invoice_status));
  const isDone = i.invoice_status === "issued";
  return way.map(({ label }, n) => ({ label, state: n < at || isDone ? "done" : n === at ? "now" : "wait" }));
}

function Print({ invoice: i }: Of) {
  const [dialog, open] = useDialog();
  return (
    <>
      <ActButton
        onClick={async () => {
          const full = await ask(invoiceApi.invoice_reveal, { id: i.id });
          open((close) => <InvoiceSheet invoice={i} full={full} onClose={close} />);
        }}
      >
        打印开票单
      </ActButton>
      {dialog}
    </>
  );
}

const Head = ({ invoice: i }: Of) => (
  <>
    <DetailHead
      title={i.title}
      no={i.fp_no}
      states={
        <>
          {flowTag(invoiceFlow, i.invoice_status)}
          <DirectionMark of={i.direction} />
          <Mark>{INVOICE_KINDS[i.kind]}</Mark>
          {i.red_state !== "none" && <Mark tone="red">{RED_STATES[i.red_state]}</Mark>}
          {i.flag && <Mark tone="red">{i.flag}</Mark>}
        </>
      }
      figures={[
        { label: "价税合计", value: <Money cents={i.amount} /> },
        { label: "税额", value: <Money cents={i.tax} /> },
        ...(i.surcharge > 0 ? [{ label: "补差价", value: <Money cents={i.surcharge} /> }] : []),
        { label: "同行", value: i.peer_id === null ? "直客" : <PeerLink id={i.peer_id}>{i.peer_name ?? ""}</PeerLink> },
        { label: "申请人", value: i.created_by_name ?? "系统" },
        ...(i.decided_by_name === null ? [] : [{ label: "审核人", value: i.decided_by_name }]),
      ]}
      acts={
        <>
          <LogButton noun="invoice" id={i.id} />
          <Print invoice={i} />
          <InvoiceMoves invoice={i} head />
        </>
      }
    />
    <StepLine steps={stepsOf(i)} />
    {i.reject_code !== null && (
      <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="驳回原因">
        {INVOICE_REJECTS[i.reject_code]}：{i.reject_text}
      </output>
    )}
  </>
);

const Others = ({ label, list }: { label: string; list: readonly OtherInvoice[] }) => (
  <Rows
    label={label}
    of={invoiceApi.invoice_get.output.shape.reds}
    rows={list}
    columns={[
      { name: "fp_no", cell: (o) => <HrefLink href={invoiceHref(o)}>{o.fp_no}</HrefLink> },
      { name: "direction", cell: (o) => <DirectionMark of={o.direction} /> },
      "kind",
      "amount",
      "tax",
      { name: "invoice_no", cell: (o) => o.invoice_no ?? "—" },
      { name: "invoice_status", cell: (o) => flowTag(invoiceFlow, o.invoice_status) },
    ]}
  />
);

type Line = InvoiceDetail["lines"][number];
function Lines({ invoice: i }: Of) {
  const codes = session.use((s) => s.codes);
  return (
    <Rows<Line>
      label="明细"
      of={invoiceApi.invoice_get.output.shape.lines}
      rows={i.lines}
      by={(l) => `${l.order_id} ${l.part}`}
      columns={[
        {
          name: "order_no",
          cell: (l) => {
            const href = hrefOf("admin-order-detail", { orderId: l.order_id }, codes);
            return href === undefined ? l.order_no : <HrefLink href={href}>{l.order_no}</HrefLink>;
          },
        },
        "part",
        "item_name",
        "amount",
        { name: "tax_rate_bp", cell: (l) => (l.tax_rate_bp === 0 ? "差额扣除" : percentText(l.tax_rate_bp, 10_000)) },
        "tax",
        i.surcharge > 0 && "surcharge",
        i.surcharge > 0 && "diff_no",
        i.direction === "blue" && "red_amount",
      ]}
    />
  );
}

function Substance({ invoice: i }: Of) {
  const reveal = async (field: string): Promise<string | null> => {
    const full = await ask(invoiceApi.invoice_reveal, { id: i.id });
    return field === "bank_account" ? full.bank_account : field === "email" ? full.email : full.mobile;
  };
  return (
    <>
      <Section title="抬头">
        <Fields
          of={invoiceShape}
          value={i}
          names={["title_type", "title", "tax_no", "address", "phone", "bank", "bank_account", "email", "mobile", "remark"]}
          reveal={reveal}
          record={`invoice ${i.id}`}
        />
      </Section>
      <Section title="明细" flush>
        <Lines invoice={i} />
      </Section>
      {i.partners.length > 0 && (
        <Section title="拆分的另一张" flush>
          <Others label="拆分的另一张" list={i.partners} />
        </Section>
      )}
      {i.reds.length > 0 && (
        <Section title={i.direction === "blue" ? "红字发票" : "原发票"} flush>
          <Others label={i.direction === "blue" ? "红字发票" : "原发票"} list={i.reds} />
        </Section>
      )}
    </>
  );
}

const Beside = ({ invoice: i }: Of) => (
  <>
    {i.direction === "red" && (
      <Section title="红字">
        <Fields of={invoiceShape} value={i} columns={1} names={["red_reason", "red_confirm_no", "red_expires_at", "is_of_refund"]} />
      </Section>
    )}
    <Section title="开票">
      <Fields of={invoiceShape} value={i} columns={1} names={["invoice_no", "issued_on", "issued_by_name", "delivery"]} />
      {i.files.length > 0 && <FileLinks keys={i.files} />}
    </Section>
    <Section title="交付记录">
      {i.sendings.length === 0 ? (
        <None>还没有交付</None>
      ) : (
        <Rows
          label="交付记录"
          of={invoiceApi.invoice_get.output.shape.sendings}
          rows={i.sendings}
          columns={["at", "way", "receiver", "sent_as"]}
        />
      )}
    </Section>
    <Section title="动态">
      <Timeline endpoint={recordLogApi.invoice_log_query} input={{ id: i.id }} />
    </Section>
  </>
);

export default function InvoiceView() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={invoiceApi.invoice_get}
      input={{ id }}
      files={(i) => ({ noun: "invoice", noun_id: i.id })}
      head={(i) => <Head invoice={i} />}
      side={(i) => <Beside invoice={i} />}
    >
      {(i) => <Substance invoice={i} />}
    </DetailScreen>
  );
}
