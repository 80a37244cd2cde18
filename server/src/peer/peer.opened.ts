import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { Opened } from "#kit/call/opened.ts";
import { peerScope } from "./peer/peer-scope.sql.ts";

export const peerOpened = {
  peer: { may: peerApi.peer_get.may, from: "peers p", id: "p.id", where: (ctx) => peerScope(ctx) },
} satisfies Record<string, Opened>;
