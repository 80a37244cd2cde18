/** Which part of a grant holds at once and which waits for a second person; the server decides by it, forms say so beforehand. */
import { isSensitive } from "../permissions.ts";

type Scope = "all" | "team" | "own";
const WIDTH: Readonly<Record<Scope, number>> = { own: 0, team: 1, all: 2 };
export const isWider = (a: Scope, b: Scope): boolean => WIDTH[a] > WIDTH[b];

export interface Grant {
  readonly codes: readonly number[];
  readonly data_scope: Scope;
}
export interface Held {
  added_sensitive: number[];
  /** The wider scope waits too. */
  scope: boolean;
}
export interface Split {
  /** What is saved at once when the rest waits. */
  now: Grant;
  /** Null: nothing waits. */
  held: Held | null;
}

/** Added sensitive codes, and a wider scope over sensitive codes, wait; removing never does. */
export function splitGrant(before: Grant, wanted: Grant): Split {
  const added = wanted.codes.filter((c) => isSensitive(c) && !before.codes.includes(c));
  const scope = isWider(wanted.data_scope, before.data_scope) && wanted.codes.some(isSensitive);
  if (added.length === 0 && !scope) return { now: wanted, held: null };
  return {
    now: {
      codes: wanted.codes.filter((c) => !added.includes(c)),
      data_scope: scope ? before.data_scope : wanted.data_scope,
    },
    held: { added_sensitive: added, scope },
  };
}
