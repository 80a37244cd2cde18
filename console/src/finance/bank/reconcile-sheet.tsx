/** 余额调节表 on A4: totals, the four lists, a place to sign. */
import { useState } from "react";
import { useConfig } from "#kit/app/session.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { footText, SIDES, type Reconciled } from "./reconcile-words.ts";

export interface ReconcileSheetProps {
  reconciled: Reconciled;
  onClose: () => void;
}
const PAGE = `@page { size: A4 portrait; margin: 12mm; @bottom-right { font-size: 10px; content: "第 " counter(page) "/" counter(pages) " 页"; } }`;
const LIST_HEADS = ["日期", "单号", "摘要", "金额"] as const;
const said = (cents: number | null): string => (cents === null ? "—" : money(cents));

export function ReconcileSheet({ reconciled: r, onClose }: ReconcileSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  const company = useConfig()?.company_name ?? "";
  const totals = [
    ["余额", said(r.ledger_balance), said(r.statement_balance)],
    ["加：对方已收", said(r.bank_in.total), said(r.book_in.total)],
    ["减：对方已付", said(r.bank_out.total), said(r.book_out.total)],
    ["调节后余额", said(r.ledger_adjusted), said(r.statement_adjusted)],
  ] as const;
  return (
    <PrintSheet name="bank-reconcile" onClose={onClose}>
      <style>{PAGE}</style>
      <h1>银行存款余额调节表</h1>
      <p>
        {company && `单位：${company}　`}账户：{r.account_name} {r.bank_name} {r.account_no}　截止日：{r.day}　打印日期：{today}
      </p>
      <table>
        <thead>
          <tr>
            <th>项目</th>
            <th>企业账面</th>
            <th>银行对账单</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(([label, book, bank]) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{book}</td>
              <td>{bank}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{footText(r)}</p>
      {SIDES.filter(({ key }) => r[key].count > 0).map(({ key, label }) => (
        <table key={key}>
          <thead>
            <tr>
              <th colSpan={4}>
                {label}　{r[key].count} 笔　{money(r[key].total)}
                {r[key].count > r[key].list.length && `　下列前 ${r[key].list.length} 笔`}
              </th>
            </tr>
            <tr>
              {LIST_HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {r[key].list.map((i) => (
              <tr key={i.id}>
                <td>{i.on}</td>
                <td>{i.no}</td>
                <td>{i.title}</td>
                <td>{money(i.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p>编制：　　　　　　　　复核：　　　　　　　　日期：</p>
    </PrintSheet>
  );
}
