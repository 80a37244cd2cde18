/** Door of base-data: calendar, addresses, districts, refund and paper rules. */
import { applicationVersionServer } from "./application-version.ts";
import type { JobDef } from "#kit/jobs.ts";
import { appointmentJobs } from "./appointment.jobs.ts";
import { appointmentServer } from "./appointment.ts";
import { calendarDayJobs } from "./calendar-day.jobs.ts";
import { calendarServer } from "./calendar-day.ts";
import { countryServer } from "./country.ts";
import { documentServer } from "./document.ts";
import type { Doors } from "./doors.ts";
import { documentStatJobs, documentStatServer } from "./document-stat.ts";
import { embassyServer } from "./embassy.ts";
import { officialFeeServer } from "./official-fee.ts";
import { mailCentreServer } from "./mail-centre.ts";
import { pickServer } from "./pick.ts";
import { refundPolicyServer } from "./refund-policy.ts";
import { rejectReasonServer } from "./reject-reason.ts";
import { verifyJobs } from "./verify.jobs.ts";

export type { CountryImpactAsk, FeeAdjustAsk, FeeAdjustResult, FeeChange, FeeChangeAsk } from "./country.doors.ts";
export {
  isPaper,
  recordTable,
  type Doors,
  type FormDoor,
  type RecordId,
  type RefundFacts,
  type RelatedCounts,
  type RelatedFilter,
  type RemindAsk,
  type ReplaceAsk,
  type ReplaceResult,
  type ReplaceTrial,
  type UsedNoun,
  type WaitingAt,
  type WaitingCount,
  type WaitingRow,
} from "./doors.ts";
/** Every endpoint of the area; `doors` is what it asks of areas that rest on it. */
export const baseDataServer = (doors: Doors) => ({
  ...pickServer,
  ...applicationVersionServer(doors),
  ...documentServer(doors),
  ...appointmentServer(doors),
  ...countryServer(doors),
  ...officialFeeServer(doors),
  ...embassyServer(doors),
  ...calendarServer(doors),
  ...refundPolicyServer(doors),
  ...documentStatServer(doors),
  ...rejectReasonServer(doors),
  ...mailCentreServer(doors),
});
export const baseDataJobs = (doors: Doors): readonly JobDef[] => [
  ...appointmentJobs(doors),
  ...documentStatJobs(doors),
  ...verifyJobs(doors),
  ...calendarDayJobs,
];
export {
  addressCheck,
  addressLibrary,
  addressText,
  areaName,
  cityCodes,
  homeCheck,
  mainlandProvinces,
  plainCity,
  provinceCodes,
} from "./address.ts";
export { findCountries } from "./pick.sql.ts";
export { appointmentEarliest } from "./appointment-earliest.ts";
export { estimatedYears } from "./calendar.sql.ts";
export { calendarBefore, calendarOf, calendarWith, type CalendarBefore } from "./calendar.ts";
export { firstTravels, planFor, type PlanPerson, type TravelAsk } from "./back-plan.ts";
export { addDays, missionOpen, type LimitUnit, type Mission, type WorkCalendar } from "./calendar.rules.ts";
export { accepts, type Acceptance } from "./district.rules.ts";
export { refundPolicyJobs } from "./refund-policy.jobs.ts";
export { applicationForm, coverOf, places, receiveAddress, refundVersion, rejectReasons, rejectReasonsOf } from "./reference.sql.ts";
export { photoCheck } from "./photo.ts";
export { baseDataOpened } from "./base-data.opened.ts";
export { seedAppointments } from "./demo-appointment.ts";
export { seedReference } from "./seed.ts";
