/** 提醒 of one order: all that were ever raised, and the way to raise one. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import {
  orderRemindApi,
  orderRemindFlow,
  REMIND_ENDS,
  REMIND_KINDS,
  REMIND_LEVELS,
  remindRow,
} from "@visadesk/contract/order/order-remind.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { PersonSelect } from "../entry/person-select.tsx";
import type { Order } from "../order/order-overview.tsx";
import { LEVEL_TONES } from "./remind-columns.tsx";
import { RemindMoves } from "./remind-moves.tsx";

const OVER: ReadonlySet<string> = new Set(["completed", "cancelled", "deleted"]);

export function OrderRemindTab({ o }: { o: Order }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const answer = useQuery({
    queryKey: [orderRemindApi.order_remind_query.name, "order", o.id],
    queryFn: ({ signal }) => ask(orderRemindApi.order_remind_query, { order_id: o.id, page_size: 100 }, { signal, noToast: true }),
  });
  const add = (): void =>
    open((close) => (
      <FormDialog
        endpoint={orderRemindApi.order_remind_add}
        title="新增提醒"
        okText="保存"
        initial={{ order_id: o.id, kind: "urge", source: "customer", level: "high" }}
        onDone={afterWrite}
        onClose={close}
      >
        <Item name="kind" half />
        <Item name="source" half />
        <Item name="level" half />
        {o.people.length > 1 && (
          <Item name="applicant_id">
            <PersonSelect people={o.people} whole="整单" />
          </Item>
        )}
        <Item name="content" rows={3} />
      </FormDialog>
    ));
  if (answer.error) return <Unread answer={answer} />;
  return (
    <div className="vd-stack">
      {!OVER.has(o.order_status) && (
        <p className="vd-wraps">
          <Button onClick={add}>新增提醒</Button>
        </p>
      )}
      <Rows
        label="提醒"
        of={remindRow}
        rows={answer.data?.list ?? []}
        by="id"
        none={answer.isPending ? "读取中…" : "没有提醒"}
        columns={[
          { name: "level", cell: (r) => <Mark tone={LEVEL_TONES[r.level]}>{REMIND_LEVELS[r.level]}</Mark> },
          { name: "kind", cell: (r) => REMIND_KINDS[r.kind] },
          { name: "content", cell: (r) => <span className="vd-wrap">{r.content}</span> },
          "times",
          "last_at",
          "handler_name",
          "due_at",
          { name: "remind_status", cell: (r) => flowTag(orderRemindFlow, r.remind_status) },
          {
            name: "reply",
            cell: (r) => <span className="vd-wrap">{r.reply || r.close_reason || (r.close_kind ? REMIND_ENDS[r.close_kind] : "—")}</span>,
          },
          { title: "", cell: (r) => <RemindMoves of={r} /> },
        ]}
      />
      {dialog}
    </div>
  );
}
