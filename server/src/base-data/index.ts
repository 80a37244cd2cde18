/** Door of base-data: calendar, addresses, districts, refund and paper rules. */
export { addressCheck, addressLibrary, addressNames, addressText, areaName, cityCodes, homeCheck, mainlandProvinces, type AddressNames } from "./address.ts";
export { calendarOf } from "./calendar.ts";
export { addDays, dayEnd, daysBetween, instantOf, missionOpen, weekdayOf, type LimitUnit, type Mission, type MissionDays, type WorkCalendar } from "./calendar.rules.ts";
export { accepts, type Acceptance, type AcceptPerson, type Home } from "./district.rules.ts";
export { applicationForm, applicationVersion, coverOf, places, receiveAddress, refundVersion, rejectReasons, type ApplicationForm, type RefundVersion, type RejectReason } from "./reference.sql.ts";
export { seedReference } from "./seed.ts";
export { baseDataServer } from "./country.ts";
