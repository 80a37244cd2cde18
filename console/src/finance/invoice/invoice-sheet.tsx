/** 开票申请单 on A4: what is typed into the tax office's system, with account and mobile in full. */
import { useState } from "react";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { INVOICE_DIRECTIONS, INVOICE_KINDS } from "@visadesk/contract/finance/invoice.words.ts";
import type { invoiceApi } from "@visadesk/contract/finance/invoice.ts";
import { money, percentText, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import type { InvoiceDetail } from "./invoice-words.tsx";

export interface InvoiceSheetProps {
  invoice: InvoiceDetail;
  full: Output<typeof invoiceApi.invoice_reveal>;
  onClose: () => void;
}
const PAGE = `@page { size: A4 portrait; margin: 14mm; @bottom-right { font-size: 10px; content: "第 " counter(page) "/" counter(pages) " 页"; } }`;

export function InvoiceSheet({ invoice: i, full, onClose }: InvoiceSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  const facts = [
    ["购方名称", i.title],
    ["税号", i.tax_no],
    ["地址电话", `${i.address} ${i.phone}`.trim()],
    ["开户行及账号", `${i.bank} ${full.bank_account}`.trim()],
    ["邮箱", full.email],
    ["手机", full.mobile],
    ["备注", i.remark],
  ] as const;
  return (
    <PrintSheet name="invoice" onClose={onClose}>
      <style>{PAGE}</style>
      <section>
        <h1>开票申请单 {i.fp_no}</h1>
        <p>
          {INVOICE_DIRECTIONS[i.direction]} {INVOICE_KINDS[i.kind]}　申请人：{i.created_by_name ?? "系统"}　打印日期：{today}
        </p>
        <table>
          <tbody>
            {facts.map(([label, value]) => (
              <tr key={label}>
                <th>{label}</th>
                <td>{value || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <thead>
            <tr>
              {["订单号", "项目", "价税合计", "税率", "税额"].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {i.lines.map((l) => (
              <tr key={`${l.order_no} ${l.part}`}>
                <td>{l.order_no}</td>
                <td>{l.item_name}</td>
                <td>{money(l.amount)}</td>
                <td>{l.part === "embassy" && l.tax_rate_bp === 0 ? "差额扣除" : percentText(l.tax_rate_bp, 10_000)}</td>
                <td>{money(l.tax)}</td>
              </tr>
            ))}
            <tr>
              <td colSpan={2}>合计</td>
              <td>{money(i.amount)}</td>
              <td>—</td>
              <td>{money(i.tax)}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
