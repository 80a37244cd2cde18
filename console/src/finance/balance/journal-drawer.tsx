/** One voucher: where it comes from, all its lines, and what reversed it or what it reverses. */
import { Button, Drawer } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { isReversible } from "@visadesk/contract/finance/adjustment.words.ts";
import { journal, journalApi, journalLine } from "@visadesk/contract/finance/books/journal.ts";
import { LEDGER_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { ReverseButton } from "../adjustment/adjust-acts.tsx";
import { useOrderHref } from "#shared/order-href.ts";

type Journal = Output<typeof journalApi.journal_get>;
function OrderAt({ line: l }: { line: Journal["lines"][number] }) {
  const href = useOrderHref(l.order_id);
  if (l.order_no === null) return <span className="vd-blank">—</span>;
  return href === undefined ? <span className="vd-num">{l.order_no}</span> : <HrefLink href={href}>{l.order_no}</HrefLink>;
}
/** Another voucher, over this one. */
function Other({ id, no }: { id: number; no: string }) {
  const [drawer, open] = useDialog();
  return (
    <>
      <Button type="link" size="small" className="vd-plain-link" onClick={() => open((close) => <JournalDrawer id={id} onClose={close} />)}>
        {no}
      </Button>
      {drawer}
    </>
  );
}

const Body = ({ journal: j }: { journal: Journal }) => (
  <Stack gap={16}>
    <Section title="凭证">
      <Fields
        of={journal}
        value={j}
        names={[
          ...(["kind", "booked_on", "event_at", "source_text"] as const),
          ...(j.reversal_of !== null && j.reversal_of_no !== null
            ? [{ label: "冲正的凭证", value: <Other id={j.reversal_of} no={j.reversal_of_no} /> }]
            : []),
          ...(j.reversed_by !== null && j.reversed_by_no !== null
            ? [{ label: "被冲正于", value: <Other id={j.reversed_by} no={j.reversed_by_no} /> }]
            : []),
          ...(["reason", "created_by_name", "created_at"] as const),
        ]}
      />
    </Section>
    <Section title="分录" flush>
      <Rows
        label="分录"
        of={journalLine}
        rows={j.lines}
        columns={[
          { name: "account", head: true, cell: (l) => `${l.gl_code} ${LEDGER_ACCOUNTS[l.account]}` },
          "detail",
          "debit",
          "credit",
          { name: "order_no", cell: (l) => <OrderAt line={l} /> },
          "fee_kind",
          "balance_after",
          "note",
        ]}
      />
    </Section>
  </Stack>
);

export interface JournalDrawerProps {
  id: number;
  onClose: () => void;
}
export function JournalDrawer({ id, onClose }: JournalDrawerProps) {
  const answer = useRecord(journalApi.journal_get, { id });
  const j = answer.data;
  return (
    <Drawer
      open
      size={880}
      title={
        <span className="vd-marks">
          凭证 {j?.no} {j && j.reversed_by !== null && <Mark>已冲正</Mark>}
        </span>
      }
      extra={j && isReversible(j) && j.reversed_by === null && <ReverseButton journal={j} />}
      onClose={onClose}
    >
      <Reads answer={answer}>{(found) => <Body journal={found} />}</Reads>
    </Drawer>
  );
}
