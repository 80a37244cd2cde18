/** Door of the peer area: its endpoints, and what other areas ask of it. */
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import type { Doors } from "./doors.ts";
import { applicationDesk } from "./peer-application/application.queues.ts";
import { applicationJobs } from "./peer-application/application.jobs.ts";
import { peerApplicationServer } from "./peer-application/peer-application.ts";
import { secretSeals } from "./peer-api-key/api-secret.ts";
import { peerApiKeyServer } from "./peer-api-key/peer-api-key.ts";
import { peerAccountServer } from "./peer-account/peer-account.ts";
import { peerDocumentServer } from "./peer-document/peer-document.ts";
import { levelJobs } from "./level/level.jobs.ts";
import { peerGroupServer } from "./level/peer-group.ts";
import { peerLevelServer } from "./level/peer-level.ts";
import { peerManagerServer } from "./manager/peer-manager.ts";
import { peerCallServer } from "./radar/peer-call.ts";
import { radarJobs } from "./radar/radar.jobs.ts";
import { peerDesks as ownDesks } from "./peer.queues.ts";
import { peerNouns } from "./peer.nouns.ts";
import { peerTransferServer } from "./transfer/peer-transfer.ts";
import { transferHoldings } from "./transfer/transfer.holdings.ts";
import { transferJobs } from "./transfer/transfer.jobs.ts";
import { workOrderConfigServer } from "./work-order/work-order-config.ts";
import { workOrderHoldings } from "./work-order/work-order-hand-over.ts";
import { workOrderJobs } from "./work-order/work-order.jobs.ts";
import { workOrdersOf, workOrderServer } from "./work-order/work-order.ts";
import { sealedAccount } from "./peer/peer-account.noun.ts";
import { sealedApplication } from "./peer/peer-application.noun.ts";
import { sealedDocument } from "./peer/peer-document.noun.ts";
import { changeDesk } from "./peer-change/peer-change.queues.ts";
import { peerChangeServer } from "./peer-change/peer-change.ts";
import { peerHoldServer } from "./peer-hold/peer-hold.ts";
import { peerMoneyServer } from "./peer-price/peer-money.ts";
import { exhibitionJobs } from "./exhibition/exhibition.jobs.ts";
import { exhibitionHoldings } from "./exhibition/exhibition-hand-over.ts";
import { exhibitionLeadServer } from "./exhibition/lead.ts";
import { leadDesk } from "./exhibition/lead.desk.ts";
import { peerExhibitionServer } from "./exhibition/exhibition.ts";
import { sealedLead } from "./exhibition/exhibition.noun.ts";
import { peerOrderServer } from "./peer/peer-orders.ts";
import { peerOverviewServer } from "./peer/overview.ts";
import { sealedPeer } from "./peer/peer.noun.ts";
import { peerServer } from "./peer/peer.ts";
import { peerTopUpServer } from "./peer/peer-top-up.ts";

/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const peerArea = (doors: Doors) =>
  area("peer", {
    nouns: peerNouns,
    serving: {
      ...workOrderConfigServer,
      ...workOrderServer(doors),
      ...peerServer(doors),
      ...peerTopUpServer,
      ...peerChangeServer,
      ...peerHoldServer(doors),
      ...peerMoneyServer(doors),
      ...peerTransferServer(doors),
      ...peerOverviewServer,
      ...peerOrderServer,
      ...peerAccountServer(doors),
      ...peerDocumentServer,
      ...peerApiKeyServer(doors),
      ...peerApplicationServer(doors),
      ...peerLevelServer,
      ...peerGroupServer(doors),
      ...peerManagerServer(doors),
      ...peerCallServer,
      ...peerExhibitionServer(doors),
      ...exhibitionLeadServer,
    },
    jobs: [...applicationJobs, ...workOrderJobs, ...exhibitionJobs, ...transferJobs(doors.order), ...levelJobs, ...radarJobs],
    seals: [
      sealedRows(sealedPeer),
      sealedRows(sealedApplication),
      sealedRows(sealedAccount),
      sealedRows(sealedDocument),
      sealedRows(sealedLead),
      secretSeals,
    ],
  });
export { regionFigures } from "./transfer/region-figures.sql.ts";
export { workOrdersOf };
export { seedTransfers } from "./transfer/seed.ts";
export { seedWorkOrders } from "./work-order/seed-work-orders.ts";
export const peerHoldings = [...workOrderHoldings, ...exhibitionHoldings, ...transferHoldings];
export { eraseWorkOrders } from "./work-order/work-order-erase.ts";
export { mayReadWorkOrderFile, workOrderFilesInUse, workOrderKeys } from "./work-order/work-order-files.sql.ts";
export { sealedAccount, sealedApplication, sealedDocument, sealedPeer };
export { mayReadApplicationFile } from "./peer-application/application.files.ts";
export { exhibitionFilesInUse, mayReadExhibitionFile, mayReadLeadFile } from "./exhibition/exhibition-files.sql.ts";
export { seedExhibitions } from "./exhibition/seed.ts";
export { seedApplicationLog } from "./peer-application/seed-log.ts";
export { seedApplications } from "./peer-application/seed.ts";
export { applicationAdd } from "./peer-application/application.write.ts";
export { passwdByLink } from "./peer-account/account-link.ts";
export { apiKeyOf } from "./peer-api-key/api-secret.ts";
export const peerDesks = [...ownDesks, applicationDesk, changeDesk, leadDesk];
export { findApplications, findPeers, findWorkOrders } from "./peer.search.ts";
export { peerOpened } from "./peer.opened.ts";
export { seedGroups } from "./level/seed-groups.ts";
export { seedLevelRun, seedLevels } from "./level/seed-levels.ts";
export { seedCalls } from "./radar/seed-calls.ts";
export { seedPeers } from "./peer/seed.ts";
export { personalErase } from "./peer/erase.ts";
export { filesInUse, mayReadDocument, mayReadLegal } from "./peer/file-access.sql.ts";
export { accountMay, named, peersByNo, serviceContact } from "./peer/offers.ts";
export { ownersOf } from "./peer/owners.ts";
export { blocksOf } from "./peer/peer-blocks.sql.ts";
export { seedTerms } from "./peer-change/seed.ts";
export { seedCredit } from "./peer-change/seed-credit.ts";
export { mayReadChangeFile } from "./peer-change/peer-change.sql.ts";
export { peerScope, teamReach } from "./peer/peer-scope.sql.ts";
export { keepOpen } from "./peer/keep-open.ts";
export { freeUrgentLeft, holdFreeUrgent } from "./peer-price/free-urgent.ts";
export { levels, mayBuy, mayOrder, priceContext } from "./peer-price/price-context.ts";
export { addTopUp } from "./peer/peer-top-up.ts";
export { mayReadTopUp, topUpFilesInUse } from "./peer/peer-top-up.sql.ts";
export { groupNames } from "./peer/names.sql.ts";
export { servingGroups } from "./level/peer-group.sql.ts";
export { autoDeduct, creditOf } from "./peer/credit-line.ts";
export type { Doors, LinkAsk, LinkedRecord, OrderDoor, OwnersMove, PeerStat, PriceContext, ProductDoor, TracedPrice } from "./doors.ts";
export { namedPeers, topUpTrades } from "./peer/trade-numbers.sql.ts";
