/** One insurance product: its rates as they are in force, a trial, the goods that recommend it, its log. */
import { Button } from "antd";
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { LinkButton } from "#kit/act/link-button.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Moves } from "#kit/act/moves.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { can, useCan } from "#kit/app/session.ts";
import { Timeline } from "#kit/page/timeline.tsx";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductFlow } from "@visadesk/contract/product/price/insurance-product.flow.ts";
import { insuranceProductApi, insuranceProductDetail as fields } from "@visadesk/contract/product/price/insurance-product.ts";
import { rateFaults, rateFaultText, rateRefText } from "@visadesk/contract/product/price/insurance.rules.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { LiveAdjustments } from "../price-adjustment/price-adjustment-live.tsx";
import { Withdraw } from "../price-adjustment/price-adjustment-withdraw.tsx";
import type { InsuranceAdjustProps } from "./insurance-adjust.tsx";
import { MatrixTable } from "./insurance-grid.tsx";
import { matrixOf } from "./insurance-matrix.ts";
import { PlanTable } from "./insurance-plans.tsx";
import { Faults } from "./insurance-faults.tsx";
import { InsuranceTrial } from "./insurance-trial.tsx";
import { Clause, Countries, insuranceEdit, MOVE_INPUTS, useRemove, type InsuranceDetail } from "./insurance-words.tsx";

const InsuranceAdjust = part<InsuranceAdjustProps>(() => import("./insurance-adjust.tsx").then((m) => m.InsuranceAdjust));
const TOLD_CELLS = 6;

function Head({ product: p }: { product: InsuranceDetail }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const remove = useRemove(() => go(to("insurance-product-list")));
  const mayEdit = useCan(may.insurance_product);
  return (
    <>
      <DetailHead
        title={p.name}
        no={p.code}
        states={flowTag(insuranceProductFlow, p.product_status)}
        figures={[
          { label: "保费起", value: <Money cents={p.premium_from} /> },
          ...(can(may.cost_view) ? [{ label: "成本起", value: <Money cents={p.cost_from} /> }] : []),
          { label: "计划", value: p.plan_count },
          { label: "关联商品", value: p.sku_count },
          { label: "30天保单数", value: p.policies_30 },
          { label: "赔付登记数", value: p.claims },
        ]}
        acts={
          <>
            <LogButton noun="insurance_product" id={p.id} />
            {mayEdit && <LinkButton href={insuranceEdit(p)}>编辑</LinkButton>}
            {mayEdit && p.first_listed_at && (
              <Button onClick={() => open((close) => <InsuranceAdjust product={p} onClose={close} />)}>申请调价</Button>
            )}
            <Moves
              flow={insuranceProductFlow}
              row={p}
              state={p.product_status}
              endpoints={insuranceProductApi}
              variant="head"
              inputs={MOVE_INPUTS}
              {...(p.product_status === "draft" && {
                more: [{ key: "remove", label: "删除", danger: true, onClick: () => void remove(p) }],
              })}
            />
          </>
        }
      />
      <Missing product={p} />
      {dialog}
    </>
  );
}

/** Why it cannot be listed, or why it was taken off. */
function Missing({ product: p }: { product: InsuranceDetail }) {
  const said = [
    ...p.moves.flatMap((m) => (m.missing === null ? [] : [`还不能上架：${m.missing}`])),
    ...(p.product_status === "off_sale" && p.off_reason ? [`停售原因：${p.off_reason}`] : []),
  ];
  return said.length === 0 ? null : (
    <ul className="vd-small vd-error vd-note vd-tone-red" aria-label="上架情况">
      {said.map((s) => (
        <li key={s}>{s}</li>
      ))}
    </ul>
  );
}

function Rates({ product: p }: { product: InsuranceDetail }) {
  const seesCost = useCan(may.cost_view);
  return (
    <Stack>
      <Section title="计划" flush>
        <PlanTable plans={p.plans} />
      </Section>
      <Adjustments product={p} />
      {p.plans.map((plan) => (
        <Section key={plan.key} title={`费率：${plan.name}`} flush extra={<span className="vd-muted">每人</span>}>
          <div className="vd-stack vd-under-card">
            <MatrixTable matrix={matrixOf(plan, p.rates)} label={`${plan.name}的费率`} seesCost={seesCost} />
            <Faults faults={rateFaults(plan, p.rates).map((f) => rateFaultText(plan, f))} />
          </div>
        </Section>
      ))}
    </Stack>
  );
}

const Adjustments = ({ product: p }: { product: InsuranceDetail }) => (
  <LiveAdjustments
    list={p.adjustments}
    until="生效前保费不变"
    cells={(a) => (
      <>
        {a.cells.slice(0, TOLD_CELLS).map((c) => (
          <div key={`${c.price_kind} ${c.ref_id}`}>
            {c.price_kind === "cost" && <Mark>成本</Mark>} {rateRefText(p.plans, c.ref_id)} <Money cents={c.old} /> →{" "}
            <Money cents={c.new} />
          </div>
        ))}
        {a.cells.length > TOLD_CELLS && <div className="vd-muted">等 {a.cells.length} 项</div>}
      </>
    )}
    act={(a) => <Withdraw kind="insurance_product" a={a} />}
  />
);

const Linked = ({ product: p }: { product: InsuranceDetail }) => (
  <Section title="关联商品" flush extra={<span className="vd-muted">在商品的「保障与保险」中维护</span>}>
    <Rows
      label="关联商品"
      of={fields.shape.skus}
      rows={p.skus}
      none="还没有商品推荐本产品"
      columns={[
        {
          name: "name",
          cell: (s) => (
            <TwoLines under={s.sku_no}>
              <HrefLink href={to("product-detail", { id: s.id })}>{s.name}</HrefLink>
            </TwoLines>
          ),
        },
        {
          name: "country_name",
          cell: (s) => (
            <>
              <Flag emoji={s.flag_emoji} />
              {s.country_name}
            </>
          ),
        },
        { title: "投保要求", cell: (s) => (s.insurance_required ? "必须投保" : "推荐") },
        { name: "sku_status", cell: (s) => flowTag(skuFlow, s.sku_status) },
      ]}
    />
  </Section>
);

const Side = ({ product: p }: { product: InsuranceDetail }) => (
  <Section title="产品信息">
    <Fields
      of={fields}
      value={p}
      columns={1}
      names={[
        "supplier_name",
        "region",
        { label: "适用国家", value: <Countries ids={p.country_ids} /> },
        { label: "投保时间", value: p.min_lead_hours === 0 ? "出发前均可" : `出发当日0点前 ${p.min_lead_hours} 小时` },
        "surrender",
        { label: "条款", value: <Clause file={p.clause_file} /> },
        "first_listed_at",
        "updated_at",
      ]}
    />
  </Section>
);

const TABS: readonly DetailTab<InsuranceDetail>[] = [
  { key: "rate", label: "费率", render: (p) => <Rates product={p} /> },
  { key: "trial", label: "试算", render: (p) => <InsuranceTrial id={p.id} /> },
  { key: "sku", label: "关联商品", render: (p) => <Linked product={p} /> },
  {
    key: "log",
    label: "日志",
    render: (p) => (
      <Section title="日志">
        <Timeline endpoint={recordLogApi.insurance_product_log_query} input={{ id: p.id }} />
      </Section>
    ),
  },
];

export default function InsuranceProductDetail() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={insuranceProductApi.insurance_product_get}
      input={{ id }}
      head={(p) => <Head product={p} />}
      side={(p) => <Side product={p} />}
      tabs={TABS}
    />
  );
}
