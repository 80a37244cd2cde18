/** The acts of a peer on its row and on its page. */
import { Moves } from "#kit/act/moves.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { OWNER_ROLES, type ChangeKind, type OwnerRole } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { ChangeFormProps } from "../peer-terms/change-form.tsx";
import type { HoldAddProps } from "../peer-terms/hold-acts.tsx";
import type { Start } from "../transfer/transfer-words.tsx";
import type { TransferWizardProps } from "../transfer/transfer-wizard.tsx";
import { peerEdit, peerHref, type Peer, type PeerDetail } from "./peer-words.tsx";

const HoldAdd = part<HoldAddProps>(() => import("../peer-terms/hold-acts.tsx").then((m) => m.HoldAdd));
const ChangeForm = part<ChangeFormProps>(() => import("../peer-terms/change-form.tsx").then((m) => m.ChangeForm));
const TransferWizard = part<TransferWizardProps>(() => import("../transfer/transfer-wizard.tsx").then((m) => m.TransferWizard));

const INPUTS = {
  close: <Item name="reason" rows={3} placeholder="例如：双方终止合作，至少5个字" help="停用后子账号与接口密钥一并停用" />,
  reopen: <Item name="reason" rows={3} placeholder="例如：重新签订合同，至少5个字" help="重新启用后为 V1、预存，额度为 0，需另行申请" />,
};

/** A transfer of one. */
const giving = (p: Peer, role: OwnerRole): Start => ({
  role,
  from_worker_id: role === "bd" ? p.bd_owner_id : p.cs_owner_id,
  selection: "ids",
  ids: [p.id],
});
/** What waits for its review is not asked for again; a row does not know it, there the server says so. */
const waits = (p: Peer | PeerDetail, kind: ChangeKind): boolean => "pending_changes" in p && p.pending_changes.some((c) => c.kind === kind);

export function PeerMoves({ peer: p, head }: { peer: Peer | PeerDetail; head?: true }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const edit = { key: "edit", label: "编辑", onClick: () => go(peerEdit(p)) };
  const owners = (["bd", "cs"] as const).map((role) => ({
    key: role,
    label: `变更${OWNER_ROLES[role]}`,
    may: may.peer_transfer,
    onClick: () => open((close) => <TransferWizard start={giving(p, role)} onClose={close} />),
  }));
  const limit = {
    key: "limit",
    label: "申请调额",
    onClick: () => open((close) => <ChangeForm peer={p} kind="credit_limit" onClose={close} />),
  };
  const hold = { key: "hold", label: "冻结", danger: true, onClick: () => open((close) => <HoldAdd peer={p} onClose={close} />) };
  const acts = p.peer_status === "active" ? [...owners, ...(waits(p, "credit_limit") ? [] : [limit]), hold] : [];
  const view = { key: "view", label: "查看", onClick: () => go(peerHref(p)) };
  return (
    <>
      <Moves
        flow={peerFlow}
        row={p}
        state={p.peer_status}
        endpoints={peerApi}
        variant={head ? "head" : "row"}
        inputs={INPUTS}
        {...(head ? { more: acts } : { lead: edit, more: [view, edit, ...acts] })}
      />
      {dialog}
    </>
  );
}
