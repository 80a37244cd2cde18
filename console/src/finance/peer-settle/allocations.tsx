/** 还款 of a statement: which money settled it; each may be taken back. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { peerAllocation, peerSettleApi as api } from "@visadesk/contract/finance/peer/peer-settle.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { StatementDetail } from "./peer-settle-words.tsx";
import { Voucher } from "./voucher.tsx";

export function Allocations({ statement: s }: { statement: StatementDetail }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const mayUndo = useCan(may.peer_settle) && (s.settlement_status === "part_paid" || s.settlement_status === "paid");
  const answer = useRecord(api.peer_settle_allocation_query, { id: s.id });
  const undo = (a: { id: number; amount: number }): void =>
    open((close) => (
      <FormDialog
        endpoint={api.settle_allocation_undo}
        title={`撤回还款分配 ${money(a.amount)}`}
        intro="只撤回这笔钱与本账单的对应，账上还款不变；下次还款或确认账单时重新按还款日分配。"
        initial={{ id: s.id, version: s.version, allocation_id: a.id }}
        onDone={() => {
          toast.success("已撤回");
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="reason" rows={3} />
      </FormDialog>
    ));
  return (
    <Section title="还款分配" flush>
      {answer.data ? (
        <Rows
          label="还款分配"
          of={peerAllocation}
          rows={answer.data.list}
          none="还没有还款"
          columns={[
            "created_at",
            "item",
            { name: "ref_no", cell: (a) => <Voucher id={a.journal_id} no={a.ref_no} /> },
            "occurred_on",
            "amount",
            { name: "is_undone", cell: (a) => (a.is_undone ? "已撤回" : "—") },
            {
              title: "操作",
              cell: (a) =>
                mayUndo && !a.is_undone ? (
                  <Button type="link" size="small" onClick={() => undo(a)}>
                    撤回
                  </Button>
                ) : (
                  "—"
                ),
            },
          ]}
        />
      ) : (
        <Unread slim inset answer={answer} />
      )}
      <p className="vd-row vd-at-end vd-inset">
        本期应还 <Money cents={s.final} />
        　已还 <Money cents={s.paid} />
        　未结 <Money cents={s.remaining} />
      </p>
      {dialog}
    </Section>
  );
}
