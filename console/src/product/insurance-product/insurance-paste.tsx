/** A whole sheet out of a spreadsheet: ages in the first line, days in the first column. */
import { Dialog } from "#kit/form/dialog.tsx";
import { Input } from "antd";
import { useState } from "react";
import { pasteSheet, type Matrix } from "./insurance-matrix.ts";
import { Faults } from "./insurance-faults.tsx";

export interface InsurancePasteProps {
  plan: string;
  before: Matrix;
  onDone: (matrix: Matrix) => void;
  onClose: () => void;
}

const EXAMPLE = "天数\t0-17岁\t18-70岁\n1-3天\t48\t60\n4-7天\t64\t80";

export function InsurancePaste({ plan, before, onDone, onClose }: InsurancePasteProps) {
  const [text, setText] = useState("");
  const pasted = text.trim() === "" ? null : pasteSheet(before, text);
  const isGood = pasted !== null && pasted.faults.length === 0;
  return (
    <Dialog
      title={`粘贴「${plan}」的保费`}
      okText={isGood ? `替换为 ${pasted.matrix.days.length}×${pasted.matrix.ages.length} 的费率` : "替换"}
      width={640}
      okDisabled={!isGood}
      typed={text !== ""}
      onOk={() => pasted && onDone(pasted.matrix)}
      onClose={onClose}
    >
      <p className="vd-muted">首行是年龄段，首列是天数段，其余是保费（元）。会替换本计划现有的天数段、年龄段和保费。</p>
      <Input.TextArea
        aria-label="从表格复制的内容"
        rows={10}
        className="vd-num in-paste"
        placeholder={EXAMPLE}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      {pasted && <Faults title="粘贴问题" faults={pasted.faults} />}
    </Dialog>
  );
}
