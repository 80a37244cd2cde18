/** 冻结, 解除 and 放行 of a peer. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { time } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerHoldApi } from "@visadesk/contract/peer/peer/peer-hold.ts";
import { BLOCK_CAUSES, BLOCKS, WAIVER_DAYS, WAIVER_TURNS } from "@visadesk/contract/peer/peer/peer.words.ts";
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
/** Grey with its reason where it is refused. */
const LinkAct = ({ label, not, onClick }: { label: string; not: string | null; onClick: () => void }) => (
  <Button type="link" size="small" disabled={not !== null} title={not ?? undefined} onClick={onClick}>
    {label}
  </Button>
);
/** Whoever placed a hold does not undo it: another one who reviews does. */
const refusedOf = (label: string, isMine: boolean): string | null => (isMine ? `不能${label}自己设置的管控` : null);
/** Lets something past at this moment. */
const isWaiving = (h: Hold): boolean =>
  h.kind === "waiver" && h.released_at === null && h.until !== null && Date.parse(h.until) > Date.now();

export function HoldRelease({ hold: h }: { hold: Hold }) {
  const [dialog, open] = useDialog();
  const mayReview = useCan(may.peer_terms_review);
  if (!mayReview || h.released_at !== null || (h.kind === "waiver" && !isWaiving(h))) return null;
  return (
    <>
      <LinkAct label="解除" not={refusedOf("解除", h.is_mine)} onClick={() => open((close) => <Release hold={h} onClose={close} />)} />
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
function WaiveButton({ peerId, block: b, isMine }: { peerId: number; block: Block; isMine: boolean }) {
  const [dialog, open] = useDialog();
  const mayReview = useCan(may.peer_terms_review);
  if (!mayReview) return null;
  const not = refusedOf("放行", isMine) ?? (b.waivers_left === 0 ? `最多放行 ${WAIVER_TURNS} 次` : null);
  return (
    <>
      <LinkAct label="放行" not={not} onClick={() => open((close) => <Waive peerId={peerId} block={b} onClose={close} />)} />
      {dialog}
    </>
  );
}

/** What one cause stops a peer from; of a hold who placed it and when. */
function Stopped({ peer: p, by }: { peer: Pick<PeerDetail, "id" | "holds">; by: readonly [Block, ...Block[]] }) {
  const [first] = by;
  const hold = first.cause === "hold" ? p.holds.find((h) => h.id === first.cause_id) : undefined;
  return (
    <span className={by.some((b) => b.block === "order") ? "vd-error" : ""}>
      {by.map((b) => BLOCKS[b.block]).join("、")}：{first.text}
      {hold && `（${hold.opened_by_name ?? "系统"} ${time(hold.opened_at)} 设置）`}
      <WaiveButton peerId={p.id} block={first} isMine={hold?.is_mine === true} />
      {hold && <HoldRelease hold={hold} />}
    </span>
  );
}
/** Cause by cause, what a peer may not do now. */
export const StoppedBy = ({ peer: p }: { peer: Pick<PeerDetail, "id" | "holds" | "blocks"> }) =>
  [...Map.groupBy(p.blocks, (b) => `${b.cause} ${b.cause_id}`)].map(([key, [first, ...rest]]) =>
    first ? <Stopped key={key} peer={p} by={[first, ...rest]} /> : null,
  );

/** What it may do again for a while. */
export const LetPast = ({ peer: p }: { peer: Pick<PeerDetail, "holds"> }) =>
  p.holds.filter(isWaiving).map((h) => (
    <span key={h.id}>
      {h.cause !== null && BLOCK_CAUSES[h.cause]}已放行至 {time(h.until)}
    </span>
  ));
export const isLetPast = (p: Pick<PeerDetail, "holds">): boolean => p.holds.some(isWaiving);
