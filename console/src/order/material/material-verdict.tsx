/** The verdict under the fingers: 1 合格, 2 不合格 with a reason chip and words, 免交, 重新审核. */
import { Button, Input } from "antd";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { applicantMaterialApi } from "@visadesk/contract/order/applicant-material.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import { useEffect, useRef, useState } from "react";
import { Reads } from "#kit/page/reads.tsx";
import { ask } from "#kit/act/ask.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { useKeys } from "#kit/app/keyboard.ts";
import type { Material } from "../applicant/applicant-model.ts";
import { reasonsFor, useReasons, type Reason } from "./reject-reasons.ts";
import { useAct } from "../use-act.ts";

const KEYS = 10;
/** Key of the n-th chip: 1 … 9, 0; those behind are for the mouse. */
const chipKey = (i: number): string => String((i + 1) % KEYS);

export const Key = (props: { children: string }) => (
  <kbd className="ord-key" aria-hidden="true">
    {props.children}
  </kbd>
);

interface RejectProps {
  busy: boolean;
  reasons: readonly Reason[];
  onReject: (code: string, text: string) => void;
  onCancel: () => void;
}

function RejectPanel({ busy, reasons, onReject, onCancel }: RejectProps) {
  const [code, setCode] = useState<string | null>(null);
  const [text, setText] = useState("");
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.focus(), []);
  const send = (): void => {
    if (code) onReject(code, text.trim());
  };
  useKeys({
    ...Object.fromEntries(reasons.slice(0, KEYS).map((r, i) => [chipKey(i), [r.text, () => setCode(r.code)] as const])),
    Enter: ["确认不合格", send],
    Escape: ["返回", onCancel],
  });
  return (
    <fieldset className="vd-row vd-small ord-reject" ref={box} tabIndex={-1} aria-label="不合格原因">
      <div className="vd-wraps vd-wide">
        {reasons.map((r, i) => (
          <button
            key={r.code}
            type="button"
            aria-pressed={code === r.code}
            className={code === r.code ? "vd-choice is-on" : "vd-choice"}
            title={r.advice}
            onClick={() => setCode(r.code)}
          >
            {i < KEYS && <Key>{chipKey(i)}</Key>}
            {r.text}
          </button>
        ))}
      </div>
      <Input
        value={text}
        maxLength={200}
        placeholder="补充说明，客户可见，可不填"
        aria-label="说明"
        onChange={(e) => setText(e.target.value)}
        onPressEnter={send}
        onKeyDown={(e) => {
          if (e.key === "Escape") onCancel();
        }}
      />
      <Button danger type="primary" disabled={!code} loading={busy && { delay: 200 }} onClick={send}>
        确认不合格
      </Button>
      <Button onClick={onCancel}>返回</Button>
    </fieldset>
  );
}

/** Mounted anew for each item. */
export interface VerdictProps {
  material: Material;
  /** Date the paper was made out, where it matters. */
  docDate: string | null;
  /** Why nothing may be judged now. */
  closed: string | null;
  /** A verdict stands; the next item may come. */
  onJudged: () => void;
}

export function Verdict({ material: m, docDate, closed, onJudged }: VerdictProps) {
  const [run, busy] = useAct();
  const [rejecting, setRejecting] = useState(false);
  const [waiving, setWaiving] = useState(false);
  const may = (move: "pass" | "reject" | "waive" | "reopen"): boolean => !closed && canMove(materialFlow, m.material_status, move);
  const base = { id: m.id, version: m.version };
  const judge = async (act: () => Promise<unknown>, said: string): Promise<void> => {
    if (await run(act, said)) onJudged();
  };
  const needsDate = m.max_age_days > 0 && !docDate;
  const pass = (): void => {
    if (may("pass") && !needsDate)
      void judge(
        () => ask(applicantMaterialApi.applicant_material_pass, { ...base, ...(docDate && { doc_date: docDate }) }),
        `${m.name}：合格`,
      );
  };
  const known = useReasons(m.document_id);
  const reject = (reject_code: string, reject_text: string): void =>
    void judge(
      () => ask(applicantMaterialApi.applicant_material_reject, { ...base, reject_code, ...(reject_text && { reject_text }) }),
      `${m.name}：不合格`,
    );
  useKeys(
    {
      "1": ["合格", pass],
      "2": [
        "不合格",
        () => {
          if (may("reject")) setRejecting(true);
        },
      ],
    },
    !rejecting,
  );
  if (closed) return <p className="vd-row vd-small ord-verdict vd-muted">{closed}</p>;
  if (rejecting)
    return (
      <Reads slim answer={known} rows={1}>
        {(reasons) => (
          <RejectPanel busy={busy} reasons={reasonsFor(reasons, m.kind)} onReject={reject} onCancel={() => setRejecting(false)} />
        )}
      </Reads>
    );
  return (
    <div className={m.material_status === "missing" ? "vd-row vd-small ord-verdict is-still" : "vd-row vd-small ord-verdict"}>
      {may("pass") && (
        <Button
          type="primary"
          className="ord-pass"
          disabled={needsDate}
          title={needsDate ? "请先填写开具日期" : ""}
          loading={busy && { delay: 200 }}
          onClick={pass}
        >
          合格<Key>1</Key>
        </Button>
      )}
      {may("reject") && (
        <Button danger disabled={busy} onClick={() => setRejecting(true)}>
          不合格<Key>2</Key>
        </Button>
      )}
      {may("waive") && (
        <Button disabled={busy} onClick={() => setWaiving(true)}>
          免交
        </Button>
      )}
      {may("reopen") && (
        <Button disabled={busy} onClick={() => void run(() => ask(applicantMaterialApi.applicant_material_reopen, base), "已退回待审核")}>
          重新审核
        </Button>
      )}
      {m.material_status === "missing" && <span className="vd-muted">还没有提交</span>}
      {waiving && (
        <FormDialog
          endpoint={applicantMaterialApi.applicant_material_waive}
          initial={base}
          title={`免交：${m.name}`}
          okText="免交"
          onDone={() => {
            void run(() => Promise.resolve());
            onJudged();
          }}
          onClose={() => setWaiving(false)}
        >
          <Item name="reason" rows={2} />
        </FormDialog>
      )}
    </div>
  );
}
