/** Every screen of finance, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { settleScreens } from "./settle/settle-screens.ts";

export const financeScreens = { ...screens({}), ...settleScreens };
