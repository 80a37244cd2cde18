/** Door of the peer area: partner agencies and who works for them. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import type { Doors } from "./doors.ts";
import { applicationJobs } from "./peer-application/application.jobs.ts";
import { applicationDesk } from "./peer-application/application.queues.ts";
import { peerApplicationServer } from "./peer-application/peer-application.ts";
import { sealedApplication } from "./peer/peer-application.noun.ts";
import { peerNouns } from "./peer.nouns.ts";

/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const peerArea = (doors: Omit<Doors, "product">) =>
  area("peer", {
    nouns: peerNouns,
    serving: {
      ...peerApplicationServer(doors),
    },
    jobs: [...applicationJobs],
    seals: [sealedRows(sealedApplication)],
  });
export const peerDesks = [applicationDesk];
export { applicationFiles, mayReadApplicationFile } from "./peer-application/application.files.ts";
export { applicationAdd } from "./peer-application/application.write.ts";
export { loadOf } from "./peer/place-owners.ts";
export { peerOpened } from "./peer.opened.ts";
export type { Doors, OrderDoor, OwnersMove, PeerStat } from "./doors.ts";
