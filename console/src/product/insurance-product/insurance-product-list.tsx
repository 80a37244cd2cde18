/** 保险产品: what insurers let us sell, by plans, with what they cost and where they are recommended. */
import { Button, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { ListActs, ListEmpty, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductFlow } from "@visadesk/contract/product/price/insurance-product.flow.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { coverText, INSURANCE_REGIONS } from "@visadesk/contract/product/price/insurance.rules.ts";
import { Countries, InsuranceName, insuranceEdit, insuranceHref, MOVE_INPUTS, useRemove, type Insurance } from "./insurance-words.tsx";

const SALES: readonly Column<Insurance>[] = [
  {
    key: "product",
    title: "名称",
    sort: "name",
    width: 176,
    href: insuranceHref,
    exports: ["code", "name"],
    render: (p) => <InsuranceName product={p} />,
  },
  { name: "product_status", width: 88, render: (p) => flowTag(insuranceProductFlow, p.product_status) },
  { name: "supplier_name", width: 112, render: (p) => p.supplier_name },
  {
    name: "region",
    width: 116,
    exports: ["region", "country_ids"],
    render: (p) => <TwoLines under={p.country_ids.length > 0 && <Countries ids={p.country_ids} />}>{INSURANCE_REGIONS[p.region]}</TwoLines>,
  },
  {
    name: "plan_count",
    title: "计划 · 医疗保额",
    width: 136,
    exports: ["plan_count", "plan_names", "plan_covers"],
    align: "start",
    render: (p) => (
      <TwoLines title={p.plans.map((x) => `${x.name} ${coverText(x)}`).join("；")} under={p.plans.map(coverText).join("、")}>
        {p.plans.map((x) => x.name).join("、")}
      </TwoLines>
    ),
  },
  { name: "premium_from", width: 88, align: "end", render: (p) => <Money cents={p.premium_from} /> },
];
const FACTS: readonly Column<Insurance>[] = [
  { name: "sku_count", width: 76, align: "end", render: (p) => <span className="vd-num">{p.sku_count}</span> },
  {
    name: "policies_30",
    width: 92,
    hint: "近30天随订单投保的保单",
    align: "end",
    render: (p) => <span className="vd-num">{p.policies_30}</span>,
  },
  { name: "claims", width: 92, hint: "保单上登记过的理赔次数", align: "end", render: (p) => <span className="vd-num">{p.claims}</span> },
  "updated_at",
];
const PLAIN: readonly Column<Insurance>[] = [...SALES, ...FACTS];
const WITH_COST: readonly Column<Insurance>[] = [
  ...SALES,
  { name: "cost_from", width: 84, align: "end", render: (p) => <Money cents={p.cost_from} /> },
  ...FACTS,
];

export default function InsuranceProductList() {
  const seesCost = useCan(may.cost_view);
  const go = useGo();
  const remove = useRemove(() => undefined);
  const add = (): void => go(to("insurance-product-add"));
  return (
    <ListScreen
      endpoint={insuranceProductApi.insurance_product_query}
      title="保险产品"
      keyword={{ name: "keyword", placeholder: "名称、编码" }}
      filters={["supplier_id", "region", "country_id", "product_status"]}
      columns={seesCost ? WITH_COST : PLAIN}
      row={(p) => (
        <Moves
          flow={insuranceProductFlow}
          row={p}
          state={p.product_status}
          endpoints={insuranceProductApi}
          inputs={MOVE_INPUTS}
          more={[
            { key: "detail", label: "详情", onClick: () => go(insuranceHref(p)) },
            { key: "edit", label: "编辑", onClick: () => go(insuranceEdit(p)) },
            ...(p.product_status === "draft" ? [{ key: "remove", label: "删除", danger: true, onClick: () => void remove(p) }] : []),
          ]}
        />
      )}
    >
      <ListActs>
        <Button type="primary" onClick={add}>
          新增保险产品
        </Button>
      </ListActs>
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有保险产品">
          <Button onClick={add}>新增保险产品</Button>
        </Empty>
      </ListEmpty>
    </ListScreen>
  );
}
