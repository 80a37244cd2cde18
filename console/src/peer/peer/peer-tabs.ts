/** The two sides of the list of peers: those we have, and those that ask. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";

export const PEER_TABS = [
  { key: "peer", label: "同行", filter: {} },
  { key: "application", label: "入驻申请", filter: {} },
] as const;

/** Number of applications that wait, by tab key. */
export function usePeerTabCounts(): Readonly<Record<string, number | undefined>> {
  const { data } = useQuery({
    queryKey: [peerApplicationApi.peer_application_query.name, "waiting"],
    queryFn: ({ signal }) =>
      ask(
        peerApplicationApi.peer_application_query,
        { application_status: ["pending"], page_size: 1, fields: ["id"] },
        { signal, noToast: true },
      ),
  });
  return { application: data?.total ?? undefined };
}
