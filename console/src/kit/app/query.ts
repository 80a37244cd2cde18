/** The query cache of every screen; emptied when the session ends. */
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { onSessionEnd } from "./session.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      // Only a call without any answer is worth a second try; every refusal is final.
      retry: (times, error) => times < 1 && error instanceof ApiError && error.status === 0 && !error.aborted,
    },
  },
});

onSessionEnd(() => queryClient.clear());
