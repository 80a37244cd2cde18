/** Endpoints of peers themselves. */
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { serve } from "#kit/call/serve.ts";
import type { CoreDoors } from "../doors.ts";
import { peerMoves } from "./peer.moves.ts";
import { peerReads } from "./peer.read.ts";
import { peerWrites } from "./peer.write.ts";
import { reveal } from "./reveal.ts";

export const peerServer = (doors: CoreDoors) =>
  serve(peerApi, { ...peerReads(doors), ...peerWrites(doors), ...peerMoves(doors), peer_reveal: reveal });
