/** What a save changed, as the log tells it: the same cells before and after, those that differ. */
import type { FieldChange } from "./context.ts";

export interface Cell {
  field: string;
  label: string;
  /** As a reader knows it: words for codes, one line for an address. */
  value: unknown;
  /** Of a masked number the number itself: compared, never told. Two numbers may have one mask. */
  behind?: string | null;
}

const plain = (value: unknown): string => JSON.stringify(value ?? "");

/** `before` null: a new record, of which blank cells say nothing. Both lists hold the same fields in the same order. */
export const cellChanges = (before: readonly Cell[] | null, after: readonly Cell[]): FieldChange[] =>
  after
    .map(({ field, label, value, behind }, i) => ({
      isOther: before !== null && plain(before[i]?.behind) !== plain(behind),
      change: { field, label, before: before?.[i]?.value ?? null, after: value },
    }))
    .flatMap(({ isOther, change }) => (isOther || plain(change.before) !== plain(change.after) ? [change] : []));
