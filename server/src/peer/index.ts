/** Door of the peer area: partner agencies and who works for them. */
import { area } from "#kit/area.ts";
import type { Doors } from "./doors.ts";
import { peerNouns } from "./peer.nouns.ts";
import { peerTopUpServer } from "./peer/peer-top-up.ts";

/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const peerArea = (_doors: Omit<Doors, "product">) => area("peer", { nouns: peerNouns, serving: { ...peerTopUpServer } });
export { mayReadTopUp, topUpFilesInUse } from "./peer/peer-top-up.sql.ts";
export { autoDeduct, creditOf } from "./peer/credit-line.ts";
export type { Doors, OrderDoor, OwnersMove, PeerStat } from "./doors.ts";
