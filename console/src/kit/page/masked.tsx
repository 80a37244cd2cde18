/** A masked personal value with an eye: it asks why, once per record and a while; every look is logged by the server. */
import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { may, type May } from "@visadesk/contract/permissions.ts";
import { looksMasked } from "@visadesk/contract/kit/patterns.ts";
import { useEffect, useState, type MouseEvent } from "react";
import { Copyable } from "../form/format-cells.tsx";
import { part } from "../app/part.tsx";
import type { RevealReasonProps } from "./reveal-reason.tsx";
import { givenReason, keepReason } from "./reveal-reasons.ts";
import { useCan } from "../app/session.ts";

const HIDE_MS = 60_000;
const RevealReason = part<RevealReasonProps>(() => import("./reveal-reason.tsx").then((m) => m.RevealReason));

export interface MaskedProps {
  value: string;
  /** Whose value it is; one reason is good for all of them. */
  record: string;
  reveal: (reason: string) => Promise<string | null>;
  may?: May;
}

export function Masked(props: MaskedProps) {
  const allowed = useCan(props.may ?? may.personal_reveal);
  const [seen, setSeen] = useState<{ of: string; full: string } | null>(null);
  const full = seen?.of === props.value ? seen.full : null;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (full === null) return;
    const timer = setTimeout(() => setSeen(null), HIDE_MS);
    return () => clearTimeout(timer);
  }, [full]);
  const look = async (reason: string): Promise<void> => {
    setAsking(null);
    setBusy(true);
    try {
      const answer = await props.reveal(reason);
      keepReason(props.record, reason);
      setSeen(answer === null ? null : { of: props.value, full: answer });
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const press = (e: MouseEvent<HTMLElement>): void => {
    const reason = givenReason(props.record);
    if (reason === null) setAsking(e.currentTarget);
    else void look(reason);
  };
  if (!allowed || !looksMasked(props.value)) return <span className="vd-num">{props.value}</span>;
  if (full !== null) {
    return (
      <span className="vd-copyable">
        <Copyable text={full} />
        <button type="button" className="vd-icon-button is-on" aria-label="隐藏" title="隐藏" onClick={() => setSeen(null)}>
          <EyeInvisibleOutlined aria-hidden />
        </button>
      </span>
    );
  }
  return (
    <span className="vd-masked">
      <span className="vd-num">{props.value}</span>
      <button
        type="button"
        className="vd-icon-button"
        aria-label="查看完整内容"
        title="查看完整内容（会记录）"
        disabled={busy}
        onClick={press}
      >
        <EyeOutlined aria-hidden />
      </button>
      {asking && <RevealReason at={asking} onReason={(reason) => void look(reason)} onClose={() => setAsking(null)} />}
    </span>
  );
}
