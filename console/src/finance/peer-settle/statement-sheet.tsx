/** 同行账单 on A4: what the month began with, moved by and left, with the head on every page and two boxes to sign. */
import { useState } from "react";
import { PrintSheet, useStamps } from "#shared/print-sheet.tsx";
import { LINE_SOURCES } from "@visadesk/contract/finance/settle.words.ts";
import { money, shanghaiDate, time } from "@visadesk/contract/kit/format.ts";
import "../settle/settle.css";
import { monthOf, type StatementDetail, type StatementLine } from "./peer-settle-words.tsx";

export interface PeerSheetProps {
  statement: StatementDetail;
  lines: readonly StatementLine[];
  onClose: () => void;
}
const HEADS = ["序号", "时间", "订单", "申请人数", "类型", "项目", "金额", "调整", "小计"] as const;
const pageRule = (no: string): string => `@page {
  size: A4 portrait;
  margin: 12mm;
  @bottom-right { font-size: 10px; content: "${no} 第 " counter(page) "/" counter(pages) " 页"; }
}`;

export function PeerSheet({ statement: s, lines, onClose }: PeerSheetProps) {
  const [ours, theirs] = useStamps(s.party_company);
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="peer-settlement" onClose={onClose}>
      <style>{pageRule(s.settle_no)}</style>
      <section className="fs-sheet">
        <table>
          <thead>
            <tr>
              <th colSpan={HEADS.length}>
                <h1>同行账单 {s.settle_no}</h1>
                同行：{s.party_company}（{s.peer_no}）　账单月：{monthOf(s)}　还款日：{s.due_on}　打印日期：{today}
              </th>
            </tr>
            <tr>
              {HEADS.map((h) => (
                <th key={h}>{h}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.length === 0 && (
              <tr>
                <td colSpan={HEADS.length}>本月无发生额</td>
              </tr>
            )}
            {lines.map((l, at) => (
              <tr key={l.id}>
                <td>{at + 1}</td>
                <td>{l.at === null ? l.occurred_on : time(l.at)}</td>
                <td>{l.order_no ?? "—"}</td>
                <td>{l.people ?? "—"}</td>
                <td>{LINE_SOURCES[l.source]}</td>
                <td>{l.item || l.note}</td>
                <td className="fs-end">{money(l.charge)}</td>
                <td className="fs-end">{money(l.adjust)}</td>
                <td className="fs-end">{money(l.subtotal)}</td>
              </tr>
            ))}
            <tr>
              <td colSpan={HEADS.length} className="fs-end">
                {[`共 ${s.line_count} 笔`, `期初 ${money(s.opening)}`, `消费 ${money(s.consumed)}`, `退款 ${money(s.refunded)}`].join("　")}
                {["", `还款 ${money(s.repaid)}`, `期末 ${money(s.closing)}`].join("　")}
              </td>
            </tr>
            <tr>
              <td colSpan={HEADS.length} className="fs-end">
                本期应还 {money(s.final)}　已还 {money(s.paid)}　未结 {money(s.remaining)}
                {s.to_offset > 0 && `　确认后抵扣 ${money(s.to_offset)}　尚需还款 ${money(s.remaining - s.to_offset)}`}
              </td>
            </tr>
            <tr className="fs-boxes">
              <td colSpan={5}>{ours}</td>
              <td colSpan={4}>{theirs}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
