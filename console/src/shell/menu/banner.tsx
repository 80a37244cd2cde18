import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { call } from "#kit/app/api.ts";
import { notify } from "#kit/app/feedback.ts";
import { part } from "#kit/app/part.tsx";
import { matchScreen } from "#kit/screens.ts";
import { refreshStats, session } from "#kit/app/session.ts";
import type { BannerLineProps } from "./banner-line.tsx";

const BannerLine = part<BannerLineProps>(() => import("./banner-line.tsx").then((m) => m.BannerLine));

/** The global message under the header, until it is closed or confirmed, which is kept. Urgent messages notify once each. */
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
  const confirm = (): void => {
    setClosed(banner.id);
    void call("global_message_confirm", { id: banner.id }, { noToast: true }).then(refreshStats, () => setClosed(0));
  };
  return <BannerLine banner={banner} open={inside ? () => void router.navigate({ href: link }) : undefined} confirm={confirm} />;
}
