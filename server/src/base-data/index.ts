/** Door of base-data: calendar, addresses, districts, refund and paper rules. */
export { addressCheck, addressLibrary, addressText, areaName, cityCodes, homeCheck, provinceCodes } from "./address.ts";
export { calendarOf, calendarWith } from "./calendar.ts";
export { addDays, missionOpen, type LimitUnit, type Mission, type WorkCalendar } from "./calendar.rules.ts";
export { accepts, type Acceptance } from "./district.rules.ts";
export { applicationForm, coverOf, places, receiveAddress, refundVersion } from "./reference.sql.ts";
export { seedReference } from "./seed.ts";
export { baseDataServer } from "./country.ts";
