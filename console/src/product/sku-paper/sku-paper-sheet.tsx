/** 资料清单 on A4 for one identity: what to bring, how many, to what rule, and where originals go. */
import { useState } from "react";
import { PrintSheet } from "#shared/print-sheet.tsx";
import { RichText } from "#kit/rich-text/rich-text.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import type { SkuDetail } from "../sku/sku-cells.tsx";

type Paper = SkuDetail["documents"][number];

export interface SkuPaperSheetProps {
  sku: SkuDetail;
  identity: SkuDetail["identities"][number];
  papers: readonly Paper[];
  /** How a paper's conditions read beside its name. */
  noteOf: (paper: Paper) => string;
  onClose: () => void;
}

export function SkuPaperSheet({ sku: s, identity, papers, noteOf, onClose }: SkuPaperSheetProps) {
  const [today] = useState(() => shanghaiDate(new Date()));
  return (
    <PrintSheet name="sku-papers" onClose={onClose}>
      <h1>{s.name} 资料清单</h1>
      <p>
        身份：{IDENTITIES[identity]}　商品编号：{s.sku_no}　打印日期：{today}
      </p>
      <table>
        <thead>
          <tr>
            <th>资料</th>
            <th>份数</th>
            <th>要求</th>
          </tr>
        </thead>
        <tbody>
          {papers.map((p) => (
            <tr key={p.id}>
              <td>
                {p.name}
                {noteOf(p) && `（${noteOf(p)}）`}
              </td>
              <td>
                {p.copies === null ? "—" : `${p.copies}份`}
                {p.is_original && "原件"}
              </td>
              <td>{p.requirement ? <RichText html={p.requirement} /> : "—"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {s.receive_address && (
        <p>
          资料收件：{s.receive_address.name}　{s.receive_address.contact}　{s.receive_address.mobile}　{s.receive_address.address}
          {s.receive_address.hours && `　（${s.receive_address.hours}）`}
        </p>
      )}
    </PrintSheet>
  );
}
