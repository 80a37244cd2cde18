/** 申请定级 of several peers: one level asked for each, and each request reviewed by itself. */
import { useQueryClient } from "@tanstack/react-query";
import { BatchDialog } from "#kit/list/batch-dialog.tsx";
import { nameIn } from "#kit/list/seen-rows.ts";
import { Item } from "#kit/page/item.tsx";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { CHANGE_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";

export interface LevelBatchProps {
  ids: readonly number[];
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}
export function LevelBatch({ ids, onDone, onClose }: LevelBatchProps) {
  const client = useQueryClient();
  return (
    <BatchDialog
      endpoint={peerChangeApi.peer_change_batch}
      verb="申请定级"
      counted="家同行"
      nameOf={nameIn(client, peerApi.peer_query, (p) => p.short_name)}
      title={`申请定级：${ids.length}家同行`}
      okText="提交审核"
      intro="逐家提交，由他人审核通过后生效。已有待审定级的会列出原因。"
      initial={{ ids: [...ids], valid_to: null }}
      onDone={onDone}
      onClose={onClose}
    >
      <Item name="level_id" half />
      <Item name="valid_to" half help={`到期前不自动升降级，最长 ${CHANGE_DAYS.level} 天；不选则不锁级`} />
      <Item name="reason_code" half />
      <Item name="reason" rows={3} placeholder="写明依据，至少5个字" />
    </BatchDialog>
  );
}
