/** All bodies of the base-data area. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { applicationVersionOnce } from "./application-version.ts";
import { calendarOnce } from "./calendar.ts";
import { countryOnce } from "./country.ts";
import { paperOnce } from "./paper.ts";
import { paperQualityOnce } from "./paper-quality.ts";
import { refundPolicyOnce } from "./refund-policy.ts";
import { replaceOnce } from "./replace.ts";

/** `applicant` makes somebody with whom a form may be tried. */
export function baseDataOnce(app: () => TestApp, admin: () => Client, applicant: () => Promise<number>) {
  const all = [
    replaceOnce(app),
    calendarOnce,
    refundPolicyOnce(admin),
    applicationVersionOnce(app, applicant),
    paperOnce(app),
    countryOnce(app),
    paperQualityOnce(app),
  ] as const;
  const [replacing, calendars, policies, versions, papers, countries, quality] = all;
  return {
    bodies: {
      ...replacing.bodies,
      ...calendars.bodies,
      ...policies.bodies,
      ...versions.bodies,
      ...papers.bodies,
      ...countries.bodies,
      ...quality.bodies,
    },
    other: {
      ...replacing.other,
      ...calendars.other,
      ...policies.other,
      ...versions.other,
      ...papers.other,
      ...countries.other,
      ...quality.other,
    },
  };
}
