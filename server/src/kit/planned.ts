/** Days that somebody plans: from today on, and near enough that a slip of the year is seen. */
import { badInput } from "./http/refuse.ts";
import { dayOf } from "./range.ts";

const DAYS = 180;

/** A day asked about; not further off than anything is planned. */
export function assertNear(at: { now: Date }, path: string, label: string, day: string | null | undefined): void {
  const last = dayOf(at.now, DAYS);
  if (day && day > last) throw badInput({ path, message: `${label}最晚 ${last}（${DAYS} 天内）` });
}
/** A day that something is to happen on. */
export function assertPlanned(at: { now: Date }, path: string, label: string, day: string | null | undefined): void {
  if (day && day < dayOf(at.now)) throw badInput({ path, message: `${label}不能早于今天` });
  assertNear(at, path, label, day);
}
