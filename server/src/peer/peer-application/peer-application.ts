/** Endpoints of applications: companies that ask to become peers. */
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import type { Doors } from "../doors.ts";
import { applicationMoves } from "./application.moves.ts";
import { applicationReads } from "./application.read.ts";
import { applicationWrites } from "./application.write.ts";
import { approve } from "./approve.ts";

export const peerApplicationServer = ({ activity }: Pick<Doors, "activity">) =>
  serveHolding(peerApplicationApi, heldIn("peer_applications", "business_licence", "travel_licence"), {
    ...applicationReads(activity),
    ...applicationWrites(activity),
    ...applicationMoves,
    peer_application_approve: approve(activity),
  });
