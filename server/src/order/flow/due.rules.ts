/** Due times and waiting parties, by state. */
import type { LimitUnit, Mission, WorkCalendar } from "../../base-data/index.ts";
import type { ApplicantStatus, Facts, Person, VisitRow } from "./facts.ts";

export type Party = "us" | "customer" | "embassy" | "supplier" | "courier";
export interface Limit {
  key: string;
  country_code: string | null;
  is_urgent: boolean | null;
  value: number;
  unit: string;
}

const UNITS: readonly LimitUnit[] = ["hour", "work_hour", "day", "work_day", "mission_day"];
const unitOf = (unit: string): LimitUnit => UNITS.find((u) => u === unit) ?? "day";

/** The most specific row of a key: country before urgency before the general one. */
export function limitOf(limits: readonly Limit[], key: string, country: string, urgent: boolean): Limit | null {
  const fits = limits.filter(
    (l) => l.key === key && (l.country_code === null || l.country_code === country) && (l.is_urgent === null || l.is_urgent === urgent),
  );
  const weight = (l: Limit): number => (l.country_code === null ? 0 : 2) + (l.is_urgent === null ? 0 : 1);
  return fits.sort((a, b) => weight(b) - weight(a))[0] ?? null;
}

export interface Clocks {
  limits: readonly Limit[];
  calendar: WorkCalendar;
}
/** Due time of a limit that starts at `from`, or null when there is no such limit. */
export function dueByKey(c: Clocks, key: string, country: string, urgent: boolean, from: Date, mission?: Mission | null): string | null {
  const limit = limitOf(c.limits, key, country, urgent);
  return limit ? c.calendar.dueAt(from, limit.value, unitOf(limit.unit), mission ?? null).toISOString() : null;
}

/** What a due time is made of; whole facts are, and so are rows read in bulk. */
export interface DueFacts {
  order: Pick<Facts["order"], "country_id" | "is_urgent" | "paid_at">;
  snapshot: Pick<Facts["snapshot"], "work_days_max" | "embassy">;
  now: Date;
  today: string;
}
export type DuePerson = Pick<
  Person,
  "applicant_status" | "status_at" | "supplement_due_at" | "admin_check_due" | "submit_date" | "handed_back_at"
> & { visit: Pick<VisitRow, "visit_at" | "confirm_due_at"> | null };

/** Due time of an applicant's state. */
export function statusDue(c: Clocks, f: DueFacts, p: DuePerson, party: Party): string | null {
  const entered = new Date(p.status_at);
  const by = (key: string, from = entered): string | null => dueByKey(c, key, f.order.country_id, f.order.is_urgent, from);
  switch (p.applicant_status) {
    case "none":
      return f.order.paid_at ? by("none", new Date(f.order.paid_at)) : null;
    case "pre_review_rejected":
      return p.supplement_due_at ?? by("pre_review_rejected");
    case "awaiting_originals":
      return party === "us" ? by("originals_check", f.now) : by("awaiting_originals");
    case "awaiting_confirm":
      return p.visit?.confirm_due_at ?? by("awaiting_confirm");
    case "awaiting_training":
      return p.visit?.visit_at ?? null;
    case "awaiting_visit":
      return p.visit ? by("awaiting_visit", new Date(p.visit.visit_at)) : null;
    case "in_embassy":
      return embassyDue(c, f, p);
    case "issued":
    case "refused":
      return p.handed_back_at ? null : by("send_back");
    case "refunded":
    case "cancelled":
      return null;
    default:
      return by(p.applicant_status);
  }
}

function embassyDue(c: Clocks, f: DueFacts, p: DuePerson): string | null {
  if (p.admin_check_due) return c.calendar.dueAt(new Date(`${p.admin_check_due}T00:00:00+08:00`), 0, "day").toISOString();
  if (f.snapshot.work_days_max === 0) return null;
  const from = new Date(`${p.submit_date ?? f.today}T12:00:00+08:00`);
  return c.calendar.dueAt(from, f.snapshot.work_days_max, "mission_day", f.snapshot.embassy).toISOString();
}

const BY_CUSTOMER: readonly ApplicantStatus[] = [
  "none",
  "pre_review_rejected",
  "awaiting_confirm",
  "awaiting_visit",
  "refused_proof",
  "refused_rejected",
];
const PARTY_KEYS: readonly Party[] = ["us", "customer", "embassy", "supplier", "courier"];
const ON_THE_WAY: readonly string[] = ["created", "in_transit"];
/** Whose turn it is; on hold it is whoever is waited for. What was collected or sent as a file is with the customer. */
export function partyOf(
  f: Pick<Facts, "parcels">,
  p: Pick<Person, "id" | "applicant_status" | "line" | "handed_back_at" | "received_at" | "held_at" | "hold_party">,
): Party {
  const s = p.applicant_status;
  const held = p.held_at === null ? undefined : PARTY_KEYS.find((k) => k === p.hold_party);
  if (held) return held;
  if (BY_CUSTOMER.includes(s)) return "customer";
  if (s === "awaiting_originals") {
    const own = f.parcels.filter((x) => x.type === 1 && (x.applicant_ids.length === 0 || x.applicant_ids.includes(p.id)));
    if (own.length === 0) return "customer";
    return own.every((x) => x.express_status === "signed" || x.express_status === "checked") ? "us" : "courier";
  }
  if (s === "awaiting_submission") return p.line?.line_status === "sent" ? "supplier" : "us";
  if (s === "in_embassy") return "embassy";
  if ((s === "issued" || s === "refused") && p.handed_back_at !== null && p.received_at === null)
    return f.parcels.some((x) => x.type === 3 && x.applicant_ids.includes(p.id) && ON_THE_WAY.includes(x.express_status))
      ? "courier"
      : "customer";
  return "us";
}

/** The product's promise: `work_days_max` mission days after the first submission. */
export const promisedDate = (calendar: WorkCalendar, f: Facts, submitDate: string): string | null =>
  f.snapshot.work_days_max > 0 ? calendar.missionDays(f.snapshot.embassy).addDays(submitDate, f.snapshot.work_days_max) : null;
