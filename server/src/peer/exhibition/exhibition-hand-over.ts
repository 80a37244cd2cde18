/** Exhibitions and leads of whoever leaves. */
import { may } from "@visadesk/contract/permissions.ts";
import { q } from "#kit/db/sql.ts";
import { owned } from "#kit/noun/owned.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { exhibitionLeadNoun, peerExhibitionNoun } from "./exhibition.noun.ts";

export const exhibitionHoldings: readonly Holding[] = [
  {
    kind: "exhibition",
    label: "展会",
    short: "展会",
    unit: "场",
    needs: [may.peer_exhibition],
    note: "未结束的展会改由接手人负责",
    link: (worker) => ({
      route: "peer-exhibition-list",
      query: { owner_id: String(worker), exhibition_status: "preparing,running,reviewing" },
    }),
    ...owned(peerExhibitionNoun, "owner_id", q`h.exhibition_status in ('preparing', 'running', 'reviewing')`),
  },
  {
    kind: "lead",
    label: "展会线索",
    short: "线索",
    unit: "条",
    needs: [may.peer_exhibition],
    note: "未入驻的线索改由接手人跟进",
    link: (worker) => ({
      route: "peer-exhibition-list",
      query: { tab: "lead", owner_id: String(worker), lead_status: "new,contacted,applied" },
    }),
    ...owned(exhibitionLeadNoun, "owner_id", q`h.lead_status in ('new', 'contacted', 'applied')`),
  },
];
