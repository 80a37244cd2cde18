/** Two pasted passport lines fill the person's form; what differs from the known data is named. */
import { Button, Input } from "antd";
import { date } from "@visadesk/contract/kit/format.ts";
import { IDENTITY_MAY } from "@visadesk/contract/kit/upload.ts";
import { parseMrz, type Mrz } from "@visadesk/contract/order/mrz.ts";
import { useState } from "react";
import type { Values } from "#kit/form/save/form-rules.ts";
import { usePickOptions } from "#kit/pickers.tsx";
import { useCan } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import type { Applicant } from "./applicant-model.ts";

/** Plain fields that the lines contradict. */
export const mrzClashes = (a: Pick<Applicant, "gender" | "passport_expiry_date">, m: Mrz): string[] => [
  ...(a.gender !== null && m.gender !== null && a.gender !== m.gender ? ["性别与已填不一致"] : []),
  ...(a.passport_expiry_date !== null && a.passport_expiry_date !== m.passport_expiry_date
    ? [`有效期与已填不一致（已填 ${date(a.passport_expiry_date)}）`]
    : []),
];

/** Fields of the form that the lines know. */
export const mrzValues = (m: Mrz, nationality: string | undefined): Values => ({
  surname_en: m.surname_en,
  given_name_en: m.given_name_en,
  passport_no: m.passport_no,
  birth_date: m.birth_date,
  passport_expiry_date: m.passport_expiry_date,
  ...(m.gender && { gender: m.gender }),
  ...(nationality && { nationality }),
});

export function MrzButton({ a, onFill }: { a: Applicant; onFill: (values: Values) => void }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const { options } = usePickOptions("country", "", open);
  const read = text.trim() === "" ? null : parseMrz(text);
  const mayFill = useCan(IDENTITY_MAY);
  const close = (): void => {
    setOpen(false);
    setText("");
  };
  const fill = (): void => {
    if (!read?.ok) return;
    const code = options.find((o) => o.hint === read.mrz.nationality)?.value;
    onFill(mrzValues(read.mrz, typeof code === "string" ? code : undefined));
    close();
  };
  if (!mayFill) return null;
  return (
    <>
      <Button type="text" size="small" onClick={() => setOpen(true)}>
        机读码
      </Button>
      {open && (
        <Dialog title="粘贴护照机读码" okText="填入" okDisabled={!read?.ok} typed={text !== ""} onOk={fill} onClose={close}>
          <Input.TextArea
            aria-label="机读码"
            className="vd-mono"
            rows={3}
            placeholder="资料页底部的两行，每行44个字符"
            value={text}
            onChange={(e) => setText(e.target.value)}
          />
          {read && !read.ok && (
            <p className="vd-error" role="alert">
              {read.fault}
            </p>
          )}
          {read?.ok && (
            <output className="vd-stack">
              <p className="vd-num">
                {read.mrz.surname_en} {read.mrz.given_name_en} · {read.mrz.passport_no} · {date(read.mrz.birth_date)} · 有效期至{" "}
                {date(read.mrz.passport_expiry_date)}
              </p>
              {mrzClashes(a, read.mrz).map((c) => (
                <p key={c} className="vd-error">
                  {c}
                </p>
              ))}
            </output>
          )}
        </Dialog>
      )}
    </>
  );
}
