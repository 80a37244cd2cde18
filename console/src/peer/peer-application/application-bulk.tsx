/** Several applications passed or rejected; each stands or falls by itself, on the version its row showed. */
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { leftOf } from "#kit/list/seen-rows.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { RejectItems } from "./application-moves.tsx";
import type { Application } from "./application-words.tsx";

type Seen = Pick<Application, "id" | "version">;
type Results = Output<typeof peerApplicationApi.peer_application_reject>;

const of = ({ id, version }: Seen): Seen => ({ id, version });
const tell = (verb: string, rows: readonly Application[], { results, done }: Results): void =>
  tellOutcome(verb, "份申请", {
    done,
    left: leftOf(results, rows, (a) => a.name),
  });

export async function passSeveral(rows: readonly Application[]): Promise<boolean> {
  const content = "等级为普通（V1），商务和客服按所在地区的负责人。有检查未通过的不会通过，请打开详情单独审核。";
  if (!(await confirm({ title: `通过 ${rows.length} 份入驻申请？`, content, ok: "通过" }))) return false;
  tell("通过", rows, await ask(peerApplicationApi.peer_application_approve, { rows: rows.map(of), idempotency_key: uuid() }));
  return true;
}

interface RejectSeveralProps {
  rows: readonly Application[];
  onDone: () => void;
  onClose: () => void;
}
export function RejectSeveral({ rows, onDone, onClose }: RejectSeveralProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerApplicationApi.peer_application_reject}
      title={`驳回 ${rows.length} 份入驻申请`}
      okText="驳回"
      danger
      initial={{ rows: rows.map(of) }}
      onDone={(answer) => {
        tell("驳回", rows, answer);
        onDone();
        afterWrite();
      }}
      onClose={onClose}
    >
      <RejectItems />
    </FormDialog>
  );
}
