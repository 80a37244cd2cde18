/** Publishing shows first what it would have meant. */
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { ask } from "#kit/act/ask.ts";
import { uuid } from "#kit/app/hash.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useState } from "react";
import { TrialView, useTrial } from "./work-order-config-trial.tsx";

export interface ConfigPublishProps {
  id: number;
  version: number;
  onDone: () => void;
  onClose: () => void;
}
export function ConfigPublish({ id, version, onDone, onClose }: ConfigPublishProps) {
  const answer = useTrial(id);
  const [idempotency_key] = useState(uuid);
  const publish = async (): Promise<void> => {
    try {
      await ask(workOrderConfigApi.work_order_config_publish, { id, version, idempotency_key });
      onDone();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Dialog title="发布工单配置" width={640} okText="发布" reads={answer} typed={false} onOk={publish} onClose={onClose}>
      <Stack>
        <p className="vd-note is-plain vd-small">发布后替换同一适用范围的现行版本；处理中的工单仍按原版本。</p>
        <Reads answer={answer}>{(t) => <TrialView t={t} />}</Reads>
      </Stack>
    </Dialog>
  );
}
