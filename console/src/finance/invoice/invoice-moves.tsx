/** The acts of an invoice in its row and on its page. */
import { invoiceFlow } from "@visadesk/contract/finance/invoice.flow.ts";
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { Moves } from "#kit/act/moves.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { startSeveral } from "./invoice-bulk.tsx";
import type { InvoiceRedProps } from "./invoice-red.tsx";
import { invoiceHref, type InvoiceDetail, type InvoiceRow } from "./invoice-words.tsx";

const InvoiceRed = part<InvoiceRedProps>(() => import("./invoice-red.tsx").then((m) => m.InvoiceRed));

const INPUTS = {
  reject: (
    <>
      <Item name="reject_code" />
      <Item name="reason" rows={3} placeholder="至少5个字" />
    </>
  ),
  issued: (
    <>
      <Item name="invoice_no" placeholder="税务系统的20位数字" />
      <Item name="issued_on" past />
      <Item name="files" help="PDF 或 OFD 导出的 PDF、图片" />
    </>
  ),
  red_confirming: <Item name="red_confirm_no" help="对方72小时内未确认，确认单失效" />,
};
/** What its state and kind leave of the flow's moves. */
function legal(i: InvoiceRow | InvoiceDetail): string[] {
  const isSpecialRed = i.direction === "red" && i.kind === "special";
  const isOver = i.invoice_status !== "issuing" || i.flag !== "";
  return [
    ...(i.is_mine ? ["withdraw"] : ["approve", "red_confirmed"]),
    "issued",
    ...(isOver ? ["reject"] : []),
    ...(isSpecialRed ? ["red_confirming"] : []),
  ];
}

function FileAdd({ invoice: i, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={invoiceApi.invoice_file_add}
      title={`补传发票文件：${i.fp_no}`}
      okText="保存并交付"
      initial={{ id: i.id, version: i.version, files: [] }}
      onDone={() => {
        toast.success("已补传");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="files" />
    </FormDialog>
  );
}

export function InvoiceMoves({ invoice: i, head }: { invoice: InvoiceRow | InvoiceDetail; head?: true }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const start = async (): Promise<void> => {
    if (await startSeveral([i])) afterWrite();
  };
  const isBlue = i.direction === "blue" && i.invoice_status === "issued" && i.red_state !== "full";
  const more = [
    ...(i.invoice_status === "to_issue" ? [{ key: "start", label: "开始开票", onClick: () => void start(), may: may.invoice }] : []),
    ...(isBlue
      ? [
          {
            key: "red",
            label: "红冲",
            onClick: () => open((close) => <InvoiceRed id={i.id} onClose={close} />),
            may: may.invoice,
            danger: true,
          },
        ]
      : []),
    ...(i.delivery === "no_file"
      ? [{ key: "file", label: "补传文件", onClick: () => open((close) => <FileAdd invoice={i} onClose={close} />), may: may.invoice }]
      : []),
  ];
  return (
    <>
      <Moves
        flow={invoiceFlow}
        row={i}
        state={i.invoice_status}
        endpoints={invoiceApi}
        variant={head ? "head" : "row"}
        inputs={INPUTS}
        only={legal(i)}
        more={more}
        {...(!head && { lead: { key: "view", label: "查看", onClick: () => go(invoiceHref(i)) } })}
      />
      {dialog}
    </>
  );
}
