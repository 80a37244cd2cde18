/** The acts of a peer on its row and on its page. */
import { Moves } from "#kit/act/moves.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { OWNER_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { HoldAddProps } from "../peer-terms/hold-acts.tsx";
import { peerEdit, peerHref, type Peer, type PeerDetail } from "./peer-words.tsx";

const HoldAdd = part<HoldAddProps>(() => import("../peer-terms/hold-acts.tsx").then((m) => m.HoldAdd));

const INPUTS = {
  close: <Item name="reason" rows={3} placeholder="例如：双方终止合作，至少5个字" help="停用后子账号与接口密钥一并停用" />,
  reopen: <Item name="reason" rows={3} placeholder="例如：重新签订合同，至少5个字" help="重新启用后为 V1、预存，额度为 0，需另行申请" />,
};

export function PeerMoves({ peer: p, head, give }: { peer: Peer | PeerDetail; head?: true; give?: (role: "bd" | "cs") => void }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const hold = { key: "hold", label: "冻结", danger: true, onClick: () => open((close) => <HoldAdd peer={p} onClose={close} />) };
  const acts = p.peer_status === "active" ? [hold] : [];
  const edit = { key: "edit", label: "编辑", onClick: () => go(peerEdit(p)) };
  const owners = give
    ? (["bd", "cs"] as const).map((role) => ({
        key: role,
        label: `变更${OWNER_ROLES[role]}`,
        may: may.peer_transfer,
        onClick: () => give(role),
      }))
    : [];
  return (
    <>
      <Moves
        flow={peerFlow}
        row={p}
        state={p.peer_status}
        endpoints={peerApi}
        variant={head ? "head" : "row"}
        inputs={INPUTS}
        {...(head
          ? { more: acts }
          : { lead: edit, more: [{ key: "view", label: "查看", onClick: () => go(peerHref(p)) }, edit, ...owners, ...acts] })}
      />
      {dialog}
    </>
  );
}
