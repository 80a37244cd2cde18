import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Endpoint, Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { ask } from "../act/ask.ts";

/** The record behind a page, for parts that stand outside of DetailScreen. */
export const useRecord = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  useQuery<Output<E>>({
    queryKey: [endpoint.name, input],
    queryFn: ({ signal }) => ask(endpoint, input, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
