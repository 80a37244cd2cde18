/** Panels over any page, opened by `?panel=`: an address with a panel can be sent to a colleague. */
import { lazy } from "react";
import { useQuery } from "#kit/app/location.tsx";
import { part } from "#kit/app/part.tsx";
import { session, useCan } from "#kit/app/session.ts";
import { panelOf, type Panel } from "#kit/app/panel-registry.ts";
import type { PanelDrawerProps } from "./menu/panel-drawer.tsx";

const PanelDrawer = part<PanelDrawerProps>(() => import("./menu/panel-drawer.tsx").then((m) => m.PanelDrawer));

const panels: Readonly<Record<string, Panel>> = {
  messages: { title: "消息", part: lazy(() => import("./menu/message-panel.tsx")) },
  tasks: { title: "任务", part: lazy(() => import("./menu/task-panel.tsx")) },
  devices: { title: "登录设备", part: lazy(() => import("./proof/device-panel.tsx")) },
  totp: { title: "两步验证", part: lazy(() => import("./proof/totp-panel.tsx")) },
  keys: { title: "键盘快捷键", part: lazy(() => import("./proof/keys-panel.tsx")) },
  diagnosis: { title: "诊断", part: lazy(() => import("./diagnosis-panel.tsx")) },
  report: { title: "报障", part: lazy(() => import("./report-panel.tsx")) },
};

export function Panels() {
  const [query] = useQuery();
  const signedIn = session.use((s) => s.account !== null);
  const panel = panels[query.panel ?? ""] ?? panelOf(query.panel ?? "");
  const allowed = useCan(panel?.may ?? "staff");
  if (!panel || !allowed || !signedIn) return null;
  return <PanelDrawer panel={panel} />;
}
