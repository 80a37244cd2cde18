/** Beside the order: who answers for it, when things happened, notes. */
import { Button } from "antd";
import { orderDetail } from "@visadesk/contract/order/order.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { NOTE_KINDS } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Section } from "#kit/page/blocks.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Item } from "#kit/page/item.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { OrderWorkOrders } from "#shared/work-order/order-work-orders.tsx";
import type { Order } from "./order-overview.tsx";
import type { OrderPickProps } from "./order-pick.tsx";
import { personName } from "./order-people.tsx";
import { PersonSelect } from "../entry/person-select.tsx";

const AssignItems = part(() => import("../list/assign-items.tsx").then((m) => m.AssignItems));
const OrderPick = part<OrderPickProps>(() => import("./order-pick.tsx").then((m) => m.OrderPick));

function People({ o }: { o: Order }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const mayAssign = useCan(may.order_assign);
  const assign = (): void =>
    open((close) => (
      <FormDialog
        endpoint={orderListApi.order_assign}
        initial={{ order_ids: [o.id], role: "expert" }}
        title="改派"
        okText="改派"
        onDone={afterWrite}
        onClose={close}
      >
        <AssignItems />
      </FormDialog>
    ));
  return (
    <Section
      title="人员"
      extra={
        mayAssign && (
          <Button type="text" size="small" onClick={assign}>
            改派
          </Button>
        )
      }
    >
      <Fields
        of={orderDetail}
        value={o}
        columns={2}
        names={[
          "expert_name",
          "cs_owner_name",
          { label: "下单人", value: o.created_by_name },
          { label: "申请人", value: `${o.applicant_count} 人，已送 ${o.submitted_count}` },
        ]}
      />
      {o.pay_status !== "unpaid" && (
        <Button type="link" size="small" className="vd-plain-link" onClick={() => open((close) => <OrderPick o={o} close={close} />)}>
          {o.expert_name === null ? "为什么没有派出" : "为什么派给他"}
        </Button>
      )}
      {dialog}
    </Section>
  );
}

const Dates = ({ o }: { o: Order }) => {
  const names = (
    ["created_at", "pay_deadline_at", "paid_at", "promised_date", "shipped_at", "received_at", "completed_at", "cancelled_at"] as const
  ).filter((n) => o[n] !== null && !(n === "pay_deadline_at" && o.paid_at !== null));
  return (
    <Section title="日期">
      <Fields of={orderDetail} value={o} columns={1} names={names} />
    </Section>
  );
};

export function NoteDialog({ o, close }: { o: Order; close: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={orderListApi.order_note_add}
      initial={{ order_id: o.id, kind: "internal" }}
      title="追加备注"
      okText="保存"
      onDone={afterWrite}
      onClose={close}
    >
      <Item name="kind" />
      {o.people.length > 1 && (
        <Item name="applicant_id">
          <PersonSelect people={o.people} whole="整单" />
        </Item>
      )}
      <Item name="content" rows={3} />
      <Item name="files" />
    </FormDialog>
  );
}

function Notes({ o }: { o: Order }) {
  const [dialog, open] = useDialog();
  return (
    <Section
      title="备注"
      extra={
        <Button type="text" size="small" onClick={() => open((close) => <NoteDialog o={o} close={close} />)}>
          追加备注
        </Button>
      }
    >
      {o.notes.length === 0 ? (
        <p className="vd-muted">还没有备注</p>
      ) : (
        <ul className="vd-parted vd-small">
          {o.notes.map((n) => {
            const person = o.people.find((p) => p.id === n.applicant_id);
            return (
              <li key={n.id}>
                <p className="vd-wrap">{n.content}</p>
                {n.files.length > 0 && <FileLinks keys={n.files} />}
                <p className="vd-dim">
                  {n.pinned && <Mark tone="gold">置顶</Mark>}
                  <Mark tone={n.kind === "customer" ? "orange" : "grey"}>{NOTE_KINDS[n.kind]}</Mark> {person && `${personName(person)} · `}
                  {n.created_by_name ?? "系统"} · <TimeText at={n.created_at} />
                </p>
              </li>
            );
          })}
        </ul>
      )}
      {dialog}
    </Section>
  );
}

export const OrderSide = ({ o }: { o: Order }) => (
  <>
    <People o={o} />
    <Dates o={o} />
    <OrderWorkOrders o={o} />
    <Notes o={o} />
  </>
);
