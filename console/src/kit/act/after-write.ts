/** After one's own act everything on screen is asked again, the menu's counters too. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { refreshStats } from "../app/session.ts";

export function useAfterWrite(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries();
    void refreshStats();
  }, [client]);
}
