/** The work order that is open over the list, in its address (`?work_order=GD…`): Back closes it, a colleague opens the same. */
import { useCallback } from "react";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";

const NAME = "work_order";

/** Address of a work order over the list as it is filtered now. */
export function workOrderHref(no: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set(NAME, no);
  return `${window.location.pathname}?${params}`;
}

export function useWorkOrderPlace(): { no: string | null; look: (no: string) => void; close: () => void } {
  const [search, replace] = useSearchText();
  const go = useGo();
  const look = useCallback((no: string) => go(workOrderHref(no)), [go]);
  const close = useCallback(() => {
    const now = new URLSearchParams(window.location.search);
    now.delete(NAME);
    replace(now.toString());
  }, [replace]);
  return { no: new URLSearchParams(search).get(NAME), look, close };
}
