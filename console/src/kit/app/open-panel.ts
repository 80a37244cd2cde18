/** What the panel that is open says of itself, for whoever closes it. Apart from the registry, so that only panels load it. */
import { useEffect } from "react";

export interface OpenPanel {
  /** What stands in the address for it besides its name; leaves with it. */
  keys?: readonly string[];
  /** Something typed is not lost by closing without a word. */
  changed?: () => boolean;
}

let open: OpenPanel = {};
export const openPanel = (): OpenPanel => open;

/** Said by the panel's own content; `panel` stays the same from one drawing to the next. */
export function useOpenPanel(panel: OpenPanel): void {
  useEffect(() => {
    open = panel;
    return () => void (open = {});
  }, [panel]);
}
