/** Base data, in the order of the menu. */
import { appointmentScreens } from "./appointment-screens.ts";
import { countryScreens } from "./country-screens.ts";
import { embassyScreens } from "./embassy-screens.ts";
import { paperScreens } from "./paper-screens.ts";
import { refundPolicyScreens } from "./refund-policy-screens.ts";
import { relatedScreens } from "./related-screens.ts";

export const baseDataScreens = {
  ...paperScreens,
  ...appointmentScreens,
  ...countryScreens,
  ...embassyScreens,
  ...refundPolicyScreens,
  ...relatedScreens,
};
