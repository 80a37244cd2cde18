/** The scan field of a batch: a passport or an applicant number per Enter, what is missing beside it. */
import { BarcodeOutlined } from "@ant-design/icons";
import { Input, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { ask, faultOf } from "#kit/act/ask.ts";
import { submissionBatchApi } from "@visadesk/contract/order/applicant-material.ts";
import type { BatchDetail } from "./batch-detail.ts";

interface Said {
  ok: boolean;
  text: string;
}

export function BatchScan(props: { batch: BatchDetail; missing: number; onScanned: () => void }) {
  const { batch, missing } = props;
  const [code, setCode] = useState("");
  const [said, setSaid] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const box = useRef<InputRef>(null);
  useEffect(() => box.current?.focus(), []);
  const scan = async (): Promise<void> => {
    const asked = code.trim();
    if (!asked || busy) return;
    setBusy(true);
    try {
      const { applicant_no } = await ask(submissionBatchApi.submission_batch_scan, { id: batch.id, code: asked }, { noToast: true });
      setSaid({ ok: true, text: `${applicant_no} 已扫描` });
      props.onScanned();
    } catch (error) {
      setSaid({ ok: false, text: faultOf(error).msg });
    } finally {
      setBusy(false);
      setCode("");
      box.current?.focus();
    }
  };
  return (
    <div className="vd-note is-plain vd-row bt-scan">
      <span className="vd-big vd-num">
        {batch.scanned_count}/{batch.line_count}
      </span>
      <Input
        ref={box}
        prefix={<BarcodeOutlined aria-hidden />}
        aria-label="扫描护照"
        placeholder="扫描护照号或申请人编号"
        value={code}
        maxLength={40}
        onChange={(e) => setCode(e.target.value)}
        onPressEnter={() => void scan()}
      />
      <span className="vd-muted">{missing > 0 ? `缺 ${missing} 本` : "已扫齐"}</span>
      {said && <output className={said.ok ? "vd-small vd-good" : "vd-small vd-error"}>{said.text}</output>}
    </div>
  );
}
