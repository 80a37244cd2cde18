/** The drawer that is open over a list, in the address (`?panel=entry`), beside the list's own filters. */
import { useSearchText } from "#kit/filter/use-url.ts";
import { useCallback } from "react";

export function usePanel(): readonly [string | null, (panel: string | null) => void] {
  const [search, replace] = useSearchText();
  const set = useCallback(
    (panel: string | null) => {
      const params = new URLSearchParams(window.location.search);
      if (panel === null) params.delete("panel");
      else params.set("panel", panel);
      replace(params.toString());
    },
    [replace],
  );
  return [new URLSearchParams(search).get("panel"), set];
}
