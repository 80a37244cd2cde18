/** Every screen of peer, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { workOrderScreens } from "./work-order/work-order-screens.ts";

export const peerScreens = {
  ...screens({ peer: { path: "/peer", redirect: "/peer/work-order/list" } }),
  ...workOrderScreens,
};
