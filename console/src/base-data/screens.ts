/** Base data, in the order of the menu. */
import { appointmentScreens } from "./appointment/appointment-screens.ts";
import { countryScreens } from "./country/country-screens.ts";
import { embassyScreens } from "./embassy/embassy-screens.ts";
import { paperScreens } from "./paper/paper-screens.ts";
import { refundPolicyScreens } from "./refund-policy/refund-policy-screens.ts";
import { relatedScreens } from "./record/related-screens.ts";

export const baseDataScreens = {
  ...paperScreens,
  ...appointmentScreens,
  ...countryScreens,
  ...embassyScreens,
  ...refundPolicyScreens,
  ...relatedScreens,
};
