/** The desks of every area whose queues stand in the workbench; an area adds its own in one line. */
import { allows } from "@visadesk/contract/permissions.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Desk } from "#kit/queue.ts";
import { financeDesks } from "../finance/index.ts";
import { orderDesks } from "../order/index.ts";
import { exportDesk } from "#kit/export/export.queues.ts";
import { peerDesks } from "../peer/index.ts";
import { productDesks } from "../product/index.ts";
import { messageDesks } from "./msg/msg.desk.ts";
import { supplierDesks } from "../supplier/index.ts";

export const desks: readonly Desk[] = [
  ...orderDesks,
  ...productDesks,
  ...supplierDesks,
  ...peerDesks,
  ...financeDesks,
  exportDesk,
  ...messageDesks,
];
/** May somebody with these codes handle tasks of the queue? */
export const mayHandle = (queue: QueueKey, codes: ReadonlySet<number>): boolean =>
  deskOf(queue).queues.some((x) => x.key === queue && allows(x.may, codes));
/** Two desks may be of one noun: settlements of suppliers and those of peers open and are called differently. */
export function deskOf(queue: QueueKey): Desk {
  const desk = desks.find((d) => d.queues.some((x) => x.key === queue));
  if (!desk) throw new Error(`no desk has ${queue}`);
  return desk;
}
