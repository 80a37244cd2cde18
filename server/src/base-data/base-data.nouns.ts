/** The stored nouns of base-data. */
import { rejectReasonNoun } from "./document/reject-reason.noun.ts";
import { applicationVersionNoun } from "./application/application-version.noun.ts";
import { appointmentNoun } from "./appointment/appointment.noun.ts";
import { calendarDayNoun } from "./calendar/calendar-day.noun.ts";
import { countryNoun } from "./country/country.noun.ts";
import { embassyNoun } from "./country/embassy.noun.ts";
import { mailCentreNoun } from "./country/mail-centre.noun.ts";
import { officialFeeNoun } from "./country/official-fee.noun.ts";
import { refundPolicyNoun, refundPolicyVersionNoun } from "./refund-policy/refund-policy.noun.ts";
import { allPaperNouns } from "./document/document.noun.ts";

export const baseDataNouns = [
  ...allPaperNouns,
  rejectReasonNoun,
  applicationVersionNoun,
  appointmentNoun,
  calendarDayNoun,
  countryNoun,
  embassyNoun,
  mailCentreNoun,
  officialFeeNoun,
  refundPolicyNoun,
  refundPolicyVersionNoun,
];
