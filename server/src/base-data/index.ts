/** Door of base-data: calendar, addresses, districts, refund and paper rules. */
import type { JobDef } from "#kit/jobs.ts";
import { appointmentServer } from "./appointment.ts";
import { calendarDayJobs } from "./calendar-day.jobs.ts";
import { calendarServer } from "./calendar-day.ts";
import { countryServer } from "./country.ts";
import { documentServer } from "./document.ts";
import type { Doors } from "./doors.ts";
import { embassyServer } from "./embassy.ts";
import { officialFeeServer } from "./official-fee.ts";
import { pickServer } from "./pick.ts";
import { refundPolicyServer } from "./refund-policy.ts";

export type { CountryImpactAsk, FeeAdjustAsk, FeeAdjustResult, FeeChange, FeeChangeAsk } from "./country.doors.ts";
export {
  isPaper,
  recordTable,
  type Doors,
  type RecordId,
  type RefundFacts,
  type RelatedCounts,
  type RelatedFilter,
  type ReplaceAsk,
  type ReplaceResult,
  type ReplaceTrial,
  type UsedNoun,
} from "./doors.ts";
/** Every endpoint of the area; `doors` is what it asks of areas that rest on it. */
export const baseDataServer = (doors: Doors) => ({
  ...pickServer,
  ...documentServer(doors),
  ...appointmentServer(doors),
  ...countryServer(doors),
  ...officialFeeServer(doors),
  ...embassyServer(doors),
  ...calendarServer(doors),
  ...refundPolicyServer(doors),
});
export const jobs: readonly JobDef[] = [...calendarDayJobs];
export { addressCheck, addressLibrary, addressText, areaName, cityCodes, homeCheck, provinceCodes } from "./address.ts";
export { estimatedOn } from "./calendar.sql.ts";
export { calendarBefore, calendarOf, calendarWith, type CalendarBefore } from "./calendar.ts";
export { planFor, type PlanPerson } from "./back-plan.ts";
export { addDays, missionOpen, type LimitUnit, type Mission, type WorkCalendar } from "./calendar.rules.ts";
export { accepts, type Acceptance } from "./district.rules.ts";
export { refundPolicyJobs } from "./refund-policy.jobs.ts";
export { applicationForm, coverOf, places, receiveAddress, refundVersion } from "./reference.sql.ts";
export { seedReference } from "./seed.ts";
