/** 寄回结果与原件: what is lacking stands in the dialog before anything is sent, with the act that mends it. */
import { CARRIERS, SEND_MODES } from "@visadesk/contract/order/words.ts";
import { applicantApi, custodyApi } from "@visadesk/contract/order/applicant.ts";
import { Button } from "antd";
import { ask } from "#kit/act/ask.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { uuid } from "#kit/app/hash.ts";
import { Item } from "#kit/page/item.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { useState } from "react";
import type { Applicant } from "./applicant-model.ts";
import { recordOf, reveal } from "./passport-card.tsx";
import { useAct } from "../use-act.ts";
import { WordChoice } from "./word-choice.tsx";

type Way = NonNullable<Applicant["send_back"]>[number];
type Mode = Way["mode"];

const waysOf = (a: Applicant): readonly Way[] => a.send_back ?? [];
const missingOf = (a: Applicant, mode: Mode): Way["missing"] => waysOf(a).find((w) => w.mode === mode)?.missing ?? [];

/** The electronic visa goes as a file; else the first way that nothing stands against. */
export function firstMode(a: Applicant): Mode {
  const open = waysOf(a).filter((w) => w.missing.length === 0);
  return (open.find((w) => a.needs.evisa && w.mode === "file") ?? open[0])?.mode ?? "express";
}

/** Every shortage of the chosen way, and what ends it: the originals signed in together, or another way. */
function Missing({ a, mode, onMode }: { a: Applicant; mode: Mode; onMode: (mode: Mode) => void }) {
  const { form } = useFormScope();
  const [run, busy] = useAct();
  const missing = missingOf(a, mode);
  const material_ids = missing.flatMap((m) => (m.mend === "take_back" ? m.material_ids : []));
  const others = missing.some((m) => m.mend === "other_mode") ? waysOf(a).filter((w) => w.missing.length === 0) : [];
  if (missing.length === 0) return null;
  const takeBack = (): Promise<boolean> =>
    run(() => ask(custodyApi.custody_move, { material_ids, to_holder: "us", idempotency_key: uuid() }), "原件已登记到我方");
  const choose = (next: Mode): void => {
    form.setFieldValue("mode", next);
    onMode(next);
  };
  return (
    <section className="vd-note vd-tiny vd-error vd-whole-row vd-tone-red vd-after-16" aria-label="还不能寄回">
      <p>还不能{SEND_MODES[mode]}：</p>
      <ul>
        {missing.map((m) => (
          <li key={m.text}>{m.text}</li>
        ))}
      </ul>
      {material_ids.length > 0 && (
        <Button size="small" type="primary" loading={busy && { delay: 200 }} onClick={() => void takeBack()}>
          {material_ids.length > 1 ? `${material_ids.length} 件原件都已取回，登记到我方` : "原件已取回，登记到我方"}
        </Button>
      )}
      {others.map((w) => (
        <Button key={w.mode} size="small" onClick={() => choose(w.mode)}>
          改为{SEND_MODES[w.mode]}
        </Button>
      ))}
    </section>
  );
}

/** What is written on the parcel; an order from before the receiver was asked for goes to its contact. */
function Receiver({ a }: { a: Applicant }) {
  const to = a.return_name
    ? ([a.return_name, "return_name", a.return_mobile, "return_mobile"] as const)
    : ([a.contact_name, "contact_name", a.contact_mobile, "contact_mobile"] as const);
  const [name, nameField, mobile, mobileField] = to;
  return (
    <p className="vd-wraps vd-whole-row" aria-label="收件人">
      <span className="vd-muted">寄给</span>
      <Masked value={name} record={recordOf(a.id)} reveal={(why) => reveal(a.id, nameField, why)} />
      {mobile && <Masked value={mobile} record={recordOf(a.id)} reveal={(why) => reveal(a.id, mobileField, why)} />}
      {a.return_address_text ? (
        <Masked value={a.return_address_text} record={recordOf(a.id)} reveal={(why) => reveal(a.id, "return_address", why)} />
      ) : (
        <span className="vd-muted">订单没有收件地址</span>
      )}
    </p>
  );
}

export function ResultSendDialog({ a, done, close }: { a: Applicant; done: () => void; close: () => void }) {
  const [start] = useState(() => firstMode(a));
  const [mode, setMode] = useState<Mode>(start);
  return (
    <FormDialog
      endpoint={applicantApi.applicant_result_send}
      initial={{ id: a.id, version: a.version, mode: start }}
      title="寄回结果与原件"
      okText="确认寄回"
      okDisabled={missingOf(a, mode).length > 0}
      onDone={done}
      onClose={close}
    >
      <Item name="mode">
        <WordChoice
          words={Object.fromEntries(waysOf(a).map((w) => [w.mode, SEND_MODES[w.mode]]))}
          onPick={(key) => setMode(waysOf(a).find((w) => w.mode === key)?.mode ?? start)}
        />
      </Item>
      <Missing a={a} mode={mode} onMode={setMode} />
      {mode === "express" && (
        <>
          <Receiver a={a} />
          <Item name="carrier_code" half needs="请选择承运商" options={CARRIERS} />
          <Item name="waybill_no" half needs="请输入运单号" />
        </>
      )}
      <Item name="note" rows={2} />
    </FormDialog>
  );
}
