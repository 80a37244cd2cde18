/** One remittance before its reviewer: the voucher at the left; what it says, and the bank's lines it may be, at the right. */
import { Alert } from "antd";
import { ask } from "#kit/act/ask.ts";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { remittance, remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import { JournalButton } from "../balance/journal-button.tsx";
import { PeerName } from "../withdrawal/peer-name.tsx";
import { CandidateTicks } from "./candidate-ticks.tsx";
import { RemittanceMoves } from "./remittance-moves.tsx";
import type { Remittance } from "./remittance-words.tsx";
import { VoucherView } from "./voucher-view.tsx";

const waits = (r: Remittance): boolean => r.remittance_status === "pending" || r.remittance_status === "second_review";
const Said = ({ of: r }: { of: Remittance }) => (
  <Fields
    of={remittance}
    value={r}
    record={`remittance ${r.id}`}
    reveal={async (_, reason) => (await ask(remittanceApi.remittance_reveal, { id: r.id, reason })).payer_account}
    names={[
      {
        label: "同行",
        value: r.peer_id === null || r.peer_name === null ? "直客" : <PeerName of={{ peer_id: r.peer_id, peer_name: r.peer_name }} />,
      },
      "company_name",
      ...(["purpose", "amount", "payer_name", "payer_account", "payer_bank", "account_name", "remitted_on", "bank_ref", "note"] as const),
    ]}
  />
);
const Lines = ({ of: r }: { of: Remittance }) => (
  <Rows
    label="到账流水"
    of={remittance.shape.lines}
    rows={r.lines}
    by="line_id"
    columns={[
      { name: "at", cell: (l) => <TimeText at={l.at} /> },
      "ref",
      "counterparty_name",
      { name: "amount", cell: (l) => <Money cents={l.amount} /> },
    ]}
  />
);
const Parts = ({ of: r }: { of: Remittance }) => (
  <Rows label="订单分配" of={remittance.shape.order_parts} rows={r.order_parts} by="order_id" columns={["order_no", "amount"]} />
);
const Decided = ({ of: r }: { of: Remittance }) => (
  <Fields
    of={remittance}
    value={r}
    names={[
      ...(["submitted_by_name", "submitted_at", "due_at", "approved_by_name", "approved_at", "rechecked_by_name", "rechecked_at"] as const),
      ...(["booked_at", "gift_amount"] as const),
      ...(r.journal_id !== null && r.journal_no !== null
        ? [{ label: "入账凭证", value: <JournalButton id={r.journal_id} label={r.journal_no} /> }]
        : []),
      ...(r.reject_code === null ? [] : (["reject_code", "reject_text", "rejected_by_name"] as const)),
      ...(r.reversed_at === null ? [] : (["reversed_by_name", "reversed_at", "reverse_reason"] as const)),
    ]}
  />
);

function Body({ remittance: r, onDone }: { remittance: Remittance; onDone: () => void }) {
  return (
    <div className="fr-review">
      <VoucherView id={r.id} vouchers={r.vouchers} letters={r.payer_letters} />
      <Stack gap={16}>
        {r.letter_needed && <Alert type="warning" showIcon title="付款户名与企业不一致，请先由提交人上传代付说明" />}
        <Section title="汇款">
          <Said of={r} />
        </Section>
        {r.order_parts.length > 0 && (
          <Section title="订单分配" flush>
            <Parts of={r} />
          </Section>
        )}
        {r.lines.length > 0 && (
          <Section title="到账流水" flush>
            <Lines of={r} />
          </Section>
        )}
        {waits(r) && (
          <Section title="流水候选">
            <CandidateTicks key={r.version} remittance={r} onDone={onDone} />
          </Section>
        )}
        <Section title="审核">
          <Decided of={r} />
        </Section>
      </Stack>
    </div>
  );
}

export interface RemittanceDrawerProps {
  id: number;
  onClose: () => void;
}
export function RemittanceDrawer({ id, onClose }: RemittanceDrawerProps) {
  const answer = useRecord(remittanceApi.remittance_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="汇款"
      no={(r) => r.remittance_no}
      state={(r) => flowTag(remittanceFlow, r.remittance_status)}
      acts={(r) => <RemittanceMoves remittance={r} head />}
      size={1200}
      log={{ noun: "remittance", id }}
      onClose={onClose}
    >
      {(r) => <Body remittance={r} onDone={onClose} />}
    </RecordDrawer>
  );
}
