/** 改派 as its pages open it: its code comes when it is opened. */
import { part } from "#kit/app/part.tsx";
import type { RerouteDialogProps } from "./reroute-dialog.tsx";

export const RerouteDialog = part<RerouteDialogProps>(() => import("./reroute-dialog.tsx").then((m) => m.RerouteDialog));
