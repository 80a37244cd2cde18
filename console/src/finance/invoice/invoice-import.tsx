/** 批量登记开票: what the tax office's system answered, by 单号. */
import { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { SheetDialog } from "#kit/form/sheet-dialog.tsx";

const HEADS = { 单号: "fp_no", 发票号码: "invoice_no", 开票日: "issued_on" } as const;
const EXAMPLE = "单号\t发票号码\t开票日\nFP261124000001\t26310000000000000001\t2026-11-24\n";

export const InvoiceImport = ({ onClose }: { onClose: () => void }) => (
  <SheetDialog
    endpoint={invoiceApi.invoice_sheet_import}
    title="批量登记开票"
    word="登记"
    unit="张发票"
    label="开票结果"
    intro="第一行为表头：单号、发票号码、开票日。只登记开票中的发票；发票文件登记后在详情补传，补传时交付。"
    heads={HEADS}
    needed={Object.keys(HEADS)}
    named="单号"
    example={EXAMPLE}
    onClose={onClose}
  />
);
