/** What may be undone, and who may confirm a grant: pure decisions. */
import { UNDO_DAYS } from "@visadesk/contract/setting/role.ts";
import { beyond } from "../role/role.rules.ts";

export const DAY_MS = 86_400_000;

/** Codes an edit took away, together with those of the days before, without what is held again. */
export function removedCodes(
  before: { codes: readonly number[]; removed_codes: readonly number[]; removed_at: string | null },
  after: readonly number[],
  now: Date,
): number[] {
  const recent = before.removed_at !== null && Date.parse(before.removed_at) > now.getTime() - UNDO_DAYS * DAY_MS;
  const all = [...(recent ? before.removed_codes : []), ...beyond(before.codes, new Set(after))];
  return [...new Set(beyond(all, new Set(after)))].sort((a, b) => a - b);
}

export interface Judged {
  maker_id: number;
  /** Target of an assignment. */
  worker_id: number | null;
  /** Target of a role change. */
  role_id: number | null;
}
/** Nobody confirms what he asked for or what he gains by. */
export const mayCheck = (change: Judged, me: { worker_id: number; role_id: number | null }): boolean =>
  change.maker_id !== me.worker_id &&
  (change.worker_id === null ? change.role_id === null || change.role_id !== me.role_id : change.worker_id !== me.worker_id);
