/** The stored nouns of peer. */
import { exhibitionLeadNoun, peerExhibitionNoun } from "./exhibition/exhibition.noun.ts";
import { peerGroupNoun } from "./level/peer-group.noun.ts";
import { peerLevelLineNoun, peerLevelNoun } from "./level/peer-level.noun.ts";
import { peerAccountNoun } from "./peer/peer-account.noun.ts";
import { peerApiKeyNoun } from "./peer/peer-api-key.noun.ts";
import { peerApplicationNoun } from "./peer/peer-application.noun.ts";
import { peerChangeNoun } from "./peer/peer-change.noun.ts";
import { peerDocumentNoun } from "./peer/peer-document.noun.ts";
import { peerHoldNoun } from "./peer/peer-hold.noun.ts";
import { peerCallNoun, peerManagerNoun } from "./peer/peer-manager.noun.ts";
import { peerTopUpNoun } from "./peer/peer-top-up.noun.ts";
import { peerNoun } from "./peer/peer.noun.ts";
import { peerTransferNoun } from "./transfer/peer-transfer.noun.ts";
import { workOrderConfigNoun, workOrderNoun } from "./work-order/work-order.noun.ts";

export const peerNouns = [
  peerNoun,
  peerApplicationNoun,
  peerAccountNoun,
  peerDocumentNoun,
  peerApiKeyNoun,
  peerChangeNoun,
  peerHoldNoun,
  peerTopUpNoun,
  peerManagerNoun,
  peerCallNoun,
  peerLevelNoun,
  peerLevelLineNoun,
  peerGroupNoun,
  peerTransferNoun,
  peerExhibitionNoun,
  exhibitionLeadNoun,
  workOrderConfigNoun,
  workOrderNoun,
];
