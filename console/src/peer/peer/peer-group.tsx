/** 设分组 of several peers; each stands or falls by itself. */
import { useQueryClient } from "@tanstack/react-query";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { leftOf, seenRows } from "#kit/list/seen-rows.ts";
import { Item } from "#kit/page/item.tsx";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";

export interface PeerGroupProps {
  ids: readonly number[];
  onDone: () => void;
  onClose: () => void;
}
export function PeerGroup({ ids, onDone, onClose }: PeerGroupProps) {
  const afterWrite = useAfterWrite();
  const client = useQueryClient();
  return (
    <FormDialog
      endpoint={peerApi.peer_group_batch}
      title={`设分组：${ids.length}家同行`}
      okText="设分组"
      initial={{ ids: [...ids], service_group_id: null }}
      onDone={({ results, done }) => {
        tellOutcome("设分组", "家同行", { done, left: leftOf(results, seenRows(client, peerApi.peer_query, ids), (p) => p.short_name) });
        onDone();
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="service_group_id" help="不选即移出分组" />
    </FormDialog>
  );
}
