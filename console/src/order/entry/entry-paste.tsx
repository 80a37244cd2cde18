/** Dialogs that read pasted text: rows of a sheet, the two lines of a passport. */
import { Input } from "antd";
import { useState } from "react";
import { Dialog } from "#kit/form/dialog.tsx";
import { parseMrz, type Mrz } from "@visadesk/contract/order/mrz.ts";
import type { EntryPerson } from "./entry-model.ts";
import { parsePasted } from "./paste-rows.ts";

/** Fields of a person that the two lines say; an unspecified sex leaves what is typed. */
export const personOfMrz = (m: Mrz): EntryPerson => ({
  surname_en: m.surname_en,
  passport_no: m.passport_no,
  birth_date: m.birth_date,
  passport_expiry_date: m.passport_expiry_date,
  ...(m.given_name_en && { given_name_en: m.given_name_en }),
  ...(m.gender && { gender: m.gender }),
});

export function MrzDialog(props: { onRead: (person: EntryPerson) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  const answer = text.trim() ? parseMrz(text) : null;
  const isOk = answer?.ok === true;
  return (
    <Dialog
      title="粘贴机读码"
      okText="填入"
      okDisabled={!isOk}
      typed={text !== ""}
      onOk={() => {
        if (answer?.ok) props.onRead(personOfMrz(answer.mrz));
      }}
      onClose={props.onClose}
    >
      <Input.TextArea
        className="vd-mono"
        rows={3}
        aria-label="机读码"
        placeholder={"POCHNZHANG<<SAN<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<\nE12345678<CHN…"}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      {answer && !answer.ok && (
        <p className="vd-note is-after vd-tone-red vd-toned" role="alert">
          {answer.fault}
        </p>
      )}
      {answer?.ok && (
        <output className="vd-note is-after vd-wraps vd-tone-green">
          <b>
            {answer.mrz.surname_en} {answer.mrz.given_name_en}
          </b>
          <span>{answer.mrz.passport_no}</span>
          <span>{answer.mrz.birth_date}</span>
          <span>{answer.mrz.gender === "male" ? "男" : answer.mrz.gender === "female" ? "女" : "性别未注明"}</span>
          <span>有效期至 {answer.mrz.passport_expiry_date}</span>
        </output>
      )}
    </Dialog>
  );
}

export function PasteDialog(props: { onRead: (people: EntryPerson[]) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  const { people, faults } = parsePasted(text);
  return (
    <Dialog
      title="粘贴表格"
      width={720}
      okText={people.length > 0 ? `填入 ${people.length} 人` : "填入"}
      okDisabled={people.length === 0}
      typed={text !== ""}
      onOk={() => props.onRead(people)}
      onClose={props.onClose}
    >
      <p className="vd-muted">
        从表格复制后粘贴。有表头时按表头识别，没有表头时依次为：姓名、姓拼音、名拼音、性别、出生日期、身份证号、护照号、签发日、有效期、手机、身份。
      </p>
      <Input.TextArea rows={8} aria-label="表格内容" value={text} onChange={(e) => setText(e.target.value)} />
      {people.length > 0 && (
        <output className="vd-note is-after vd-wraps vd-tone-green">
          识别 {people.length} 人：
          {people
            .slice(0, 5)
            .map((p) => p.name_cn ?? (`${p.surname_en ?? ""} ${p.given_name_en ?? ""}`.trim() || "未填姓名"))
            .join("、")}
          {people.length > 5 && " 等"}
        </output>
      )}
      {faults.slice(0, 5).map((f) => (
        <p key={f} className="vd-note is-after vd-tone-orange vd-toned">
          {f}
        </p>
      ))}
    </Dialog>
  );
}
