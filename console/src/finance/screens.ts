/** Every screen of finance, in the order of the menu. */
import { bankScreens } from "./bank/bank-screens.ts";

export const financeScreens = { ...bankScreens };
