import { useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { part } from "#kit/app/part.tsx";
import { can } from "#kit/app/session.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { COVER_MODES, IDENTITIES, skuApi, skuDetail as detailFields, VISA_TYPES } from "@visadesk/contract/product/sku/sku.ts";
import { Completeness, IssueRate, Margin, SkuState, workDays, type SkuDetail } from "./sku-cells.tsx";
import type { PriceExplainProps } from "../price/price-explain.tsx";
import type { Open } from "./sku-acts.tsx";
import { SkuHeadActs } from "./sku-head-acts.tsx";
import { AdjustButton, MyAdjustmentsButton } from "../price-adjustment/price-adjustment-sku.tsx";
import { SkuBlocks } from "../sku-edit/sku-blocks.tsx";
import { SkuBookable } from "../price/sku-bookable.tsx";
import { CellLines } from "../price-adjustment/price-adjustment-cells.tsx";
import { Withdraw } from "../price-adjustment/price-adjustment-withdraw.tsx";
import { LiveAdjustments } from "../price-adjustment/price-adjustment-live.tsx";
import { SkuPapers } from "../sku-paper/sku-papers.tsx";
import type { SkuPlanProps } from "#shared/sku-plan.tsx";
import { SkuPromise } from "../price/sku-promise.tsx";
import type { SkuSnapshotsProps } from "./sku-snapshots.tsx";
import { SkuPrices, Suppliers, UrgentTiers } from "../price/sku-prices.tsx";
import "./product.css";

const PriceExplain = part<PriceExplainProps>(() => import("../price/price-explain.tsx").then((m) => m.PriceExplain));
const SkuInsurances = part<{ ids: readonly number[] }>(() =>
  import("../insurance-product/sku-insurances.tsx").then((m) => m.SkuInsurances),
);
const SkuSpecials = part<{ skuId: number }>(() => import("../price/sku-specials.tsx").then((m) => m.SkuSpecials));
const SkuSnapshots = part<SkuSnapshotsProps>(() => import("./sku-snapshots.tsx").then((m) => m.SkuSnapshots));
const SkuPlan = part<SkuPlanProps>(() => import("#shared/sku-plan.tsx").then((m) => m.SkuPlan));

const UNITS: Readonly<Record<string, string>> = {
  day: "天",
  month: "个月",
  year: "年",
  passport: "至护照到期",
  by_issue: "以签发为准",
  none: "不适用",
};
const span = (n: string, unit: string): string =>
  ["passport", "by_issue", "none"].includes(unit) ? (UNITS[unit] ?? unit) : `${n} ${UNITS[unit] ?? unit}`;
const stayText = (s: SkuDetail): string =>
  s.stay_max === 0 ? "以签发为准" : span(s.stay_min === s.stay_max ? String(s.stay_max) : `${s.stay_min}–${s.stay_max}`, s.stay_unit);
const typeText = (s: SkuDetail): string => Object.entries(VISA_TYPES).find(([k]) => Number(k) === s.visa_type)?.[1] ?? String(s.visa_type);

const HeadActs = ({ sku: s, open }: { sku: SkuDetail; open: Open }) => (
  <>
    <LogButton noun="sku" id={s.id} />
    <SkuHeadActs sku={s} open={open} />
  </>
);

const Head = ({ sku: s, open }: { sku: SkuDetail; open: Open }) => (
  <DetailHead
    acts={<HeadActs sku={s} open={open} />}
    title={s.name}
    no={s.sku_no}
    states={<SkuState sku={s} />}
    figures={[
      { label: "门市价", value: <Money cents={s.retail_adult} /> },
      { label: "签证费", value: <Money cents={s.embassy_fee} /> },
      ...(can(may.cost_view)
        ? [
            { label: "总成本", value: <Money cents={s.total_cost} /> },
            { label: "毛利", value: <Margin cents={s.margin} /> },
          ]
        : []),
      { label: "时效", value: workDays(s) },
      { label: "30天单量", value: s.orders_30 },
      { label: "出签率", value: <IssueRate sku={s} /> },
      { label: "完整度", value: <Completeness percent={s.completeness} /> },
    ]}
  />
);

const Overview = ({ sku: s }: { sku: SkuDetail }) => (
  <Stack>
    <SkuPlan id={s.id} />
    <Section title="签证">
      <Fields
        of={detailFields}
        value={s}
        columns={4}
        names={[
          "country_name",
          { label: "签证类型", value: typeText(s) },
          "visa_form",
          "entry_count",
          { label: "停留时间", value: stayText(s) },
          { label: "有效期", value: span(String(s.validity), s.validity_unit) },
          "service_level",
          "spu_name",
          "embassy_name",
          "submit_place_name",
          "material_upload_type",
          "ends",
        ]}
      />
    </Section>
    <Section title="办理条件">
      <Fields
        of={detailFields}
        value={s}
        columns={4}
        names={[
          "need_visit",
          "need_interview",
          "need_fingerprint",
          "need_delivery",
          "need_training",
          "need_effect_date",
          "passport_months",
          "passport_pages",
          "advance_days",
          { label: "儿童线", value: s.child_age > 0 ? `未满${s.child_age}岁` : "不设儿童价" },
          { label: "适用身份", value: s.identities.map((i) => IDENTITIES[i]).join("、") || "—" },
          "refund_policy_name",
          "mail_centre_name",
          "return_way",
          "need_return_material",
          "first_listed_at",
        ]}
      />
    </Section>
    {s.steps.length > 0 && (
      <Section title="办理流程">
        <ol className="vd-small vd-bullets">
          {s.steps.map((x) => (
            <li key={x.title}>
              <b>{x.title}</b>　{x.text}
            </li>
          ))}
        </ol>
      </Section>
    )}
    <Section title="客户须知">
      <Fields of={detailFields} value={s} columns={1} names={["fee_included", "fee_excluded", "booking_note", "tips"]} />
    </Section>
  </Stack>
);

const Protections = ({ sku: s }: { sku: SkuDetail }) => (
  <Section title="拒签无忧" flush>
    <Rows
      label="拒签无忧"
      of={detailFields.shape.protections}
      rows={s.protections}
      none="没有关联拒签无忧产品"
      columns={[
        { name: "name", title: "产品" },
        { title: "保障", cell: (p) => ({ service: "服务费", embassy: "签证费", full: "全额" })[p.scope] ?? p.scope },
        { title: "赔付比例", end: true, num: true, cell: (p) => `${p.rate}%` },
        { name: "cap", cell: (p) => (p.cap === 0 ? "不封顶" : <Money cents={p.cap} />) },
        { name: "price", title: "本商品售价" },
      ]}
    />
  </Section>
);

const Cover = ({ sku: s }: { sku: SkuDetail }) => (
  <Section
    title="受理范围"
    extra={
      <span className="vd-muted">
        {s.cover_mode === "all"
          ? s.district_name !== "全国" && s.district_name
          : [COVER_MODES[s.cover_mode], s.district_name].filter(Boolean).join("，")}
      </span>
    }
  >
    {s.cover_mode === "all" || s.cover_area.length === 0 ? (
      <p className="vd-muted">{s.cover_mode === "all" ? "全国受理，不限户籍与居住地" : "还没有设置受理范围"}</p>
    ) : (
      <ul className="vd-small">
        {s.cover_area.map((a) => (
          <li key={a.province_code}>
            {a.province}
            {a.only_cities.length > 0 && <small>（仅{a.only_cities.join("、")}）</small>}
            {a.except_cities.length > 0 && <small>（除{a.except_cities.join("、")}）</small>}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

export default function ProductDetail() {
  const id = useIdParam("id");
  const [now] = useState(() => Date.now());
  const [dialog, open] = useDialog();
  const tabs: readonly DetailTab<SkuDetail>[] = [
    { key: "overview", label: "概览", render: (s) => <Overview sku={s} /> },
    {
      key: "price",
      label: "价格",
      render: (s) => (
        <Stack>
          <div className="vd-wraps">
            <AdjustButton skuIds={[s.id]} />
            <MyAdjustmentsButton skuId={s.id} />
          </div>
          <LiveAdjustments
            list={s.adjustments}
            until="通过前价格不变"
            cells={(a) => <CellLines cells={a.cells} all />}
            act={(a) => <Withdraw kind="sku" a={a} />}
          />
          <SkuPrices sku={s} now={now} />
          <UrgentTiers sku={s} />
          <PriceExplain skuId={s.id} />
        </Stack>
      ),
    },
    { key: "paper", label: "资料", render: (s) => <SkuPapers sku={s} /> },
    { key: "supplier", label: "供应商", render: (s) => <Suppliers sku={s} /> },
    {
      key: "time",
      label: "时效与可约",
      render: (s) => (
        <Stack>
          <SkuPromise sku={s} />
          <SkuBookable sku={s} />
        </Stack>
      ),
    },
    {
      key: "protection",
      label: "保障与保险",
      render: (s) => (
        <Stack>
          <Protections sku={s} />
          <SkuInsurances ids={s.insurance_product_ids} />
        </Stack>
      ),
    },
    { key: "related", label: "关联", render: (s) => <SkuSpecials skuId={s.id} /> },
    { key: "snapshot", label: "快照", render: (s) => <SkuSnapshots skuId={s.id} /> },
  ];
  return (
    <>
      <DetailScreen
        endpoint={skuApi.sku_get}
        input={{ id }}
        head={(s) => (
          <>
            <Head sku={s} open={open} />
            <SkuBlocks sku={s} />
          </>
        )}
        side={(s) => <Cover sku={s} />}
        tabs={tabs}
      />
      {dialog}
    </>
  );
}
