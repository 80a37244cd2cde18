/** 交接清单 on A4: its head stands on every page. */
import { useState } from "react";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { BRIEF_RISKS } from "@visadesk/contract/workbench/handover/handover.words.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { minute, spanText, type HandoverDetail } from "./handover-words.tsx";

export interface HandoverSheetProps {
  of: HandoverDetail;
  onClose: () => void;
}
const HEADS = ["紧要", "订单号", "客户", "商品", "当前状态", "下一步", "截止", "承诺日期", "最近联系", "内部备注"] as const;
const PAGE = `@page { size: A4 landscape; margin: 12mm; @bottom-right { font-size: 10px; content: "第 " counter(page) "/" counter(pages) " 页"; } }`;

export function HandoverSheet({ of: h, onClose }: HandoverSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="handover" onClose={onClose}>
      <style>{PAGE}</style>
      <section>
        <table>
          <thead>
            <tr>
              <th colSpan={HEADS.length}>
                <h1>休假交接清单</h1>
                休假人：{h.from_name}　接手人：{h.to_name}　期间：{spanText(h)}　打印日期：{today}
                {h.note && (
                  <>
                    <br />
                    {h.note}
                  </>
                )}
              </th>
            </tr>
            <tr>
              {HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {h.lines.map((l) => (
              <tr key={l.order_id}>
                <td>{BRIEF_RISKS[l.risk]}</td>
                <td>{l.order_no}</td>
                <td>{l.customer}</td>
                <td>{l.product_name}</td>
                <td>{l.state}</td>
                <td>{l.next}</td>
                <td>{l.due_at ? minute(l.due_at) : "—"}</td>
                <td>{l.promised_date ?? "—"}</td>
                <td>{l.last_contact_at ? `${minute(l.last_contact_at)} ${l.last_contact}` : "—"}</td>
                <td>{l.notes.join("；") || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
