/** One activity: what it sold and gave away, product by product, order by order. */
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { Timeline } from "#kit/page/timeline.tsx";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { specialPriceActivityApi, specialPriceActivityDetail } from "@visadesk/contract/product/price/special-price-activity.ts";
import { Margin } from "../sku/sku-cells.tsx";
import { SpecialActs } from "./special-price-acts.tsx";
import { ActivityState, Bands, Levels, Period, SpecialSkuName } from "./special-price-cells.tsx";
import { SpecialOrders } from "./special-orders.tsx";
import { levelsOf, limitText, marginOf, soldText, type ActivityDetail } from "./special-price-words.ts";

function Head({ activity: a }: { activity: ActivityDetail }) {
  const go = useGo();
  return (
    <DetailHead
      title={a.name}
      states={<ActivityState activity={a} />}
      figures={[
        { label: "已售 / 总量", value: <span className="vd-num">{soldText(a)}</span> },
        { label: "订单数", value: <span className="vd-num">{a.order_count}</span> },
        { label: "让利额", value: <Money cents={a.saved} /> },
        { label: "起止", value: <Period activity={a} /> },
      ]}
      acts={
        <>
          <LogButton noun="special_price_activity" id={a.id} />
          <SpecialActs activity={a} variant="head" onRemoved={() => go(to("special-price-activity-list"))} />
        </>
      }
    />
  );
}

const left = (total: number, sold: number): string => (total === 0 ? "不限" : String(Math.max(0, total - sold)));

function Items({ activity: a }: { activity: ActivityDetail }) {
  const seesCost = useCan(may.cost_view);
  const isPeer = a.end === "peer";
  return (
    <Section title="商品" flush extra={<span className="vd-muted">每人，门市价为当前价格</span>}>
      <Rows
        label="特价商品"
        of={specialPriceActivityDetail.shape.items}
        rows={a.items}
        columns={[
          { title: "商品", className: "sp-sku", cell: (i) => <SpecialSkuName sku={i.sku} /> },
          { title: "门市价", end: true, cell: (i) => <Bands adult={i.sku.retail_adult} child={i.sku.retail_child} /> },
          isPeer && { title: "当前等级价", end: true, cell: (i) => <Levels of={levelsOf(i.sku, a)} /> },
          { name: "adult", cell: (i) => <Bands adult={i.adult} child={i.child} /> },
          seesCost && { title: "毛利", end: true, cell: (i) => <Margin cents={marginOf(i.sku, i.adult)} /> },
          { title: "限购 单 / 人", end: true, num: true, cell: (i) => `${limitText(i.per_order)} / ${limitText(i.per_buyer)}` },
          "sold",
          { title: "剩余", end: true, num: true, cell: (i) => left(i.total_limit, i.sold) },
          "order_count",
          "saved",
        ]}
      />
    </Section>
  );
}

const Facts = ({ activity: a }: { activity: ActivityDetail }) => (
  <Section title="活动">
    <Fields
      of={specialPriceActivityDetail}
      value={a}
      columns={4}
      names={[
        "end",
        "audience",
        "stack_coupon",
        "created_by_name",
        "warm_at",
        "start_at",
        "end_at",
        "published_at",
        ...(a.published_by_name === null ? [] : (["published_by_name"] as const)),
        ...(a.stopped_at === null ? [] : (["stopped_at", "stop_reason"] as const)),
        ...(a.note === "" ? [] : (["note"] as const)),
      ]}
    />
  </Section>
);

const TABS: readonly DetailTab<ActivityDetail>[] = [
  {
    key: "items",
    label: "商品",
    render: (a) => (
      <Stack>
        <Items activity={a} />
        <Facts activity={a} />
      </Stack>
    ),
  },
  { key: "orders", label: "订单", render: (a) => <SpecialOrders activityId={a.id} /> },
  {
    key: "log",
    label: "日志",
    render: (a) => (
      <Section title="日志">
        <Timeline endpoint={recordLogApi.special_price_activity_log_query} input={{ id: a.id }} />
      </Section>
    ),
  },
];

export default function SpecialPriceActivityDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={specialPriceActivityApi.special_price_activity_get}
      input={{ id }}
      head={(a) => <Head activity={a} />}
      tabs={TABS}
      presence={{ noun: "special_price_activity", id }}
    />
  );
}
