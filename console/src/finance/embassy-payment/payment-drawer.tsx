/** One payment with all that is known of it, its receipt and what came back. */
import { Fields } from "#kit/form/fields.tsx";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { embassyPayment, embassyPaymentApi } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { embassyPaymentFlow } from "@visadesk/contract/finance/embassy/embassy-payment.flow.ts";
import type { Payment } from "./payment-columns.tsx";

const Body = ({ payment: e }: { payment: Payment }) => (
  <FileRecordProvider value={{ noun: "embassy_payment", noun_id: e.id }}>
    <Stack gap={16}>
      <Section title="缴费">
        <Fields
          of={embassyPayment}
          value={e}
          names={[
            "order_no",
            "applicant_no",
            "name_cn",
            "embassy_name",
            "country_name",
            "item",
            "attempt",
            "attempt_reason",
            "origin",
            "foreign_text",
            "created_by_name",
            "created_at",
          ]}
        />
      </Section>
      <Section title="复核与支付">
        <Fields
          of={embassyPayment}
          value={e}
          names={[
            "embassy_payment_status",
            "released_by_name",
            "released_at",
            "card_name",
            "batch_no",
            "rate",
            "amount",
            "settled_amount",
            "receipt_no",
            "receipt",
            "paid_by_name",
            "paid_at",
            "reason",
          ]}
        />
      </Section>
      <Section title="差额与退回">
        <Fields
          of={embassyPayment}
          value={e}
          names={["collected", "variance", "variance_way", "returned_amount", "returned_on", "return_proof"]}
        />
      </Section>
    </Stack>
  </FileRecordProvider>
);
export interface PaymentDrawerProps {
  id: number;
  onClose: () => void;
}
export function PaymentDrawer({ id, onClose }: PaymentDrawerProps) {
  const answer = useRecord(embassyPaymentApi.embassy_payment_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="使馆费"
      no={(e) => e.payment_no}
      state={(e) => flowTag(embassyPaymentFlow, e.embassy_payment_status)}
      log={{ noun: "embassy_payment", id }}
      onClose={onClose}
    >
      {(e) => <Body payment={e} />}
    </RecordDrawer>
  );
}
