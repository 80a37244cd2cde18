/** All bodies of the base-data area. */
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

/** `desk` makes orders, whose people try forms and wait for dates. */
export function baseDataOnce(app: () => TestApp, admin: () => Client, desk: () => BookingDesk) {
  const all = [
    replaceOnce(app),
    calendarOnce,
    refundPolicyOnce(admin),
    applicationVersionOnce(app, async () => (await desk().order()).people[0] ?? 0),
    paperOnce(app),
    countryOnce(app),
    paperQualityOnce(app),
    appointmentOnce(app, desk),
  ] as const;
  const [replacing, calendars, policies, versions, papers, countries, quality, booking] = all;
  return {
    bodies: {
      ...replacing.bodies,
      ...calendars.bodies,
      ...policies.bodies,
      ...versions.bodies,
      ...papers.bodies,
      ...countries.bodies,
      ...quality.bodies,
      ...booking.bodies,
    },
    other: {
      ...replacing.other,
      ...calendars.other,
      ...policies.other,
      ...versions.other,
      ...papers.other,
      ...countries.other,
      ...quality.other,
      ...booking.other,
    },
  };
}
