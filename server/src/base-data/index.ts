/** Door of base-data: calendar, addresses, districts, refund and paper rules. */
import { applicationVersionServer } from "./application/application-version.ts";
import { area } from "#kit/area.ts";
import { baseDataNouns } from "./base-data.nouns.ts";
import { appointmentJobs } from "./appointment/appointment.jobs.ts";
import { appointmentServer } from "./appointment/appointment.ts";
import { calendarDayJobs } from "./calendar/calendar-day.jobs.ts";
import { calendarServer } from "./calendar/calendar-day.ts";
import { countryServer } from "./country/country.ts";
import { documentServer } from "./document/document.ts";
import type { Doors } from "./doors.ts";
import { documentStatJobs, documentStatServer } from "./document/document-stat.ts";
import { embassyServer } from "./country/embassy.ts";
import { officialFeeServer } from "./country/official-fee.ts";
import { mailCentreServer } from "./country/mail-centre.ts";
import { pickServer } from "./record/pick.ts";
import { refundPolicyServer } from "./refund-policy/refund-policy.ts";
import { rejectReasonServer } from "./document/reject-reason.ts";
import { verifyJobs } from "./country/verify.jobs.ts";

export type { CountryImpactAsk, FeeAdjustAsk, FeeAdjustResult, FeeChange, FeeChangeAsk } from "./country/country.doors.ts";
export {
  isPaper,
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
/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const baseDataArea = (doors: Doors) =>
  area("base-data", {
    nouns: baseDataNouns,
    serving: {
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
    },
    jobs: [...appointmentJobs(doors), ...documentStatJobs(doors), ...verifyJobs(doors), ...calendarDayJobs, ...refundPolicyJobs],
  });
export {
  addressCheck,
  addressLibrary,
  addressText,
  areaName,
  cityCodes,
  homeCheck,
  mainlandProvinces,
  placeText,
  plainCity,
  provinceCodes,
} from "./district/address.ts";
export { homeNamed, placeNamed } from "./district/place-names.ts";
export { recordNoun } from "./record/record.noun.ts";
export { findCountries } from "./record/pick.sql.ts";
export { appointmentEarliest } from "./appointment/appointment-earliest.ts";
export { estimatedYears } from "./calendar/calendar.sql.ts";
export { nextWorkDayEnd, workDaysAgo } from "./calendar/work-days-ago.sql.ts";
export { calendarBefore, calendarOf, calendarWith, type CalendarBefore } from "./calendar/calendar.ts";
export { firstTravels, planFor, type PlanPerson, type TravelAsk } from "./calendar/back-plan.ts";
export {
  addDays,
  instantOf,
  missionOpen,
  weekdayOf,
  type LimitUnit,
  type Mission,
  type MissionDays,
  type WorkCalendar,
} from "./calendar/calendar.rules.ts";
export { accepts, type Acceptance } from "./district/district.rules.ts";
import { refundPolicyJobs } from "./refund-policy/refund-policy.jobs.ts";
export { applicationForm, coverOf, places, receiveAddress, refundVersion, rejectReasons, rejectReasonsOf } from "./record/reference.sql.ts";
export { photoCheck } from "./document/photo.ts";
export { baseDataOpened } from "./base-data.opened.ts";
export { seedAppointments } from "./appointment/demo-appointment.ts";
export { seedReference } from "./seed/seed.ts";
