/** 设分组 of several peers; each stands or falls by itself. */
import { useQueryClient } from "@tanstack/react-query";
import { BatchDialog } from "#kit/list/batch-dialog.tsx";
import { nameIn } from "#kit/list/seen-rows.ts";
import { Item } from "#kit/page/item.tsx";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";

export interface PeerGroupProps {
  ids: readonly number[];
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}
export function PeerGroup({ ids, onDone, onClose }: PeerGroupProps) {
  const client = useQueryClient();
  return (
    <BatchDialog
      endpoint={peerApi.peer_group_batch}
      verb="设分组"
      counted="家同行"
      nameOf={nameIn(client, peerApi.peer_query, (p) => p.short_name)}
      title={`设分组：${ids.length}家同行`}
      okText="设分组"
      initial={{ ids: [...ids], service_group_id: null }}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="service_group_id" help="不选即移出分组" />
    </BatchDialog>
  );
}
