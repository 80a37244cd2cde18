import { Drawer } from "antd";
import { Suspense } from "react";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { Unread } from "#kit/page/reads.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { useQuery } from "#kit/app/location.tsx";
import { openPanel } from "#kit/app/open-panel.ts";
import type { Panel } from "#kit/app/panel-registry.ts";

export interface PanelDrawerProps {
  panel: Panel;
}

export function PanelDrawer({ panel }: PanelDrawerProps) {
  const [, setQuery] = useQuery();
  const close = async (): Promise<void> => {
    const { keys = [], changed } = openPanel();
    if (changed?.() && !(await confirm({ title: TEXTS.leave_changed, ok: "离开", cancel: "留下" }))) return;
    setQuery(Object.fromEntries(["panel", ...keys].map((key) => [key, undefined])));
  };
  return (
    <Drawer open title={panel.title} size={panel.width ?? 420} onClose={() => void close()} mask={{ enabled: true, blur: false }}>
      <Suspense fallback={<Unread rows={4} />}>
        <panel.part />
      </Suspense>
    </Drawer>
  );
}
