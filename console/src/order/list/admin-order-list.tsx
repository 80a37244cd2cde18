/** 订单查看: every order, one row each, for leaders and service. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo, type ReactElement } from "react";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { TileFigure } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import { ListBulk, ListFigures, ListPeek, ListScope, ListScreen, ListTabs, stageTabs, type BulkAct } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { can, useCan } from "#kit/app/session.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { ORDER_TABS } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { orderColumns, orderColumnsWithCost, orderFields, type OrderRow } from "./admin-order-columns.tsx";
import { dialogAct } from "../dialog-act.tsx";
import { KEYWORD_HINT } from "./list-cells.tsx";
import { useExactOrders, useOrderCounts, useOrderTotals } from "./list-counts.ts";
import { useScopeSwitch } from "./list-scope.ts";
import { adminOrderHref } from "./order-links.ts";
import { OrderPeek } from "./order-peek.tsx";

const DiffMoney = part(() => import("../order/diff-money.tsx").then((m) => m.DiffMoney));
const AssignItems = part(() => import("./assign-items.tsx").then((m) => m.AssignItems));

const TABS = stageTabs<typeof orderListApi.order_query>(ORDER_TABS);

type Open = (make: (close: () => void) => ReactElement) => void;

function Figures(props: { filter: Record<string, unknown> }) {
  const figures = useOrderTotals(props.filter)?.figures;
  if (!figures) return null;
  if (figures.is_capped) return <span className="vd-muted">订单过多，缩小筛选后显示合计</span>;
  const all: [string, number | null, boolean][] = [
    ["人数", figures.persons, false],
    ["应付", figures.amount_payable, true],
    ["实付", figures.amount_paid, true],
    ["已退", figures.amount_refunded, true],
    ["成本", figures.cost, true],
    ["毛利", figures.margin, true],
  ];
  return (
    <>
      {figures.cancelled > 0 && figures.cancelled < figures.orders && (
        <span className="vd-muted" title="人数、应付、成本和毛利不含已取消的订单；实付和已退含">
          含已取消 {figures.cancelled}
        </span>
      )}
      {all.map(
        ([label, value, isMoney]) =>
          value !== null && (
            <span key={label} className="vd-num">
              {label}{" "}
              <b className="vd-medium">
                <TileFigure value={value} isMoney={isMoney} />
              </b>
            </span>
          ),
      )}
    </>
  );
}

const assignDialog = (order_ids: readonly number[], close: () => void, done: () => void): ReactElement => (
  <FormDialog
    endpoint={orderListApi.order_assign}
    title={`改派 ${order_ids.length} 单`}
    okText="改派"
    initial={{ order_ids: [...order_ids], role: "expert" }}
    onClose={close}
    onDone={(answer) => {
      toast.success(`已改派 ${answer.moved} 单`);
      done();
    }}
  >
    <AssignItems />
  </FormDialog>
);

/** The same note on the further orders, one by one, each with its own log row. */
async function noteRest(ids: readonly number[], note: Omit<Input<typeof orderListApi.order_note_add>, "order_id">): Promise<void> {
  let failed = 0;
  for (const order_id of ids) await ask(orderListApi.order_note_add, { order_id, ...note }, { noToast: true }).catch(() => failed++);
  if (failed > 0) toast.warning(`已追加 ${ids.length + 1 - failed} 单，${failed} 单未追加，请重试`);
  else toast.success(`已追加 ${ids.length + 1} 单`);
}

const notesDialog = (ids: readonly number[], close: () => void, done: () => void): ReactElement => (
  <FormDialog
    endpoint={orderListApi.order_note_add}
    title={`追加备注 ${ids.length} 单`}
    okText="追加"
    initial={{ order_id: ids[0] ?? 0, kind: "internal" }}
    onClose={close}
    onDone={({ kind, content, files }) => {
      done();
      void noteRest(ids.slice(1), { kind, content, files });
    }}
  >
    <Item name="kind" />
    <Item name="content" rows={3} />
    <Item name="files" />
  </FormDialog>
);

