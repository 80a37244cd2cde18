import { lazy } from "react";
import type { Panel } from "#kit/app/panel-registry.ts";
import { HANDOVER } from "#shared/handover-href.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const workbenchPanels: Readonly<Record<string, Panel>> = {
  [HANDOVER]: { title: "休假交接", may: may.workbench, width: 1080, part: lazy(() => import("./handover/handover-panel.tsx")) },
};
