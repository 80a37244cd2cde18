import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import type { Opened } from "#kit/call/opened.ts";
import { applicationScope } from "./peer-application/application-scope.sql.ts";

export const peerOpened = {
  peer_application: {
    may: peerApplicationApi.peer_application_get.may,
    from: "peer_applications a",
    id: "a.id",
    where: (ctx) => applicationScope(ctx),
  },
} satisfies Record<string, Opened>;
