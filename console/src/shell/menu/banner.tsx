import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { notify } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { matchScreen } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import type { BannerLineProps } from "./banner-line.tsx";

const BannerLine = part<BannerLineProps>(() => import("./banner-line.tsx").then((m) => m.BannerLine));

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
  const inside = link !== null && matchScreen(link.split("?")[0] ?? "") !== undefined;
  return (
    <BannerLine
      banner={banner}
      open={inside ? () => void router.navigate({ href: link }) : undefined}
      close={banner.must_confirm ? undefined : () => setClosed(banner.id)}
    />
  );
}
