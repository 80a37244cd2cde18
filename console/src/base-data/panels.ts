import { lazy } from "react";
import type { Panel } from "#kit/app/panel-registry.ts";
import { REFUND_PANEL } from "#shared/refund-phone-href.ts";
import { may } from "@visadesk/contract/permissions.ts";

export const baseDataPanels: Readonly<Record<string, Panel>> = {
  [REFUND_PANEL]: {
    title: "退款试算",
    may: { any: [may.order_view, may.order_process] },
    width: 640,
    part: lazy(() => import("./refund-policy/refund-phone.tsx")),
  },
  "country-phone": {
    title: "国家速查",
    may: { any: [may.country, may.order_view, may.order_process] },
    width: 960,
    part: lazy(() => import("./country/country-phone.tsx")),
  },
};
