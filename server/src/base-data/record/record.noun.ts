/** The nouns whose records share their acts; see record.ts. */
import { appointmentNoun } from "../appointment/appointment.noun.ts";
import { countryNoun } from "../country/country.noun.ts";
import { embassyNoun } from "../country/embassy.noun.ts";
import { mailCentreNoun } from "../country/mail-centre.noun.ts";
import { paperNouns } from "../document/document.noun.ts";
import type { UsedNoun } from "../doors.ts";
import { refundPolicyNoun } from "../refund-policy/refund-policy.noun.ts";

const RECORDS = {
  ...paperNouns,
  appointment: appointmentNoun,
  country: countryNoun,
  embassy: embassyNoun,
  refund_policy: refundPolicyNoun,
  mail_centre: mailCentreNoun,
};
export const recordNoun = <N extends UsedNoun>(noun: N): (typeof RECORDS)[N] => RECORDS[noun];
