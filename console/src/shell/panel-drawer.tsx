import { Drawer, Skeleton } from "antd";
import { Suspense } from "react";
import type { Panel } from "#kit/panel-registry.ts";

export interface PanelDrawerProps {
  panel: Panel;
  close: () => void;
}

export const PanelDrawer = ({ panel, close }: PanelDrawerProps) => (
  <Drawer open title={panel.title} size={panel.width ?? 420} onClose={close} mask={{ enabled: true, blur: false }}>
    <Suspense fallback={<Skeleton active />}>
      <panel.part />
    </Suspense>
  </Drawer>
);
