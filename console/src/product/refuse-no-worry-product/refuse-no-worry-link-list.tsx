/** 关联商品: where a protection is offered, at which price, and how it went there. */
import { MoreOutlined } from "@ant-design/icons";
import { Button, Empty } from "antd";
import { useMemo, type ReactElement } from "react";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListBulk, ListEmpty, ListScreen, ListTabs, type BulkAct, type Column, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useIdParam } from "#kit/filter/use-url.ts";
import { idsOf } from "#kit/list/list-model.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { refuseNoWorryLinkApi as api } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";
import { refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { refuseNoWorryProductFlow } from "@visadesk/contract/product/price/refuse-no-worry-product.flow.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { leastText, priceText, protectionHref } from "./refuse-no-worry-cells.tsx";
import type { LinkAddProps } from "./refuse-no-worry-link-add.tsx";
import type { LinkPriceProps } from "./refuse-no-worry-link-price.tsx";

const LinkPrice = part<LinkPriceProps>(() => import("./refuse-no-worry-link-price.tsx").then((m) => m.LinkPrice));
const LinkAdd = part<LinkAddProps>(() => import("./refuse-no-worry-link-add.tsx").then((m) => m.LinkAdd));

type Link = Output<typeof api.refuse_no_worry_link_query>["list"][number];
type Open = (make: (close: () => void) => ReactElement) => void;
const skuHref = (l: Link): string => to("product-detail", { id: l.sku_id });

const COLUMNS: readonly Column<Link>[] = [
  {
    key: "sku",
    title: "商品",
    sort: "sku_no",
    width: 224,
    href: skuHref,
    exports: ["sku_no", "sku_name"],
    render: (l) => (
      <TwoLines title={l.sku_name} under={<Copyable text={l.sku_no} />}>
        <HrefLink href={skuHref(l)}>{l.sku_name}</HrefLink>
      </TwoLines>
    ),
  },
  { name: "sku_status", width: 88, render: (l) => flowTag(skuFlow, l.sku_status) },
  {
    name: "country_name",
    width: 104,
    render: (l) => (
      <>
        <Flag emoji={l.flag_emoji} />
        {l.country_name}
      </>
    ),
  },
  { name: "retail_adult", width: 96, align: "end", render: (l) => <Money cents={l.retail_adult} /> },
  {
    name: "refuse_rate",
    exports: ["refuse_rate", "results_30"],
    hint: "近30天拒签 ÷ 已出结果",
    width: 104,
    align: "end",
    render: (l) =>
      l.refuse_rate === null ? (
        <span className="vd-blank">—</span>
      ) : (
        <span className="vd-num">
          {l.refuse_rate.toFixed(1)}% <small className="vd-muted">n={l.results_30}</small>
        </span>
      ),
  },
  { name: "price", hint: "按成人门市价计算", width: 96, align: "end", render: (l) => <Money cents={l.price} /> },
  {
    name: "price_override",
    width: 96,
    align: "end",
    render: (l) => (l.price_override === null ? <span className="vd-muted">按产品</span> : <Money cents={l.price_override} />),
  },
  "sold",
  {
    name: "paid",
    width: 104,
    align: "end",
    render: (l) => (l.sold === 0 ? <span className="vd-blank">—</span> : <Money cents={l.paid} />),
  },
];

function useActs(product_id: number, listed: boolean, open: Open) {
  const afterWrite = useAfterWrite();
  return useMemo(() => {
    const price = (ids: readonly number[], now: number | null) =>
      new Promise<boolean>((resolve) => {
        open((close) => (
          <LinkPrice
            product_id={product_id}
            ids={ids}
            now={now}
            listed={listed}
            onDone={() => resolve(true)}
            onClose={() => {
              close();
              resolve(false);
            }}
          />
        ));
      });
    const remove = async (ids: readonly number[]): Promise<boolean> => {
      const content = "移除后这些商品不再提供此保障。已售出的保障照常理赔。";
      if (!(await confirm({ title: `移除 ${ids.length} 个商品？`, content, ok: "移除", danger: true }))) return false;
      return ask(api.refuse_no_worry_link_remove, { product_id, ids: [...ids] })
        .then(({ removed }) => toast.success(`${removed} 个商品已移除`))
        .then(
          () => true,
          () => false,
        )
        .finally(afterWrite);
    };
    const bulk: readonly BulkAct[] = [
      { label: "批量定价", run: (s) => price(idsOf(s), null), ids_only: true },
      { label: "移除", run: (s) => remove(idsOf(s)), ids_only: true, danger: true },
    ];
    return { price, remove, bulk };
  }, [product_id, listed, open, afterWrite]);
}

function ProductLine({ product: p }: { product: Output<typeof refuseNoWorryProductApi.refuse_no_worry_product_get> }) {
  const waiting = p.adjustments.filter((a) => a.cells.some((c) => c.price_kind === "override")).length;
  return (
    <p className="vd-note is-plain vd-small vd-after-12 vd-wraps">
      <HrefLink href={protectionHref(p)}>{p.name}</HrefLink>
      {flowTag(refuseNoWorryProductFlow, p.product_status)}
      <span className="vd-num">
        {priceText(p)}，{leastText(p)}
      </span>
      {p.product_status !== "on_sale" && <Mark tone="orange">未上架，下单时不显示</Mark>}
      {waiting > 0 && <HrefLink href={protectionHref(p)}>单独定价调价单 {waiting} 张待审核或待生效</HrefLink>}
    </p>
  );
}

export default function RefuseNoWorryLinkList() {
  const id = useIdParam("id");
  const [dialog, open] = useDialog();
  const { data: product } = useRecord(refuseNoWorryProductApi.refuse_no_worry_product_get, { id });
  const listed = product !== undefined && product.first_listed_at !== null;
  const { price, remove, bulk } = useActs(id, listed, open);
  const tabs = useMemo<readonly ListTab<typeof api.refuse_no_worry_link_query>[]>(
    () => [
      { key: "all", label: "全部", filter: { product_id: id } },
      { key: "override", label: "单独定价", filter: { product_id: id, has_override: true } },
    ],
    [id],
  );
  const add = (): void => open((close) => <LinkAdd id={id} listed={listed} onClose={close} />);
  return (
    <>
      {product && <ProductLine product={product} />}
      <ListScreen
        endpoint={api.refuse_no_worry_link_query}
        title="关联商品"
        keyword={{ name: "keyword", placeholder: "商品名称、编号、拼音" }}
        filters={["country_id", "sku_status"]}
        columns={COLUMNS}
        row={(l) => (
          <ActMenu
            items={[
              { key: "price", label: "单独定价", onClick: () => void price([l.id], l.price_override) },
              { key: "remove", label: "移除", danger: true, onClick: () => void remove([l.id]) },
            ]}
          >
            <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${l.sku_name}的更多操作`} />
          </ActMenu>
        )}
      >
        <ListTabs tabs={tabs} />
        <ListActs>
          <Button type="primary" onClick={add}>
            添加商品
          </Button>
        </ListActs>
        <ListBulk acts={bulk} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有关联商品">
            <Button onClick={add}>添加商品</Button>
          </Empty>
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
