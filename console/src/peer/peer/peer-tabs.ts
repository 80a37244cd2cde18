/** The sides of the list of peers: those we have, those that ask, terms that wait, and whom to call today. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "#kit/act/ask.ts";
import { peerCallApi } from "@visadesk/contract/peer/peer/peer-call.ts";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";

export const PEER_TABS = [
  { key: "peer", label: "同行", filter: {} },
  { key: "application", label: "入驻申请", filter: {} },
  { key: "change", label: "条件变更", filter: {} },
  { key: "call", label: "今日回访", filter: {} },
] as const;

/** Numbers of what waits, by tab key. */
export function usePeerTabCounts(): Readonly<Record<string, number | undefined>> {
  const applications = useQuery({
    queryKey: [peerApplicationApi.peer_application_query.name, "waiting"],
    queryFn: ({ signal }) =>
      ask(
        peerApplicationApi.peer_application_query,
        { application_status: ["pending"], page_size: 1, fields: ["id"] },
        { signal, noToast: true },
      ),
  }).data;
  const changes = useQuery({
    queryKey: [peerChangeApi.peer_change_query.name, "waiting"],
    queryFn: ({ signal }) =>
      ask(peerChangeApi.peer_change_query, { change_status: ["pending"], page_size: 1, fields: ["id"] }, { signal, noToast: true }),
  }).data;
  const calls = useQuery({
    queryKey: [peerCallApi.peer_call_query.name, "waiting"],
    queryFn: ({ signal }) =>
      ask(peerCallApi.peer_call_query, { queue: "peer_call", page_size: 1, fields: ["id"] }, { signal, noToast: true }),
  }).data;
  return { application: applications?.total ?? undefined, change: changes?.total ?? undefined, call: calls?.total ?? undefined };
}
