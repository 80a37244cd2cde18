/** 结算单 on A4: what both sides settle on, with the head on every page and two boxes to sign. */
import { useState } from "react";
import { PrintSheet, useStamps } from "#shared/print-sheet.tsx";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { LINE_MATCHES, LINE_VERDICTS } from "@visadesk/contract/finance/settle.words.ts";
import { tradeOf } from "./settle-trades.ts";
import { cycleText, type SettleLine, type Settlement } from "./settle-words.tsx";
import "./settle.css";

export interface SettleSheetProps {
  settlement: Settlement;
  lines: readonly SettleLine[];
  onClose: () => void;
}
interface Printed {
  head: string;
  cell: (l: SettleLine) => string;
  end?: true;
  /** A day is not broken over two lines. */
  day?: true;
}
const amounts: readonly Printed[] = [
  { head: "扣款与调整", cell: (l) => money(l.deduct + l.adjust), end: true },
  { head: "小计", cell: (l) => money(l.subtotal), end: true },
];
const PERSONS: readonly Printed[] = [
  { head: "订单", cell: (l) => l.order_no ?? l.waybill_no ?? l.item },
  { head: "申请人", cell: (l) => l.applicant_name ?? "—" },
  { head: "商品", cell: (l) => l.sku_name ?? (l.note || "—") },
  { head: "送签日", cell: (l) => l.submit_date ?? l.occurred_on, day: true },
  { head: "结果", cell: (l) => l.result ?? "—" },
  { head: "结算价", cell: (l) => money(l.charge), end: true },
  ...amounts,
];
const weight = (g: number | null): string => (g === null ? "—" : `${(g / 1000).toFixed(2)}kg`);
const PARCELS: readonly Printed[] = [
  { head: "运单号", cell: (l) => l.waybill_no ?? l.item },
  { head: "寄件日", cell: (l) => l.occurred_on, day: true },
  { head: "订单/供应商", cell: (l) => l.order_no ?? l.carried_for ?? (l.note || "—") },
  { head: "账单重", cell: (l) => weight(l.billed_g) },
  { head: "判定", cell: (l) => (l.match === "duplicate" ? LINE_MATCHES.duplicate : l.verdict === null ? "—" : LINE_VERDICTS[l.verdict]) },
  { head: "暂估", cell: (l) => money(l.charge), end: true },
  ...amounts,
];
const pageRule = (no: string): string => `@page {
  size: A4 portrait;
  margin: 12mm;
  @bottom-right { font-size: 10px; content: "${no} 第 " counter(page) "/" counter(pages) " 页"; }
}`;

export function SettleSheet({ settlement: s, lines, onClose }: SettleSheetProps) {
  const columns = tradeOf(s).isParcels ? PARCELS : PERSONS;
  const width = columns.length + 1;
  const [ours, theirs] = useStamps(s.party_company);
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="settlement" onClose={onClose}>
      <style>{pageRule(s.settle_no)}</style>
      <section className="fs-sheet">
        <table>
          <thead>
            <tr>
              <th colSpan={width}>
                <h1>结算单 {s.settle_no}</h1>
                对方：{s.party_company}
                {s.card_name === null ? "" : `　月结卡：${s.card_name}`}　周期：{cycleText(s)}　应付日：{s.due_on}　打印日期：{today}
              </th>
            </tr>
            <tr>
              <th>序号</th>
              {columns.map((c) => (
                <th key={c.head}>{c.head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((l, at) => (
              <tr key={l.id}>
                <td>{at + 1}</td>
                {columns.map((c) => (
                  <td key={c.head} className={c.end ? "fs-end" : c.day ? "fs-day" : ""}>
                    {c.cell(l)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td colSpan={width} className="fs-end">
                共 {s.line_count} 笔　我方额 {money(s.ours)}　调整 {money(s.adjust)}　应结 {money(s.final)}
              </td>
            </tr>
            <tr className="fs-boxes">
              <td colSpan={width - 4}>{ours}</td>
              <td colSpan={4}>{theirs}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
