/** Several applications passed or rejected; each stands or falls by itself, on the version its row showed. */
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { BatchDialog } from "#kit/list/batch-dialog.tsx";
import { idsLeft, leftOf } from "#kit/list/seen-rows.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { RejectItems } from "./application-moves.tsx";
import type { Application } from "./application-words.tsx";

type Seen = Pick<Application, "id" | "version">;

const of = ({ id, version }: Seen): Seen => ({ id, version });

export async function passSeveral(rows: readonly Application[]): Promise<false | number[]> {
  const content = "等级为普通（V1），商务和客服按所在地区的负责人。有检查未通过的不会通过，请打开详情单独审核。";
  if (!(await confirm({ title: `通过 ${rows.length} 份入驻申请？`, content, ok: "通过" }))) return false;
  const { results, done } = await ask(peerApplicationApi.peer_application_approve, { rows: rows.map(of), idempotency_key: uuid() });
  tellOutcome("通过", "份申请", { done, left: leftOf(results, rows, (a) => a.name) });
  return idsLeft(results);
}

interface RejectSeveralProps {
  rows: readonly Application[];
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}
export function RejectSeveral({ rows, onDone, onClose }: RejectSeveralProps) {
  return (
    <BatchDialog
      endpoint={peerApplicationApi.peer_application_reject}
      verb="驳回"
      counted="份申请"
      nameOf={(id) => rows.find((a) => a.id === id)?.name ?? ""}
      title={`驳回 ${rows.length} 份入驻申请`}
      okText="驳回"
      danger
      initial={{ rows: rows.map(of) }}
      onDone={onDone}
      onClose={onClose}
    >
      <RejectItems />
    </BatchDialog>
  );
}
