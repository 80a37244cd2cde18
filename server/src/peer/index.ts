/** Door of the peer area: partner agencies and who works for them. */
import { area } from "#kit/area.ts";
import type { Doors } from "./doors.ts";
import { peerNouns } from "./peer.nouns.ts";
import { workOrderConfigServer } from "./work-order/work-order-config.ts";
import { workOrderDesk } from "./work-order/work-order.desk.ts";
import { workOrderHoldings } from "./work-order/work-order-hand-over.ts";
import { workOrderJobs } from "./work-order/work-order.jobs.ts";
import { workOrderServer } from "./work-order/work-order.ts";

/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const peerArea = (doors: Omit<Doors, "product">) =>
  area("peer", {
    nouns: peerNouns,
    serving: {
      ...workOrderConfigServer,
      ...workOrderServer(doors),
    },
    jobs: [...workOrderJobs],
  });
export const peerDesks = [workOrderDesk];
export const peerHoldings = [...workOrderHoldings];
export { mayReadWorkOrderFile, workOrderFilesInUse } from "./work-order/work-order-files.sql.ts";
export { peerOpened } from "./peer.opened.ts";
export type { Doors, OrderDoor, OwnersMove, PeerStat } from "./doors.ts";
