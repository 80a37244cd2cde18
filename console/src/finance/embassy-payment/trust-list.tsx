/** 官费敞口 by mission, and 办结余额 person by person with the decision about it. */
import { Button, Empty } from "antd";
import { useMemo } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useGo } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { ListBulk, ListEmpty, ListFigures, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { BatchDialog, byDialog } from "#kit/list/batch-dialog.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import type { BulkAct } from "#kit/list/list-types.ts";
import { seenRows } from "#kit/list/seen-rows.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { embassyTrustApi as api } from "@visadesk/contract/finance/embassy/embassy-trust.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { OrderNo } from "./payment-columns.tsx";
import { CardsLeft } from "./payment-head.tsx";
import { LEFT, PAYMENT_TABS, useFigures, usePlainCounts } from "./payment-tabs.ts";

type Trust = Output<typeof api.embassy_trust_query>["list"][number];
type Left = Output<typeof api.embassy_trust_left_query>["list"][number];
const TITLE = "使馆费手动支付";
const cents = (name: "held" | "d7" | "d30" | "d60" | "older" | "paid_ahead" | "finished_left"): Column<Trust> => ({
  name,
  width: 120,
  align: "end",
  ...(name === "held" && { sort: "held" }),
  render: (m) => (m[name] === 0 ? <span className="vd-blank">—</span> : <Money cents={m[name]} />),
});
const TRUST_COLUMNS: readonly Column<Trust>[] = [
  {
    name: "embassy_name",
    width: 216,
    exports: ["embassy_name", "country_name"],
    render: (m) => <TwoLines under={m.country_name}>{m.embassy_name}</TwoLines>,
  },
  cents("held"),
  { name: "held_count", width: 72, align: "end", render: (m) => <span className="vd-num">{m.held_count}</span> },
  ...(["d7", "d30", "d60", "older", "paid_ahead"] as const).map(cents),
  { name: "finished_count", width: 104, align: "end", render: (m) => <span className="vd-num">{m.finished_count}</span> },
  cents("finished_left"),
];
const leftHref = (m: Trust): string => `${to("manual-embassy-payment-list")}?tab=${LEFT}${m.id > 0 ? `&embassy_id=${m.id}` : ""}`;

export function TrustList() {
  const go = useGo();
  const cards = useFigures({})?.cards ?? [];
  return (
    <ListScreen
      endpoint={api.embassy_trust_query}
      title={TITLE}
      filters={["embassy_id"]}
      columns={TRUST_COLUMNS}
      row={(m) =>
        m.finished_count > 0 && (
          <Button type="link" size="small" onClick={() => go(leftHref(m))}>
            办结余额
          </Button>
        )
      }
    >
      <ListTabs tabs={PAYMENT_TABS} useCounts={usePlainCounts} />
      <ListFigures>
        <CardsLeft cards={cards} />
      </ListFigures>
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有代收未付的使馆费" />
      </ListEmpty>
    </ListScreen>
  );
}

const LEFT_COLUMNS: readonly Column<Left>[] = [
  { name: "applicant_no", width: 168, render: (x) => <span className="vd-num">{x.applicant_no}</span> },
  { name: "name_cn", width: 104, render: (x) => x.name_cn ?? "未填写" },
  { name: "order_no", width: 152, render: (x) => <OrderNo of={x} /> },
  {
    name: "embassy_name",
    width: 216,
    exports: ["embassy_name", "country_name"],
    render: (x) => <TwoLines under={x.country_name}>{x.embassy_name}</TwoLines>,
  },
  { name: "applicant_status", width: 112, render: (x) => flowTag(applicantFlow, x.applicant_status) },
  {
    name: "left",
    width: 136,
    align: "end",
    exports: ["left", "is_small"],
    render: (x) => (
      <TwoLines end under={x.is_small && <StateTag tone="grey">容差内，夜间转收入</StateTag>}>
        <Money cents={x.left} />
      </TwoLines>
    ),
  },
  {
    name: "finished_at",
    width: 128,
    sort: "finished_at",
    render: (x) => (x.finished_at === null ? "—" : <TimeText at={x.finished_at} stacked />),
  },
];

interface IncomeProps {
  rows: readonly Left[];
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}
const IncomeForm = ({ rows, onDone, onClose }: IncomeProps) => (
  <BatchDialog
    endpoint={api.embassy_trust_income}
    verb="转收入"
    counted="位申请人"
    nameOf={(id) => rows.find((x) => x.id === id)?.applicant_no ?? ""}
    title={`${rows.length} 位申请人的官费余额转收入`}
    okText="转收入"
    danger
    intro={`合计 ${money(rows.reduce((sum, x) => sum + x.left, 0))}，转入其他收入后不再退给客户。要退的请在订单办理退款。`}
    initial={{ rows: rows.map(({ id, left }) => ({ id, left })) }}
    onDone={onDone}
    onClose={onClose}
  >
    <Item name="reason" rows={3} placeholder="写明转收入的依据，至少5个字" />
  </BatchDialog>
);

export function TrustLeftList() {
  const client = useQueryClient();
  const [dialog, open] = useDialog();
  const bulk = useMemo<readonly BulkAct[]>(
    () => [
      {
        label: "转收入",
        ids_only: true,
        danger: true,
        may: may.embassy_payment_release,
        run: (s) =>
          byDialog(open, (onDone, onClose) => (
            <IncomeForm rows={seenRows(client, api.embassy_trust_left_query, idsOf(s))} onDone={onDone} onClose={onClose} />
          )),
      },
    ],
    [client, open],
  );
  return (
    <>
      <ListScreen
        endpoint={api.embassy_trust_left_query}
        title={TITLE}
        keyword={{ name: "keyword", placeholder: "申请人、订单号" }}
        filters={["embassy_id"]}
        columns={LEFT_COLUMNS}
      >
        <ListTabs tabs={PAYMENT_TABS} useCounts={usePlainCounts} />
        <ListBulk acts={bulk} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有已办结还留有官费的申请人" />
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
