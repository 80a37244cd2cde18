/** The kinds of 申请变更 as acts of a peer; one that waits already is not asked for again. */
import type { ReactElement } from "react";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { CHANGE_KINDS, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { PeerDetail } from "../peer/peer-words.tsx";
import type { ChangeFormProps } from "./change-form.tsx";

const ChangeForm = part<ChangeFormProps>(() => import("./change-form.tsx").then((m) => m.ChangeForm));

type Acts = { key: string; label: string; onClick: () => void }[];
export function useChangeActs(p: PeerDetail): readonly [Acts, ReactElement | null] {
  const [dialog, open] = useDialog();
  const waits = (kind: ChangeKind): boolean => p.pending_changes.some((c) => c.kind === kind);
  const acts = keysOf(CHANGE_KINDS)
    .filter((kind) => !waits(kind))
    .map((kind) => ({
      key: kind,
      label: CHANGE_KINDS[kind],
      onClick: () => open((close) => <ChangeForm peer={p} kind={kind} onClose={close} />),
    }));
  return [acts, dialog];
}
