/**
 * A part of a screen in a chunk of its own, such as a dialog, a panel or a calendar: fetched once the page is quiet,
 * at the latest when it is first drawn. One that is already here draws at once. A heavy one that few visits draw is
 * fetched only then.
 *
 *   export const PeekDrawer = part(() => import("./peek-drawer.tsx").then((m) => m.PeekDrawer));
 */
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { MissingPart } from "./lazy-screen.ts";

export interface Part<P> {
  (props: P): ReactNode;
  /** Fetches it ahead of its first drawing. */
  fetch: () => Promise<ComponentType<P>>;
  isHere: () => boolean;
}

type When = "quiet" | "drawn";
const all = new Map<() => Promise<unknown>, When>();
const QUIET_MS = 1500;

/**
 * Declares a part; `waiting` is drawn until it is here, from the same props where it is a function; `when` says whether it
 * comes once the page is quiet or only when it is drawn.
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((props: P) => ReactNode) = null,
  when: When = "quiet",
): Part<P> {
  let here: ComponentType<P> | undefined;
  let asked: Promise<ComponentType<P>> | undefined;
  const fetchPart = (): Promise<ComponentType<P>> => {
    asked ??= load().then(
      (found) => (here = found),
      (cause: unknown) => {
        // The next drawing asks again.
        asked = undefined;
        throw new MissingPart(cause);
      },
    );
    return asked;
  };
  all.set(fetchPart, when);
  function Drawn(props: P) {
    const [Found] = useState(() => here ?? lazy(async () => ({ default: await fetchPart() })));
    return (
      <Suspense fallback={typeof waiting === "function" ? waiting(props) : waiting}>
        <Found {...props} />
      </Suspense>
    );
  }
  return Object.assign(Drawn, { fetch: fetchPart, isHere: () => here !== undefined });
}

/** Fetches parts one after another; one that is missing is left for its first drawing to tell. */
export async function fetchParts(goesOn: (when: When) => boolean = () => true): Promise<void> {
  // Parts declared by a part that arrives join while it is walked.
  for (const [fetchPart, when] of all) if (goesOn(when)) await fetchPart().catch(() => undefined);
}

/** Fetches the parts when nothing else has happened for a while. Answers the way to stop. */
export function fetchWhenQuiet(): () => void {
  let stopped = false;
  const timer = setTimeout(() => void fetchParts((when) => when === "quiet" && !stopped), QUIET_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
