/** 补差价: asked for later, paid or withdrawn; a blocking one keeps the person from being submitted. */
import { useQuery } from "@tanstack/react-query";
import { Button, Table } from "antd";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import { diffFlow } from "@visadesk/contract/order/order.flow.ts";
import { DIFF_PAYERS, FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { useCan } from "#kit/app/session.ts";
import type { Order } from "./order-overview.tsx";
import { DiffMoney } from "./diff-money.tsx";
import { personName } from "./order-people.tsx";
import { PersonSelect } from "../entry/person-select.tsx";
import { useAct } from "../use-act.ts";

export type Diff = Output<typeof orderDiffApi.order_diff_query>["list"][number];
export const useDiffs = (orderId: number) =>
  useQuery({
    queryKey: ["order_diff_query", orderId],
    queryFn: ({ signal }) => ask(orderDiffApi.order_diff_query, { order_id: orderId }, { signal, noToast: true }).then((a) => a.list),
  });
export const pendingTotal = (diffs: readonly Diff[] | undefined): number =>
  (diffs ?? []).filter((d) => d.diff_status === "pending" && d.payer !== "company").reduce((n, d) => n + d.amount, 0);

export function DiffAddDialog({ o, close }: { o: Order; close: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={orderDiffApi.order_diff_add}
      initial={{ order_id: o.id, is_blocking: true, payer: o.customer_kind === "direct" ? "customer" : "peer" }}
      title="发起补差价"
      okText="发起"
      onDone={afterWrite}
      onClose={close}
    >
      <Item name="applicant_id">
        <PersonSelect people={o.people} whole="整单" />
      </Item>
      <DiffMoney country={o.country_id} />
      <Item name="payer" />
      <Item name="is_blocking" help="未支付前不能送签" />
      <Item name="reason" rows={2} />
    </FormDialog>
  );
}

export function OrderDiffs({ o }: { o: Order }) {
  const answer = useDiffs(o.id);
  const [dialog, open] = useDialog();
  const mayAdd = useCan({ any: [may.order_view, may.order_process] }) && o.order_status !== "cancelled" && o.order_status !== "deleted";
  const [run] = useAct();
  const deduct = (d: Diff): void =>
    void confirm({
      title: `从同行账户扣款 ${money(d.amount)}？`,
      content: `${d.diff_no}：先用赠送金，再用余额本金和授信。`,
      ok: "扣款",
    }).then((yes) => {
      if (yes)
        void run(
          () => ask(orderDiffApi.order_diff_deduct, { id: d.id, version: d.version, idempotency_key: uuid() }),
          `${d.diff_no} 已扣款`,
        );
    });
  if (answer.error) return <Unread answer={answer} />;
  const who = (id: number | null): string =>
    id === null ? "整单" : personName(o.people.find((p) => p.id === id) ?? { seq: 0, name_cn: "—" });
  return (
    <div className="vd-stack">
      {mayAdd && (
        <p className="vd-wraps">
          <Button onClick={() => open((close) => <DiffAddDialog o={o} close={close} />)}>发起补差价</Button>
        </p>
      )}
      <Table<Diff>
        rowKey="id"
        size="small"
        pagination={false}
        loading={answer.isPending && { delay: 200 }}
        dataSource={answer.data ?? []}
        scroll={{ x: "max-content" }}
        locale={{ emptyText: "没有补差价" }}
        columns={[
          { title: "补差单号", dataIndex: "diff_no" },
          { title: "申请人", render: (_, d) => who(d.applicant_id) },
          { title: "费用项", render: (_, d) => FEE_KINDS[d.fee_kind] },
          { title: "金额", align: "end", render: (_, d) => <Money cents={d.amount} /> },
          {
            title: "状态",
            render: (_, d) => (
              <>
                {flowTag(diffFlow, d.diff_status)}
                {d.is_blocking && d.diff_status === "pending" && <Mark tone="red">阻断送签</Mark>}
              </>
            ),
          },
          { title: "承担方", render: (_, d) => DIFF_PAYERS[d.payer] },
          { title: "原因", render: (_, d) => <span className="vd-wrap">{d.reason}</span> },
          { title: "截止", render: (_, d) => (d.diff_status === "pending" ? <Due at={d.due_at} /> : <TimeText at={d.paid_at} />) },
          {
            title: "发起",
            render: (_, d) => (
              <>
                {d.created_by_name ?? "系统"} <TimeText at={d.created_at} />
              </>
            ),
          },
          {
            title: "",
            fixed: "end",
            render: (_, d) => (
              <Moves
                flow={diffFlow}
                row={d}
                state={d.diff_status}
                endpoints={orderDiffApi}
                initial={(move) => (move === "pay" ? { paid_at: new Date().toISOString() } : {})}
                more={
                  o.customer_kind === "direct" || d.diff_status !== "pending"
                    ? []
                    : [{ key: "deduct", label: "从账户扣款", may: may.order_pay_register, onClick: () => deduct(d) }]
                }
              />
            ),
          },
        ]}
      />
      {dialog}
    </div>
  );
}
