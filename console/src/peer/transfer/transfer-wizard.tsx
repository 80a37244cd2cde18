/** 新建转移: who gives, who takes, what goes along, when and why, each with what it means now; the trial is confirmed as it was seen. */
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { PeerHolderPicker, WorkerPicker } from "#shared/record-pickers.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { AlongCount, SplitTable, TargetTable, TrialView } from "./transfer-trial.tsx";
import type { Start, Transfer } from "./transfer-words.tsx";

const WIDTH = 960;
const listOf = (start: Start): string =>
  start.selection === "ids"
    ? `名单：从列表所选的 ${start.ids?.length ?? 0} 家中由转出人负责的`
    : start.selection === "filter"
      ? "名单：符合列表筛选、由转出人负责的同行"
      : "名单：转出人名下的全部同行";

export interface TransferWizardProps {
  start?: Start;
  onMade?: (id: number) => void;
  onClose: () => void;
}
export function TransferWizard({ start = {}, onMade, onClose }: TransferWizardProps) {
  const afterWrite = useAfterWrite();
  const [today] = useState(() => shanghaiDate(new Date()));
  /** The draft of what was just looked at is confirmed at once; when that is refused it waits in the list. */
  const confirm = async ({ id, version, expected_count, effective_on }: Transfer): Promise<void> => {
    try {
      await ask(peerTransferApi.peer_transfer_schedule, { id, version, expected_count, idempotency_key: uuid() });
      toast.success(effective_on <= today ? "已开始转移" : `将于 ${effective_on} 转移`);
    } catch {
      // The client has said why.
    }
    afterWrite();
    onMade?.(id);
  };
  return (
    <FormDrawer
      endpoint={peerTransferApi.peer_transfer_add}
      title="新建转移"
      okText="确认转移"
      width={WIDTH}
      initial={{
        role: "bd",
        from_worker_id: null,
        split: "even_gmv",
        selection: "all",
        target_ids: [],
        ...start,
        carry: ["orders", "work_orders"],
        effective_on: today,
        commission_from: today,
        reason: "",
        notify_peer: false,
      }}
      onDone={(made) => void confirm(made)}
      onClose={onClose}
    >
      <Stack gap={16} className="vd-whole-row">
        <FormSection title="1 谁">
          <Item name="role" half />
          <Item name="from_worker_id" half label="从" help={`不选即未分配的同行。${listOf(start)}`}>
            <WorkerPicker placeholder="未分配" />
          </Item>
        </FormSection>
        <FormSection title="2 给谁">
          <Item name="target_ids" half>
            <PeerHolderPicker multiple />
          </Item>
          <Item name="split" half />
          <TargetTable />
          <Item name="lines" label="分配明细">
            <SplitTable />
          </Item>
        </FormSection>
        <FormSection title="3 带什么">
          <Item name="carry" half />
          <Item name="notify_peer" half />
          <AlongCount />
        </FormSection>
        <FormSection title="4 何时与原因">
          <Item name="effective_on" half />
          <Item name="commission_from" half help="从这一天起的业绩归接收人" />
          <Item name="reason_code" half />
          <Item name="reason" half />
        </FormSection>
        <FormSection title="5 试算结果">
          <Item name="expected_count" label="家数">
            <TrialView />
          </Item>
        </FormSection>
      </Stack>
    </FormDrawer>
  );
}
