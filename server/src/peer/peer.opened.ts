import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import type { Opened } from "#kit/call/opened.ts";
import { exhibitionScope } from "./exhibition/exhibition-scope.sql.ts";
import { leadScope } from "./exhibition/lead-scope.sql.ts";
import { managerScope } from "./manager/manager.sql.ts";
import { applicationScope } from "./peer-application/application-scope.sql.ts";
import { peerScope } from "./peer/peer-scope.sql.ts";
import { transferScope } from "./transfer/transfer-scope.sql.ts";
import { workOrderScope } from "./work-order/work-order-scope.sql.ts";

export const peerOpened = {
  peer: { may: peerApi.peer_get.may, from: "peers p", id: "p.id", where: (ctx) => peerScope(ctx) },
  peer_manager: { may: peerManagerApi.peer_manager_get.may, from: "peer_managers m", id: "m.worker_id", where: (ctx) => managerScope(ctx) },
  peer_application: {
    may: peerApplicationApi.peer_application_get.may,
    from: "peer_applications a",
    id: "a.id",
    where: (ctx) => applicationScope(ctx),
  },
  peer_exhibition: {
    may: peerExhibitionApi.peer_exhibition_get.may,
    from: "peer_exhibitions e",
    id: "e.id",
    where: (ctx) => exhibitionScope(ctx),
  },
  exhibition_lead: {
    may: exhibitionLeadApi.exhibition_lead_get.may,
    from: "exhibition_leads l",
    id: "l.id",
    where: (ctx) => leadScope(ctx),
  },
  peer_transfer: {
    may: peerTransferApi.peer_transfer_get.may,
    from: "peer_transfers t",
    id: "t.id",
    where: (ctx) => transferScope(ctx),
  },
  work_order: {
    may: workOrderApi.work_order_get.may,
    from: "work_orders t join peers pr on pr.id = t.peer_id",
    id: "t.id",
    where: (ctx) => workOrderScope(ctx),
  },
} satisfies Record<string, Opened>;
