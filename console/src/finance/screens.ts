/** Every screen of finance, in the order of the menu. */
import { invoiceScreens } from "./invoice/invoice-screens.ts";

export const financeScreens = { ...invoiceScreens };
