/** The panel that asks why somebody's data is looked at: a ready reason is one click, any other one is typed. */
import { Button, Input } from "antd";
import { useState } from "react";
import { Popup } from "../act/popup.tsx";
import { REVEAL_REASONS } from "./reveal-reasons.ts";

export interface RevealReasonProps {
  at: HTMLElement;
  onReason: (reason: string) => void;
  onClose: () => void;
}

export function RevealReason({ at, onReason, onClose }: RevealReasonProps) {
  const [own, setOwn] = useState("");
  const typed = own.trim();
  return (
    <Popup at={at} onClose={onClose}>
      <section aria-label="查看原因" className="vd-reveal-reason">
        <b>查看原因</b>
        {REVEAL_REASONS.map((reason) => (
          <Button key={reason} size="small" onClick={() => onReason(reason)}>
            {reason}
          </Button>
        ))}
        <Input
          size="small"
          aria-label="其他原因"
          placeholder="其他原因，2至50个字"
          maxLength={50}
          value={own}
          onChange={(e) => setOwn(e.target.value)}
        />
        <Button size="small" type="primary" disabled={typed.length < 2} onClick={() => onReason(typed)}>
          查看
        </Button>
        <small className="vd-muted">会记入操作日志，15分钟内查看此人不再询问</small>
      </section>
    </Popup>
  );
}
