import { Alert } from "antd";
import type { OutputOf } from "@visadesk/contract/index.ts";

export interface BannerLineProps {
  banner: NonNullable<OutputOf<"message_get">["banner"]>;
  /** Goes where the message points at. */
  open: (() => void) | undefined;
  /** Seen by him, for ever; one that must be confirmed says so on a button and has no close. */
  confirm: () => void;
}

const TONES: Readonly<Record<string, "info" | "warning" | "error">> = {
  critical: "error",
  urgent: "error",
  warning: "warning",
  important: "warning",
};

export const BannerLine = ({ banner, open, confirm }: BannerLineProps) => (
  <Alert
    banner
    showIcon
    type={TONES[banner.level] ?? "info"}
    title={banner.title}
    description={banner.content || undefined}
    action={
      <span className="vd-row">
        {open && (
          <button type="button" className="vd-text-button" onClick={open}>
            查看
          </button>
        )}
        {banner.must_confirm && (
          <button type="button" className="vd-text-button" onClick={confirm}>
            我已知晓
          </button>
        )}
      </span>
    }
    {...(!banner.must_confirm && { closable: { onClose: confirm } })}
  />
);
