/** 送签交接单 on A4: who hands which passports and papers to whom. */
import { useState } from "react";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { BatchDetail } from "./batch-detail.ts";

export interface BatchSheetProps {
  batch: BatchDetail;
  onClose: () => void;
}

const Signature = ({ side, name }: { side: string; name: string }) => (
  <td>
    {side}：{name}
    <br />
    <br />
    签名 ______________　日期 ______________
  </td>
);

export function BatchSheet({ batch: b, onClose }: BatchSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  const lines = b.lines.filter((l) => l.line_status !== "removed" && l.line_status !== "void");
  return (
    <PrintSheet name="batch" onClose={onClose}>
      <h1>送签交接单 {b.batch_no}</h1>
      <p>
        使领馆：{b.embassy_name ?? "—"}　送签地：{b.submit_city || "—"}　供应商：{b.supplier_name ?? "—"}　计划日：{b.plan_date ?? "—"}
        {b.is_urgent && "　加急"}　打印日期：{today}
      </p>
      <table>
        <thead>
          <tr>
            {["序号", "申请人", "护照号", "申请人编号", "护照", "其他资料与份数"].map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((l, i) => (
            <tr key={l.id}>
              <td>{i + 1}</td>
              <td>{l.name_cn ?? "未填姓名"}</td>
              <td>{l.passport_no ?? "—"}</td>
              <td>{l.applicant_no}</td>
              <td>1本</td>
              <td>{l.papers}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        共 {lines.length} 人，护照 {lines.length} 本
      </p>
      <table>
        <tbody>
          <tr>
            <Signature side="交件人" name="" />
            <Signature side="收件人" name={b.handed_to ?? ""} />
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  );
}
