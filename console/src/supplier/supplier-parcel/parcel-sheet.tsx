/** 交接单 on A4: who hands what to whom. Its head stands on every page, no row is cut, and a version that no longer holds says so. */
import { useState } from "react";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { PARCEL_PURPOSES } from "@visadesk/contract/supplier/supplier.words.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { wayWords, type ParcelDetail, type ParcelItem } from "./parcel-cells.tsx";
import "./supplier-parcel.css";

export interface ParcelSheetProps {
  parcels: readonly ParcelDetail[];
  onClose: () => void;
}

const HEADS = ["序号", "申请人号", "姓名", "护照号", "物品×数量", "领区", "备注"] as const;
/** Written by hand once the courier is there. */
const BLANK = "＿＿＿＿＿＿＿＿";
const BOXES = ["交出人", "接收人", "日期"] as const;

/** One row a person; what belongs to nobody has a row of its own. */
export function sheetRows(items: readonly ParcelItem[]): ParcelItem[][] {
  const rows = new Map<string, ParcelItem[]>();
  for (const i of items) {
    const key = i.applicant_id === null ? `item-${i.id}` : String(i.applicant_id);
    rows.set(key, [...(rows.get(key) ?? []), i]);
  }
  return [...rows.values()];
}

const isVoid = (d: ParcelDetail): boolean =>
  d.stage === "cancelled" || d.prints.some((p) => p.list_version === d.list_version && p.is_void);

/** Pages of each list count from one: it is handed over by itself. How many there are is known where nothing else is printed. */
const pageRule = (name: string, d: ParcelDetail, isOnly: boolean): string => `@page ${name} {
  size: A4 portrait;
  margin: 12mm;
  counter-increment: ${name};
  @bottom-right { font-size: 10px; content: "${d.parcel_no} 第 " counter(${name}) ${isOnly ? '"/" counter(pages) ' : ""}" 页"; }
}`;

function Sheet({ d, today, page }: { d: ParcelDetail; today: string; page: string }) {
  const rows = sheetRows(d.items);
  return (
    <section className="sp-sheet" style={{ page }}>
      {isVoid(d) && <p className="sp-void">已作废</p>}
      <table>
        <thead>
          <tr>
            <th colSpan={HEADS.length}>
              <h1>
                {d.type === 2 ? "原件交接单" : "供应商来件清单"} {d.parcel_no}
              </h1>
              {d.type === 2 && `第 ${d.list_version} 版${d.sealed_at === null ? "（未封箱）" : ""}　`}打印日期：{today}　用途：
              {PARCEL_PURPOSES[d.purpose]}
              <br />
              供应商：{d.supplier_name}　{d.type === 2 ? "收件人" : "寄件人"}：{d.contact_name ?? "—"}　电话：{d.phone_text ?? "—"}
              <br />
              地址：{d.address_text ?? "—"}　方式：{wayWords(d)}
              {d.mode === "express" && `　运单号：${d.waybill_no ?? BLANK}`}
              {d.batch_no && `　批次：${d.batch_no}`}
            </th>
          </tr>
          <tr>
            {HEADS.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((items, at) => {
            const [first] = items;
            return (
              <tr key={first?.id}>
                <td>{at + 1}</td>
                <td className="sp-whole">{first?.applicant_no ?? "—"}</td>
                <td className="sp-whole">{first?.name_cn ?? "—"}</td>
                <td className="sp-whole">{first?.passport_no ?? "—"}</td>
                <td>{items.map((i) => `${i.name}×${i.count}`).join("、")}</td>
                <td>{first?.district_name || "—"}</td>
                <td>
                  {items
                    .map((i) => i.issue_note)
                    .filter(Boolean)
                    .join("；")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>
        共 {new Set(d.items.flatMap((i) => i.applicant_id ?? [])).size} 人，护照 {piecesOf(d.items.filter((i) => i.is_passport))} 本，合计{" "}
        {piecesOf(d.items)} 件
      </p>
      <table className="sp-boxes">
        <tbody>
          <tr>
            {BOXES.map((box) => (
              <td key={box}>{box}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

export function ParcelSheet({ parcels, onClose }: ParcelSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="supplier-parcel" onClose={onClose}>
      <style>{parcels.map((d, at) => pageRule(`parcel-${at}`, d, parcels.length === 1)).join("\n")}</style>
      {parcels.map((d, at) => (
        <Sheet key={d.id} d={d} today={today} page={`parcel-${at}`} />
      ))}
    </PrintSheet>
  );
}
