import { Button, Empty } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListBulk, ListEmpty, ListFigures, ListPeek, ListScreen, ListTabs, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { useCan } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { SkuRowActs } from "./sku-acts.tsx";
import { MyAdjustmentsButton } from "../price-adjustment/price-adjustment-sku.tsx";
import { useListBulk } from "./sku-bulk.tsx";
import { columnsFor, PLAIN, WITH_COSTS } from "./sku-columns.tsx";
import type { SkuPeekProps } from "./sku-peek.tsx";
import "#shared/province-picker.ts";
import "./product.css";

const SkuPeek = part<SkuPeekProps>(() => import("./sku-peek.tsx").then((m) => m.SkuPeek));

const TABS: readonly ListTab<typeof skuApi.sku_query>[] = [
  { key: "all", label: "全部", filter: {} },
  { key: "on_sale", label: "在售", filter: { sku_status: ["on_sale"] } },
  { key: "off_sale", label: "已下架", filter: { sku_status: ["off_sale"] } },
  { key: "draft", label: "草稿", filter: { sku_status: ["draft"] } },
  { key: "archived", label: "已归档", filter: { sku_status: ["archived"] } },
];

const MORE = [
  "visa_product_unit_code",
  "visa_form",
  "ends",
  "supplier_id",
  "refund_policy_id",
  "is_complete",
  "is_blocked",
  "block",
  "has_urgent",
  "need_visit",
  "is_promise_short",
  "updated_at",
] as const;

const NONE: Readonly<Record<string, number>> = {};
const useCounts = (): Readonly<Record<string, number>> =>
  useQuery({ queryKey: ["sku_stat_get"], queryFn: ({ signal }) => ask(skuApi.sku_stat_get, {}, { signal, noToast: true }) }).data ?? NONE;

/** Each figure is a filter: of all SKU that are not archived, whatever the filter says now. */
const FIGURES = [
  ["blocked", "不可下单", "is_blocked=1"],
  ["incomplete", "资料不全", "is_complete=0"],
  ["below_floor", "毛利低于底线", "is_below_floor=1"],
  ["orders_30", "近30天单量", null],
] as const;
const WORRIES: ReadonlySet<string> = new Set(["blocked", "below_floor"]);

function Figures() {
  const counts = useCounts();
  return FIGURES.map(([key, label, filter]) => {
    const n = counts[key];
    if (n === undefined) return null;
    const figure = (
      <>
        {label} <b className={`vd-medium vd-num${WORRIES.has(key) && n > 0 ? " vd-error" : ""}`}>{n}</b>
      </>
    );
    return (
      <span key={key} className="vd-apart" title="全部未归档商品">
        {filter && n > 0 ? <HrefLink href={`${to("product-list", {})}?${filter}`}>{figure}</HrefLink> : figure}
      </span>
    );
  });
}

export default function ProductList() {
  const seesCost = useCan(may.cost_view);
  const go = useGo();
  const [dialog, open] = useDialog();
  const bulk = useListBulk(open);
  const counts = useCounts();
  const columns = useMemo(() => columnsFor(seesCost ? WITH_COSTS : PLAIN, counts), [seesCost, counts]);
  return (
    <>
      <ListScreen
        endpoint={skuApi.sku_query}
        title="商品管理"
        keyword={{ name: "keyword", placeholder: "商品名称、编号、拼音、SPU" }}
        filters={["country_id", "visa_type", "embassy_id", "province_code"]}
        more={seesCost ? [...MORE, "margin", "is_below_floor"] : MORE}
        columns={columns}
        row={(s) => <SkuRowActs sku={s} open={open} />}
      >
        <ListFigures>
          <Figures />
        </ListFigures>
        <ListTabs tabs={TABS} useCounts={useCounts} />
        <ListActs>
          <MyAdjustmentsButton />
          <Button type="primary" onClick={() => go(to("product-add"))}>
            新增商品
          </Button>
        </ListActs>
        <ListBulk acts={bulk} />
        <ListPeek of={(s: SkuPeekProps["sku"]) => <SkuPeek sku={s} />} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有商品，从SPU生成">
            <Button onClick={() => go(to("product-spu-list"))}>去SPU管理</Button>
          </Empty>
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
