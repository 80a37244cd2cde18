/** Every screen of finance, in the order of the menu. */
import { screens } from "#kit/screens.ts";
import { embassyPaymentScreens } from "./embassy-payment/embassy-payment-screens.ts";

export const financeScreens = { ...screens({}), ...embassyPaymentScreens };
