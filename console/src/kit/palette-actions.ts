/** Acts that a page lends to the palette while it is mounted: `usePaletteActions([{ key: "add", label: "代客下单", may: may.order_entry, run }])`. */
import { useEffect, useRef } from "react";
import type { May } from "@visadesk/contract/permissions.ts";
import { can } from "./app/session.ts";

export interface PaletteAction {
  key: string;
  label: string;
  may?: May;
  run: () => void;
}

const lent = new Set<{ current: readonly PaletteAction[] }>();

export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    lent.add(latest);
    return () => void lent.delete(latest);
  }, []);
}

/** Acts of the present page that the signed-in worker may do. */
export const paletteActions = (): PaletteAction[] => [...lent].flatMap((l) => l.current).filter((a) => can(a.may ?? "staff"));
