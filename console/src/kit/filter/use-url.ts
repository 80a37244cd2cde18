/** The search part of the address, read and replaced through the router's history when there is one. */
import { useRouter } from "@tanstack/react-router";
import { useCallback, useState, useSyncExternalStore } from "react";
import { matchScreen } from "../screens.ts";

const listeners = new Set<() => void>();
const read = (): string => window.location.search;

/** Place of the address in the browser's history; replacing stays on it, a link goes to the next. */
const readEntry = (): number => {
  const state: unknown = window.history.state;
  const index = typeof state === "object" && state !== null && "__TSR_index" in state ? state.__TSR_index : 0;
  return typeof index === "number" ? index : 0;
};

function useSubscribe(router: ReturnType<typeof useRouter> | undefined): (onChange: () => void) => () => void {
  return useCallback(
    (onChange: () => void) => {
      listeners.add(onChange);
      window.addEventListener("popstate", onChange);
      const off = router?.history.subscribe(() => {
        // The history tells before it writes the address; what is told reads it.
        router.history.flush();
        onChange();
      });
      return () => {
        listeners.delete(onChange);
        window.removeEventListener("popstate", onChange);
        off?.();
      };
    },
    [router],
  );
}

/**
 * The reading of the address, kept as it was once the path is another's: the screen still stands while the next one comes,
 * and would ask its own endpoints with the other's filters.
 */
function useOwn<T>(now: () => T): () => T {
  const [own] = useState(() => {
    const path = window.location.pathname;
    let last = now();
    return () => {
      if (window.location.pathname === path) last = now();
      return last;
    };
  });
  return own;
}

/** Which entry of the history the screen shows: another one is another visit, even under the same address. */
export function useEntry(): number {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  return useSyncExternalStore(useSubscribe(router), useOwn(readEntry));
}

/** `[search, replace]`; replacing keeps Back for leaving the screen, the last filters stay in the entry left behind. */
export function useSearchText(): readonly [string, (search: string) => void] {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const search = useSyncExternalStore(useSubscribe(router), useOwn(read));
  const replace = useCallback(
    (next: string) => {
      const href = `${window.location.pathname}${next ? `?${next}` : ""}${window.location.hash}`;
      if (router) {
        router.history.replace(href);
        // The history writes the address a moment later; those told below read it now.
        router.history.flush();
      } else window.history.replaceState(window.history.state, "", href);
      for (const told of listeners) told();
    },
    [router],
  );
  return [search, replace];
}

const place = { isTaken: false };
/** What is gone to meanwhile takes the place of the page that stands: Back does not lead into a form that was saved. */
export function inItsPlace(act: () => void): void {
  place.isTaken = true;
  try {
    act();
  } finally {
    place.isTaken = false;
  }
}
/** Goes to an in-app address. */
export function useGo(): (href: string) => void {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  return useCallback(
    (href: string) => {
      if (!router) return window.location.assign(href);
      return place.isTaken ? router.history.replace(href) : router.history.push(href);
    },
    [router],
  );
}

/** A parameter of the address a screen was opened with: `useParam("id")`. */
export function useParam(name: string): string {
  const [value] = useState(() => matchScreen(window.location.pathname)?.params[name] ?? "");
  return value;
}

/** The last that an id may be by the contract, which no record has. */
const LAST_ID = 9_000_000_000_000_000;
/** An id as an address carries it. Of a broken one a page says what it says of a record that is not there. */
export const idOf = (text: string | undefined): number => {
  const id = /^[0-9]+$/.test(text ?? "") ? Number(text) : 0;
  return id > 0 && id < LAST_ID ? id : LAST_ID;
};
/** The id in the address a screen was opened with: `useIdParam("id")`. */
export const useIdParam = (name: string): number => idOf(useParam(name));
