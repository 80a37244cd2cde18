/** 冻结, 解除 and 放行 of a peer. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { peerHoldApi } from "@visadesk/contract/peer/peer/peer-hold.ts";
import { BLOCK_CAUSES, WAIVER_DAYS } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Peer, PeerDetail } from "../peer/peer-words.tsx";

export interface HoldAddProps {
  peer: Pick<Peer, "id" | "short_name">;
  onClose: () => void;
}
export function HoldAdd({ peer: p, onClose }: HoldAddProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerHoldApi.peer_hold_add}
      title={`冻结：${p.short_name}`}
      okText="冻结"
      danger
      intro="在途订单照常办理。停登录立即结束已登录的会话。解除须由他人操作。"
      initial={{ peer_id: p.id, kind: "manual", blocks: ["order"] }}
      onDone={() => {
        toast.success("已冻结");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="kind" half />
      <Item name="blocks" />
      <Item name="reason" rows={3} placeholder="写明原因，至少5个字" />
    </FormDialog>
  );
}

type Hold = PeerDetail["holds"][number];
function Release({ hold: h, onClose }: { hold: Hold; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerHoldApi.peer_hold_release}
      title="解除管控"
      okText="解除"
      initial={{ id: h.id, version: h.version }}
      onDone={() => {
        toast.success("已解除");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="reason" rows={3} placeholder="写明解除依据，至少5个字" />
    </FormDialog>
  );
}
/** Of a hold that is in force, for who reviews and did not place it. */
export function HoldRelease({ hold: h }: { hold: Hold }) {
  const [dialog, open] = useDialog();
  const mayReview = useCan(may.peer_terms_review);
  if (!mayReview || h.is_mine || h.released_at !== null) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => open((close) => <Release hold={h} onClose={close} />)}>
        解除
      </Button>
      {dialog}
    </>
  );
}

type Block = PeerDetail["blocks"][number];
function Waive({ peerId, block: b, onClose }: { peerId: number; block: Block; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerHoldApi.peer_hold_waive}
      title={`临时放行：${BLOCK_CAUSES[b.cause]}`}
      okText="放行"
      intro={`${b.text}。到时自动恢复限制，还可放行 ${b.waivers_left} 次。`}
      initial={{ peer_id: peerId, cause: b.cause, cause_id: b.cause_id }}
      onDone={() => {
        toast.success("已放行");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="until" half help={`最长 ${WAIVER_DAYS} 天`} />
      <Item name="reason" rows={3} placeholder="写明放行依据，至少5个字" />
    </FormDialog>
  );
}
/** Beside what stops a peer; whoever placed a hold does not let past it. */
export function WaiveButton({ peer: p, block: b }: { peer: Pick<PeerDetail, "id" | "holds">; block: Block }) {
  const [dialog, open] = useDialog();
  const mayReview = useCan(may.peer_terms_review);
  const isMine = b.cause === "hold" && p.holds.some((h) => h.id === b.cause_id && h.is_mine);
  if (!mayReview || isMine || b.waivers_left === 0) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => open((close) => <Waive peerId={p.id} block={b} onClose={close} />)}>
        放行
      </Button>
      {dialog}
    </>
  );
}
