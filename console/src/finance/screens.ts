/** Every screen of finance, in the order of the menu. */
import { screens } from "#kit/screens.ts";

export const financeScreens = { ...screens({}) };
