/** A row of a transfer whose lines are on their way is asked about until they are through; then the list is asked again. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import type { OutputOf } from "@visadesk/contract/index.ts";

const ASK_MS = 2_000;

/** Answers what begins to follow it: an undone one shows its state at once and its counts later. */
export function useFollowed(t: Pick<OutputOf<"peer_transfer_get">, "id" | "version" | "transfer_status">, isRow: boolean): () => void {
  const refresh = useAfterWrite();
  const [pressed, setPressed] = useState(false);
  /** Asked again once for what it came to. */
  const told = useRef<number | null>(null);
  const isOn = isRow && (pressed || t.transfer_status === "running");
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [peerTransferApi.peer_transfer_get.name, { id: t.id }, "row"],
    queryFn: ({ signal }) => ask(peerTransferApi.peer_transfer_get, { id: t.id }, { signal, noToast: true }),
    enabled: isOn,
    refetchInterval: isOn && ASK_MS,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    // What was answered before the press says nothing of what it began.
    if (!isOn || !data || data.is_moving || data.version < t.version || told.current === data.version) return;
    told.current = data.version;
    setPressed(false);
    refresh();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [dataUpdatedAt]);
  return useCallback(() => setPressed(true), []);
}
