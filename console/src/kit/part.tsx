/**
 * A part of a screen in a chunk of its own, such as a dialog, a panel or a calendar: fetched once the page is quiet,
 * at the latest when it is first drawn. One that is already here draws at once.
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

const all = new Set<() => Promise<unknown>>();
const QUIET_MS = 1500;

/** Declares a part; `waiting` is drawn until it is here, from the same props where it is a function. */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((props: P) => ReactNode) = null,
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
  all.add(fetchPart);
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

/** Fetches every part one after another; one that is missing is left for its first drawing to tell. */
export async function fetchParts(goesOn: () => boolean = () => true): Promise<void> {
  // Parts declared by a part that arrives join the set while it is walked.
  for (const fetchPart of all) {
    if (!goesOn()) return;
    await fetchPart().catch(() => undefined);
  }
}

/** Fetches the parts when nothing else has happened for a while. Answers the way to stop. */
export function fetchWhenQuiet(): () => void {
  let stopped = false;
  const timer = setTimeout(() => void fetchParts(() => !stopped), QUIET_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
