import { lazy } from "react";
import type { Panel } from "#kit/app/panel-registry.ts";
import { CANDIDATE_PANEL } from "#shared/candidate-panel.ts";

export const supplierPanels: Readonly<Record<string, Panel>> = {
  [CANDIDATE_PANEL]: {
    title: "为什么派给它",
    width: 860,
    part: lazy(() => import("./supplier-assignment/candidate-panel.tsx")),
  },
};
