/** One withdrawal before its reviewer: what is asked, to whom it goes, on which letter, and how far it is. */
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { withdrawal, withdrawalApi } from "@visadesk/contract/finance/withdrawal.ts";
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";
import { PeerName } from "./peer-name.tsx";
import { WithdrawalMoves, type Withdrawal } from "./withdrawal-moves.tsx";

const Body = ({ withdrawal: w }: { withdrawal: Withdrawal }) => (
  <Stack gap={16}>
    <Section title="金额">
      <Fields
        of={withdrawal}
        value={w}
        names={[{ label: "同行", value: <PeerName of={w} /> }, "amount", "fee", "net", "gift_back", "withdrawable"]}
      />
    </Section>
    <Section title="收款">
      <Fields of={withdrawal} value={w} names={["payee_name", "payee_account", "payee_bank", "payout_no", "payout_status", "due_at"]} />
    </Section>
    <Section title="申请与审核">
      <FileRecordProvider value={{ noun: "withdrawal", noun_id: w.id }}>
        <Fields
          of={withdrawal}
          value={w}
          names={[
            ...(["reason", "files", "created_by_name", "created_at", "approved_by_name", "approved_at"] as const),
            ...(["rechecked_by_name", "rechecked_at", "decided_by_name", "decided_note"] as const),
          ]}
        />
      </FileRecordProvider>
    </Section>
  </Stack>
);

export interface WithdrawalDrawerProps {
  id: number;
  onClose: () => void;
}
export function WithdrawalDrawer({ id, onClose }: WithdrawalDrawerProps) {
  const answer = useRecord(withdrawalApi.withdrawal_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="提现"
      no={(w) => w.withdrawal_no}
      state={(w) => flowTag(withdrawalFlow, w.withdrawal_status)}
      acts={(w) => <WithdrawalMoves withdrawal={w} head />}
      log={{ noun: "withdrawal", id }}
      onClose={onClose}
    >
      {(w) => <Body withdrawal={w} />}
    </RecordDrawer>
  );
}
