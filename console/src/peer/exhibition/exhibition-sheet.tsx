/** 签到表 on A4: who was asked to come, and rows for whoever else does. Its head stands on every page, no row is cut. */
import { useState } from "react";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { daysText, type ExhibitionDetail } from "./exhibition-words.tsx";
import "./exhibition.css";

export interface ExhibitionSheetProps {
  exhibition: ExhibitionDetail;
  onClose: () => void;
}
const HEADS = ["序号", "公司", "姓名", "手机", "意向", "签名"] as const;
/** A page and a half to be filled in by hand. */
const BLANK_ROWS = 30;
const PAGE = `@page { size: A4 portrait; margin: 12mm; @bottom-right { font-size: 10px; content: "第 " counter(page) "/" counter(pages) " 页"; } }`;

export function ExhibitionSheet({ exhibition: e, onClose }: ExhibitionSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  const companies = [...e.invited.map((p) => p.short_name), ...Array<string>(BLANK_ROWS).fill("")];
  return (
    <PrintSheet name="peer-exhibition" onClose={onClose}>
      <style>{PAGE}</style>
      <section className="peer-sign-in">
        <table>
          <thead>
            <tr>
              <th colSpan={HEADS.length}>
                <h1>{e.name} 签到表</h1>
                {daysText(e)}　{e.city} {e.venue}　展位：{e.booth || "—"}　负责人：{e.owner_name}　打印日期：{today}
              </th>
            </tr>
            <tr>
              {HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {companies.map((company, at) => (
              <tr key={`${at + 1}`}>
                <td>{at + 1}</td>
                <td>{company}</td>
                {HEADS.slice(2).map((head) => (
                  <td key={head}>{"\u00a0"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PrintSheet>
  );
}
