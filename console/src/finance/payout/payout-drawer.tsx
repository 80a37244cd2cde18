/** One payment: to whom, what for, how far it is, and with which proof it left. */
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { payout, payoutApi } from "@visadesk/contract/finance/payout.ts";
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { Source } from "./payout-source.tsx";
import { PayoutMoves, type Payout } from "./payout-moves.tsx";

const Body = ({ payout: p }: { payout: Payout }) => (
  <Stack gap={16}>
    <Section title="付款">
      <Fields
        of={payout}
        value={p}
        names={[
          { label: "来源", value: <Source payout={p} /> },
          ...(["amount", "method", "payee_name", "payee_account", "payee_bank", "company_account_name", "due_at", "planned_on"] as const),
        ]}
      />
    </Section>
    <Section title="结果">
      <FileRecordProvider value={{ noun: "payout", noun_id: p.id }}>
        <Fields
          of={payout}
          value={p}
          names={[
            "batch_no",
            "bank_ref",
            "paid_at",
            "paid_by_name",
            "bank_fee",
            "receipt",
            "phone_checked",
            "original_trade_no",
            "fail_reason",
          ]}
        />
      </FileRecordProvider>
    </Section>
  </Stack>
);

export interface PayoutDrawerProps {
  id: number;
  onClose: () => void;
}
export function PayoutDrawer({ id, onClose }: PayoutDrawerProps) {
  const answer = useRecord(payoutApi.payout_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="付款单"
      no={(p) => p.payout_no}
      state={(p) => flowTag(payoutFlow, p.payout_status)}
      acts={(p) => <PayoutMoves payout={p} head />}
      log={{ noun: "payout", id }}
      onClose={onClose}
    >
      {(p) => <Body payout={p} />}
    </RecordDrawer>
  );
}
