/** A masked personal value with an eye: it asks for nothing, but every look is logged by the server. */
import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { may, type May } from "@visadesk/contract/permissions.ts";
import { looksMasked } from "@visadesk/contract/kit/patterns.ts";
import { useEffect, useState } from "react";
import { Copyable } from "./format-cells.tsx";
import { useCan } from "./session.ts";

const HIDE_MS = 60_000;

export function Masked(props: { value: string; reveal: () => Promise<string | null>; may?: May }) {
  const allowed = useCan(props.may ?? may.personal_reveal);
  const [seen, setSeen] = useState<{ of: string; full: string } | null>(null);
  const full = seen?.of === props.value ? seen.full : null;
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (full === null) return;
    const timer = setTimeout(() => setSeen(null), HIDE_MS);
    return () => clearTimeout(timer);
  }, [full]);
  const look = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await props.reveal();
      setSeen(answer === null ? null : { of: props.value, full: answer });
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  if (!allowed || !looksMasked(props.value)) return <span className="vd-num">{props.value}</span>;
  if (full !== null) {
    return (
      <span className="vd-copyable">
        <Copyable text={full} />
        <button type="button" className="vd-icon-button is-on" aria-label="隐藏" title="隐藏" onClick={() => setSeen(null)}>
          <EyeInvisibleOutlined />
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
        onClick={() => void look()}
      >
        <EyeOutlined />
      </button>
    </span>
  );
}
