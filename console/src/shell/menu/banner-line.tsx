import { Alert } from "antd";
import type { OutputOf } from "@visadesk/contract/index.ts";

export interface BannerLineProps {
  banner: NonNullable<OutputOf<"message_get">["banner"]>;
  /** Goes where the message points at. */
  open: (() => void) | undefined;
  /** Absent: it must be confirmed, and has no close. */
  close: (() => void) | undefined;
}

const TONES: Readonly<Record<string, "info" | "warning" | "error">> = {
  critical: "error",
  urgent: "error",
  warning: "warning",
  important: "warning",
};

export const BannerLine = ({ banner, open, close }: BannerLineProps) => (
  <Alert
    banner
    showIcon
    type={TONES[banner.level] ?? "info"}
    title={banner.title}
    description={banner.content || undefined}
    action={
      open && (
        <button type="button" className="vd-text-button" onClick={open}>
          查看
        </button>
      )
    }
    {...(close && { closable: { onClose: close } })}
  />
);
