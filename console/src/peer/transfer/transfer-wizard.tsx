/** 新建转移: who gives, who takes, what goes along, when and why, each with what it means now; the trial is confirmed as it was seen. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ApiError } from "#kit/app/api.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { peerTransferApi } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { useConfirm } from "./transfer-confirm.ts";
import { GiverOfPicked, SidePicker, SidesByRole } from "./transfer-sides.tsx";
import { AlongCount, SplitTable, TargetTable, TrialView } from "./transfer-trial.tsx";
import type { Start, Transfer } from "./transfer-words.tsx";

const WIDTH = 960;
const listOf = (start: Start): string =>
  start.selection === "ids"
    ? `名单：从列表所选的 ${start.ids?.length ?? 0} 家中由转出人负责的`
    : start.selection === "filter"
      ? "名单：符合列表筛选、由转出人负责的同行"
      : "名单：转出人名下的全部同行";

/** What the trial works out anew is not kept. */
const typedOf = ({ expected_count: _count, lines: _lines, ...typed }: Readonly<Record<string, unknown>>) => typed;

export interface TransferWizardProps {
  start?: Start;
  /** Ordered, though not confirmed yet. */
  onOrdered?: () => void;
  onMade?: (id: number) => void;
  onClose: () => void;
}
export function TransferWizard({ start = {}, onOrdered, onMade, onClose }: TransferWizardProps) {
  const client = useQueryClient();
  const keepSides = useRef(false);
  /** Tries of the trial: one refused because the list is another is tried anew, without the split made by hand. */
  const [round, setRound] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const tryAgain = ({ code }: ApiError): boolean => {
    if (code === "count_changed" || code === "limit_exceeded") {
      setRound((n) => n + 1);
      void client.invalidateQueries({ queryKey: [peerTransferApi.peer_transfer_preview.name] });
    }
    return false;
  };
  const [today] = useState(() => shanghaiDate(new Date()));
  const confirm = useConfirm(today, onMade);
  const ordered = (made: Transfer): void => {
    onOrdered?.();
    void confirm(made);
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
        expected_count: 0,
      }}
      okFault={fault}
      // A list picked elsewhere is another one where the wizard is opened anew.
      draft={start.selection === undefined ? "peer-transfer/new" : undefined}
      draftOf={typedOf}
      onDraft={(values) => void (keepSides.current = "role" in values)}
      onRefused={tryAgain}
      onDone={ordered}
      onClose={onClose}
    >
      <Stack gap={16} className="vd-whole-row">
        <SidesByRole keepRef={keepSides} />
        <FormSection title="1 谁">
          <Item name="role" half />
          <Item name="from_worker_id" half label="从" help={`不选即未分配的同行。${listOf(start)}`}>
            <SidePicker side="from" placeholder="未分配" />
          </Item>
          <GiverOfPicked start={start} />
        </FormSection>
        <FormSection title="2 给谁">
          <Item name="target_ids" half>
            <SidePicker side="to" multiple />
          </Item>
          <Item name="split" half />
          <TargetTable />
          <Item name="lines" label="分配明细">
            <SplitTable round={round} />
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
            <TrialView onFault={setFault} />
          </Item>
        </FormSection>
      </Stack>
    </FormDrawer>
  );
}
