/** Every screen of finance, in the order of the menu. */
import { balanceScreens } from "./balance/balance-screens.ts";

export const financeScreens = { ...balanceScreens };
