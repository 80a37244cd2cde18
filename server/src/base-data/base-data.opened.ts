import { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import type { Opened } from "#kit/call/opened.ts";
import { q } from "#kit/db/sql.ts";

/** Papers of all kinds lie in one table. */
const paper = (noun: PaperNoun): Opened => ({
  may: PAPERS[noun].code,
  from: "documents d",
  id: "d.id",
  where: () => q`d.kind = ${PAPERS[noun].kind}`,
});

export const baseDataOpened = {
  appointment: { may: appointmentApi.appointment_get.may, from: "appointments t", id: "t.id" },
  embassy: { may: embassyApi.embassy_get.may, from: "embassies e", id: "e.id" },
  country: { may: countryApi.country_detail_get.may, from: "countries c", id: "c.id" },
  refund_policy: { may: refundPolicyApi.refund_policy_get.may, from: "refund_policies f", id: "f.id" },
  elec: paper("elec"),
  mail: paper("mail"),
  bring: paper("bring"),
  photo: paper("photo"),
  application: paper("application"),
} satisfies Record<string, Opened>;
