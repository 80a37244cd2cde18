/** What workers may have in hand, area by area, in the order of the wizard. An area adds its kinds in one line. */
import type { Holding } from "#kit/seal/holding.ts";
import { orderHoldings } from "./order/index.ts";
import { peerHoldings } from "./peer/index.ts";
import { settingHoldings } from "./setting/index.ts";
import { messageHoldings, taskHoldings } from "./workbench/index.ts";
import { parcelHoldings, supplierHoldings } from "./supplier/index.ts";

export const holdings: readonly Holding[] = [
  ...orderHoldings,
  ...supplierHoldings,
  ...parcelHoldings,
  ...peerHoldings,
  ...settingHoldings,
  ...messageHoldings,
  ...taskHoldings,
];
