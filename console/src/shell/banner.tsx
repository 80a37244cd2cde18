import { useRouter } from "@tanstack/react-router";
import { Alert } from "antd";
import { useEffect, useRef, useState } from "react";
import { notify } from "#kit/feedback.ts";
import { matchScreen } from "#kit/screens.ts";
import { session } from "#kit/session.ts";

const TONES: Readonly<Record<string, "info" | "warning" | "error">> = {
  critical: "error",
  urgent: "error",
  warning: "warning",
  important: "warning",
};

/** The global message under the header; one that must be confirmed has no close. Urgent messages notify once each. */
export function Banner() {
  const banner = session.use((s) => s.message?.banner ?? null);
  const urgent = session.use((s) => s.message?.urgent);
  const [closed, setClosed] = useState(0);
  const router = useRouter();
  const told = useRef(new Set<number>());
  useEffect(() => {
    for (const m of urgent ?? []) {
      if (told.current.has(m.reminder_msg_id)) continue;
      told.current.add(m.reminder_msg_id);
      const href = `/workbench/msg-remind-detail/${m.msg_id}/${m.reminder_msg_id}`;
      notify({ title: m.title, ...(matchScreen(href) && { action: { label: "查看", run: () => void router.navigate({ href }) } }) });
    }
  }, [urgent, router]);
  if (!banner || closed === banner.id) return null;
  const { link } = banner;
  const inside = link && matchScreen(link.split("?")[0] ?? "");
  return (
    <Alert
      banner
      showIcon
      type={TONES[banner.level] ?? "info"}
      title={banner.title}
      description={banner.content || undefined}
      action={
        inside && (
          <button type="button" className="vd-text-button" onClick={() => void router.navigate({ href: link })}>
            查看
          </button>
        )
      }
      {...(banner.must_confirm ? {} : { closable: { onClose: () => setClosed(banner.id) } })}
    />
  );
}