function useBulk(open: Open): readonly BulkAct[] {
  return useMemo(
    () => [
      {
        label: "改派",
        ids_only: true,
        may: may.order_assign,
        run: (s) => dialogAct(open, (close, done) => assignDialog("ids" in s ? s.ids : [], close, done)),
      },
      {
        label: "追加备注",
        ids_only: true,
        run: (s) => dialogAct(open, (close, done) => notesDialog("ids" in s ? s.ids : [], close, done)),
      },
    ],
    [open],
  );
}

function RowActs(props: { row: OrderRow; open: Open; done: () => void }) {
  const { row, open, done } = props;
  const items = [
    ...(can(may.order_assign)
      ? [{ key: "assign", label: "改派", onClick: () => open((close) => assignDialog([row.id], close, done)) }]
      : []),
    ...(row.pay_status === "unpaid"
      ? []
      : [
          {
            key: "diff",
            label: "补差价",
            onClick: () =>
              open((close) => (
                <FormDialog
                  endpoint={orderDiffApi.order_diff_add}
                  title={`补差价 ${row.order_no}`}
                  okText="发起"
                  initial={{ order_id: row.id, is_blocking: true, payer: "customer" }}
                  onClose={close}
                  onDone={(d) => {
                    toast.success(`已发起补差价 ${d.diff_no}`);
                    done();
                  }}
                >
                  <DiffMoney country={null} />
                  <Item name="payer" half />
                  <Item name="is_blocking" half />
                  <Item name="reason" rows={2} />
                </FormDialog>
              )),
          },
        ]),
    {
      key: "note",
      label: "备注",
      onClick: () =>
        open((close) => (
          <FormDialog
            endpoint={orderListApi.order_note_add}
            title={`备注 ${row.order_no}`}
            okText="追加"
            initial={{ order_id: row.id, kind: "internal" }}
            onClose={close}
            onDone={() => {
              toast.success("备注已追加");
              done();
            }}
          >
            <Item name="kind" />
            <Item name="content" rows={3} />
            <Item name="files" />
          </FormDialog>
        )),
    },
  ];
  return (
    <span className="vd-moves is-row od-acts">
      <HrefLink className="vd-link" href={adminOrderHref(row.id)}>
        查看
      </HrefLink>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${row.order_no}更多操作`} />
      </ActMenu>
    </span>
  );
}

export default function AdminOrderList() {
  const seesCost = useCan(may.cost_view);
  const scope = useScopeSwitch();
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const bulk = useBulk(open);
  return (
    <>
      <ListScreen
        endpoint={orderListApi.order_query}
        title="订单查看"
        fields={orderFields}
        columns={seesCost ? orderColumnsWithCost : orderColumns}
        keyword={{ name: "keyword", placeholder: "订单号、姓名、手机或护照", hint: KEYWORD_HINT }}
        filters={["country_id", "pay_status", "expert_id", "created_at"]}
        more={[
          "order_status",
          "applicant_status",
          "visa_type",
          "sku_id",
          "source",
          "customer_kind",
          "peer_id",
          "level_id",
          "cs_owner_id",
          "identity",
          "flag",
          "due",
          "amount_payable",
          "paid_at",
          "travel_date",
        ]}
        row={(o) => <RowActs row={o} open={open} done={afterWrite} />}
      >
        <ListFigures useExact={useExactOrders}>{(filter) => <Figures filter={filter} />}</ListFigures>
        <ListTabs tabs={TABS} useCounts={useOrderCounts} />
        <ListBulk acts={bulk} />
        <ListPeek of={(o: OrderRow) => <OrderPeek row={o} />} />
        {scope && <ListScope {...scope} opensAt="all" />}
      </ListScreen>
      {dialog}
    </>
  );
}
