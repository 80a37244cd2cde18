/** 限时特价: what runs now, what comes, and what it cost. */
import { Button, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListEmpty, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { wordOf } from "#kit/words.ts";
import { SPECIAL_ENDS, specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { SpecialActs } from "./special-price-acts.tsx";
import { activityHref, Period } from "./special-price-cells.tsx";
import { soldText, type Activity } from "./special-price-words.ts";

const COLUMNS: readonly Column<Activity>[] = [
  {
    name: "name",
    width: 188,
    href: activityHref,
    exports: ["name", "note"],
    render: (a) => (
      <TwoLines title={a.note || a.name} under={a.note}>
        <HrefLink href={activityHref(a)}>{a.name}</HrefLink>
      </TwoLines>
    ),
  },
  "state",
  {
    name: "end",
    title: "端 · 对象",
    width: 132,
    exports: ["end", "audience"],
    render: (a) => (
      <TwoLines title={a.audience} under={a.audience}>
        {wordOf(SPECIAL_ENDS, a.end)}
      </TwoLines>
    ),
  },
  "item_count",
  { name: "start_at", title: "起止", width: 232, exports: ["start_at", "end_at"], render: (a) => <Period activity={a} /> },
  {
    name: "sold",
    title: "已售/总量",
    width: 96,
    exports: ["sold", "total"],
    align: "end",
    render: (a) => <span className="vd-num">{soldText(a)}</span>,
  },
  "saved",
  "order_count",
  { name: "created_by_name", width: 96, render: (a) => <span className="vd-ellipsis">{a.created_by_name ?? "—"}</span> },
  "updated_at",
];

export default function SpecialPriceActivityList() {
  const go = useGo();
  const add = (
    <Button type="primary" onClick={() => go(to("special-price-activity-add"))}>
      新增限时特价
    </Button>
  );
  return (
    <ListScreen
      endpoint={specialPriceActivityApi.special_price_activity_query}
      title="限时特价"
      keyword={{ name: "keyword", placeholder: "活动名称" }}
      filters={["state", "end", "sku_id", "period"]}
      more={["level_ids"]}
      columns={COLUMNS}
      row={(a) => <SpecialActs activity={a} variant="row" />}
    >
      <ListActs>{add}</ListActs>
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有限时特价，先新增一个" />
      </ListEmpty>
    </ListScreen>
  );
}
