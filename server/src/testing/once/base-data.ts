/** Bodies of once.test.ts for all of base data, put together. A noun of base data adds its file here. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { applicationVersionOnce } from "./application-version.ts";
import { appointmentOnce, type BookingDesk } from "./appointment.ts";
import { calendarOnce } from "./calendar.ts";
import { countryOnce } from "./country.ts";
import { paperOnce } from "./paper.ts";
import { paperQualityOnce } from "./paper-quality.ts";
import { refundPolicyOnce } from "./refund-policy.ts";
import { replaceOnce } from "./replace.ts";

export function baseDataOnce(app: () => TestApp, admin: () => Client, desk: () => BookingDesk) {
  const replacing = replaceOnce(app);
  const booking = appointmentOnce(app, desk);
  const refundPolicies = refundPolicyOnce(admin);
  const publishing = applicationVersionOnce(app, async () => (await desk().order()).people[0] ?? 0);
  const papers = paperOnce(app);
  const quality = paperQualityOnce(app);
  const ofCountry = countryOnce(app);
  return {
    bodies: {
      ...replacing.bodies,
      ...booking.bodies,
      ...calendarOnce.bodies,
      ...refundPolicies.bodies,
      ...publishing.bodies,
      ...papers.bodies,
      ...ofCountry.bodies,
      ...quality.bodies,
    },
    other: {
      ...replacing.other,
      ...booking.other,
      ...calendarOnce.other,
      ...refundPolicies.other,
      ...publishing.other,
      ...papers.other,
      ...ofCountry.other,
      ...quality.other,
    },
  };
}
