/** The record that is open over a list, as part of the address (`?change=7`) beside the list's own filters. */
import { useCallback } from "react";
import { useSearchText } from "./use-url.ts";

export function useOpened(name: string): readonly [number | null, (id: number | null) => void] {
  const [search, replace] = useSearchText();
  const set = useCallback(
    (id: number | null) => {
      const params = new URLSearchParams(window.location.search);
      if (id === null) params.delete(name);
      else params.set(name, String(id));
      replace(params.toString());
    },
    [name, replace],
  );
  const id = Number(new URLSearchParams(search).get(name));
  return [Number.isSafeInteger(id) && id > 0 ? id : null, set];
}

/** The address that opens it, beside the filters that stand: the identifying column of its list leads there. */
export function openedHref(name: string, id: number): string {
  const params = new URLSearchParams(window.location.search);
  params.set(name, String(id));
  return `${window.location.pathname}?${params.toString()}`;
}
