/** 拒签无忧产品: what is offered, how it sells and what it pays back. */
import { Button, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListEmpty, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { refuseNoWorryProductApi as api } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { PROTECTION_SCOPES } from "@visadesk/contract/product/price/refuse-no-worry-product.words.ts";
import { refuseNoWorryProductFlow } from "@visadesk/contract/product/price/refuse-no-worry-product.flow.ts";
import { useProtectionActs } from "./refuse-no-worry-acts.tsx";
import {
  capText,
  claimsText,
  leastText,
  linksHref,
  PaidRate,
  priceText,
  protectionHref,
  type Protection,
} from "./refuse-no-worry-cells.tsx";

const COLUMNS: readonly Column<Protection>[] = [
  {
    key: "name",
    sort: "name",
    width: 184,
    href: protectionHref,
    render: (p) => <HrefLink href={protectionHref(p)}>{p.name}</HrefLink>,
  },
  { name: "product_status", width: 88, render: (p) => flowTag(refuseNoWorryProductFlow, p.product_status) },
  { name: "scope", title: "保障", width: 80, render: (p) => PROTECTION_SCOPES[p.scope] },
  {
    key: "rate",
    title: "赔付比例 · 上限",
    exports: ["rate", "cap"],
    width: 132,
    render: (p) => (
      <TwoLines under={capText(p.cap)}>
        <span className="vd-num">{p.rate}%</span>
      </TwoLines>
    ),
  },
  {
    key: "pricing",
    title: "定价",
    width: 148,
    exports: ["pricing", "price", "price_rate", "price_min"],
    render: (p) => (
      <TwoLines under={leastText(p)}>
        <span className="vd-num">{priceText(p)}</span>
      </TwoLines>
    ),
  },
  {
    name: "link_count",
    title: "关联商品数",
    width: 92,
    align: "end",
    render: (p) => (
      <HrefLink href={linksHref(p)} className={p.link_count > 0 ? "vd-link vd-num" : "vd-muted vd-num"}>
        {p.link_count}
      </HrefLink>
    ),
  },
  { name: "sold", hint: "已付款且保费未退的人数", width: 80, align: "end", render: (p) => <span className="vd-num">{p.sold}</span> },
  {
    key: "claims",
    title: "理赔 通过/提交",
    exports: ["claims_passed", "claims_submitted"],
    width: 120,
    align: "end",
    render: (p) => <span className="vd-num">{claimsText(p)}</span>,
  },
  { name: "paid_rate", hint: "已赔 ÷ 保费，售出满20份后计算", width: 128, align: "end", render: (p) => <PaidRate of={p} /> },
  "updated_at",
];

export default function RefuseNoWorryProductList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  const actsOf = useProtectionActs(open);
  return (
    <>
      <ListScreen
        endpoint={api.refuse_no_worry_product_query}
        title="拒签无忧产品"
        keyword={{ name: "keyword", placeholder: "产品名称" }}
        filters={["scope", "country_id", "product_status", "paid_rate"]}
        columns={COLUMNS}
        row={(p) => <Moves flow={refuseNoWorryProductFlow} row={p} state={p.product_status} endpoints={api} more={actsOf(p)} />}
      >
        <ListActs>
          <Button type="primary" onClick={() => go(to("refuse-no-worry-product-add"))}>
            新增
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有拒签无忧产品">
            <Button onClick={() => go(to("refuse-no-worry-product-add"))}>新增一个</Button>
          </Empty>
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
