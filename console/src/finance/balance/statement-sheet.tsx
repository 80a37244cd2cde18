/** 对账单 on A4: what a peer's accounts stood at and moved by; its head stands on every page, and there is room for the peer's stamp. */
import { useState } from "react";
import { PEER_ACCOUNT_WORDS } from "@visadesk/contract/finance/ledger.words.ts";
import type { ledgerAccountApi } from "@visadesk/contract/finance/books/ledger-account.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { PrintSheet, useStamps } from "#shared/print-sheet.tsx";
import "./statement.css";

export type Statement = Output<typeof ledgerAccountApi.peer_statement_get>;
export interface StatementSheetProps {
  statement: Statement;
  onClose: () => void;
}
const HEADS = ["记账日", "凭证号", "账户", "类型", "收入", "支出", "余额", "关联单号"] as const;
const ACCOUNT_HEADS = ["账户", "期初", "收入", "支出", "期末"] as const;
const PAGE = `@page { size: A4 portrait; margin: 12mm; @bottom-right { font-size: 10px; content: "第 " counter(page) "/" counter(pages) " 页"; } }`;
const amount = (cents: number | null): string => (cents === null ? "" : money(cents));

export function StatementSheet({ statement: s, onClose }: StatementSheetProps) {
  const [ours, theirs] = useStamps(s.company_name);
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="peer-statement" onClose={onClose}>
      <style>{PAGE}</style>
      <section className="fin-statement">
        <table>
          <thead>
            <tr>
              <th colSpan={HEADS.length}>
                <h1>同行对账单</h1>
                {s.company_name}（{s.peer_no}）　期间：{s.from} 至 {s.to}　打印日期：{today}
                <br />
                授信以负数表示已用额度
              </th>
            </tr>
            <tr>
              {HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {s.lines.length === 0 && (
              <tr>
                <td colSpan={HEADS.length}>本期无发生额</td>
              </tr>
            )}
            {s.lines.map((l) => (
              <tr key={l.id}>
                <td>{l.booked_on}</td>
                <td>{l.no}</td>
                <td>{PEER_ACCOUNT_WORDS[l.account]}</td>
                <td>{l.change}</td>
                <td className="is-end">{amount(l.income)}</td>
                <td className="is-end">{amount(l.outcome)}</td>
                <td className="is-end">{amount(l.balance_after)}</td>
                <td>{l.related_no}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {s.is_cut && <p>明细过多，仅列前 {s.lines.length} 笔；合计含全部，明细见 Excel。</p>}
        <table className="fin-statement-sums">
          <thead>
            <tr>
              {ACCOUNT_HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {s.accounts.map((a) => (
              <tr key={a.account}>
                <td>{PEER_ACCOUNT_WORDS[a.account]}</td>
                <td className="is-end">{amount(a.opening)}</td>
                <td className="is-end">{amount(a.income)}</td>
                <td className="is-end">{amount(a.outcome)}</td>
                <td className="is-end">{amount(a.closing)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table className="fin-statement-boxes">
          <tbody>
            <tr>
              <td>{ours}</td>
              <td>{theirs}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
