/** 结算单 on A4: what both sides settle on, with the head on every page and two boxes to sign. */
import { useState } from "react";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { money, shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { cycleText, type SettleLine, type Settlement } from "./settle-words.tsx";
import "./settle.css";

export interface SettleSheetProps {
  settlement: Settlement;
  lines: readonly SettleLine[];
  onClose: () => void;
}
const HEADS = ["序号", "订单", "申请人", "商品", "送签日", "结果", "结算价", "扣款与调整", "小计"] as const;
const pageRule = (no: string): string => `@page {
  size: A4 portrait;
  margin: 12mm;
  @bottom-right { font-size: 10px; content: "${no} 第 " counter(page) "/" counter(pages) " 页"; }
}`;

export function SettleSheet({ settlement: s, lines, onClose }: SettleSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="settlement" onClose={onClose}>
      <style>{pageRule(s.settle_no)}</style>
      <section className="fs-sheet">
        <table>
          <thead>
            <tr>
              <th colSpan={HEADS.length}>
                <h1>结算单 {s.settle_no}</h1>
                对方：{s.party_name}　周期：{cycleText(s)}　应付日：{s.due_on}　打印日期：{today}
              </th>
            </tr>
            <tr>
              {HEADS.map((h) => (
                <th key={h}>{h}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((l, at) => (
              <tr key={l.id}>
                <td>{at + 1}</td>
                <td>{l.order_no ?? l.waybill_no ?? l.item}</td>
                <td>{l.applicant_name ?? "—"}</td>
                <td>{l.sku_name ?? (l.note || "—")}</td>
                <td>{l.submit_date ?? l.occurred_on}</td>
                <td>{l.result ?? "—"}</td>
                <td className="fs-end">{money(l.charge)}</td>
                <td className="fs-end">{money(l.deduct + l.adjust)}</td>
                <td className="fs-end">{money(l.subtotal)}</td>
              </tr>
            ))}
            <tr>
              <td colSpan={HEADS.length} className="fs-end">
                共 {s.line_count} 笔　我方额 {money(s.ours)}　调整 {money(s.adjust)}　应结 {money(s.final)}
              </td>
            </tr>
            <tr className="fs-boxes">
              <td colSpan={5}>我方（盖章）</td>
              <td colSpan={4}>对方（盖章）</td>
            </tr>
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
