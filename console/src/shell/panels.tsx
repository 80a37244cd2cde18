/** Panels over any page, opened by `?panel=`: an address with a panel can be sent to a colleague. */
import { lazy } from "react";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { confirm } from "#kit/feedback.ts";
import { useQuery } from "#kit/location.tsx";
import { part } from "#kit/part.tsx";
import { session, useCan } from "#kit/session.ts";
import { panelChanged, panelOf, type Panel } from "#kit/panel-registry.ts";
import type { PanelDrawerProps } from "./panel-drawer.tsx";

const PanelDrawer = part<PanelDrawerProps>(() => import("./panel-drawer.tsx").then((m) => m.PanelDrawer));

const panels: Readonly<Record<string, Panel>> = {
  messages: { title: "消息", part: lazy(() => import("./message-panel.tsx")) },
  tasks: { title: "任务", part: lazy(() => import("./task-panel.tsx")) },
  devices: { title: "登录设备", part: lazy(() => import("./device-panel.tsx")) },
  totp: { title: "两步验证", part: lazy(() => import("./totp-panel.tsx")) },
  keys: { title: "键盘快捷键", part: lazy(() => import("./keys-panel.tsx")) },
  diagnosis: { title: "诊断", part: lazy(() => import("./diagnosis-panel.tsx")) },
  report: { title: "报障", part: lazy(() => import("./report-panel.tsx")) },
};

export function Panels() {
  const [query, setQuery] = useQuery();
  const signedIn = session.use((s) => s.account !== null);
  const panel = panels[query.panel ?? ""] ?? panelOf(query.panel ?? "");
  const allowed = useCan(panel?.may ?? "staff");
  if (!panel || !allowed || !signedIn) return null;
  const close = async (): Promise<void> => {
    if (panelChanged() && !(await confirm({ title: TEXTS.leave_changed, ok: "离开", cancel: "留下" }))) return;
    setQuery(Object.fromEntries(["panel", ...(panel.keys ?? [])].map((key) => [key, undefined])));
  };
  return <PanelDrawer panel={panel} close={() => void close()} />;
}
