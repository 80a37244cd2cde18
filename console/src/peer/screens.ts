/** Every screen of peers, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { applicationScreens } from "./peer-application/application-screens.ts";
import { exhibitionScreens } from "./exhibition/exhibition-screens.ts";
import { managerScreens } from "./manager/manager-screens.ts";
import { levelScreens } from "./level/level-screens.ts";
import { peerScreens as ownScreens } from "./peer/peer-screens.ts";
import { transferScreens } from "./transfer/transfer-screens.ts";
import { workOrderScreens } from "./work-order/work-order-screens.ts";

export const peerScreens = {
  ...screens({ peer: { path: "/peer", redirect: "/peer/list" } }),
  ...ownScreens,
  ...applicationScreens,
  ...managerScreens,
  ...transferScreens,
  ...workOrderScreens,
  ...exhibitionScreens,
  ...levelScreens,
};
