/** Every screen of the console, areas in the order of the side menu. */
import { registerPanels } from "#kit/app/panel-registry.ts";
import { registerScreens } from "#kit/screens.ts";
import { accountScreens } from "./account/screens.ts";
import { baseDataPanels } from "./base-data/panels.ts";
import { baseDataScreens } from "./base-data/screens.ts";
import { orderScreens } from "./order/screens.ts";
import { peerScreens } from "./peer/screens.ts";
import { productScreens } from "./product/screens.ts";
import { settingPanels } from "./setting/panels.ts";
import { settingScreens } from "./setting/screens.ts";
import { supplierPanels } from "./supplier/panels.ts";
import { supplierScreens } from "./supplier/screens.ts";
import { workbenchPanels } from "./workbench/panels.ts";
import { workbenchScreens } from "./workbench/screens.ts";
import { financeScreens } from "./finance/screens.ts";

const all = {
  ...accountScreens,
  ...workbenchScreens,
  ...orderScreens,
  ...productScreens,
  ...supplierScreens,
  ...peerScreens,
  ...baseDataScreens,
  ...settingScreens,
  ...financeScreens,
};

declare module "#kit/screens.ts" {
  interface Register {
    screens: typeof all;
  }
}

registerScreens(all);
registerPanels(settingPanels);
registerPanels(baseDataPanels);
registerPanels(supplierPanels);
registerPanels(workbenchPanels);
