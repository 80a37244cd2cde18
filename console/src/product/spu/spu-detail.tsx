import { useDialog } from "#kit/form/form-dialog.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen, type DetailTab } from "#kit/page/detail-screen.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { part } from "#kit/app/part.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { useParam } from "#kit/filter/use-url.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { spuApi, spuDetail } from "@visadesk/contract/product/spu.ts";
import { SpuHeadActs, type OpenDialog } from "./spu-acts.tsx";
import { formText, IssueRate, PriceRange, SpuCountry, SpuState, SpuThumb, termsText, typeText, type SpuDetail } from "./spu-cells.tsx";
import { SpuSkus } from "./spu-skus.tsx";
import "./spu.css";

const SpuCoverage = part<{ code: string }>(() => import("./spu-coverage.tsx").then((m) => m.SpuCoverage));
const SpuPreview = part<{ spu: SpuDetail }>(() => import("./spu-preview.tsx").then((m) => m.SpuPreview));

const Head = ({ spu: s, open }: { spu: SpuDetail; open: OpenDialog }) => (
  <DetailHead
    title={
      <span className="vd-row">
        <SpuThumb spu={s} />
        {s.name}
      </span>
    }
    no={s.visa_product_unit_code}
    states={<SpuState status={s.status} />}
    figures={[
      { label: "国家/地区", value: <SpuCountry spu={s} /> },
      { label: "次数 · 停留 · 有效期", value: termsText(s) },
      { label: "门市价", value: <PriceRange spu={s} /> },
      { label: "SKU 在售/全部", value: `${s.on_sale_count}/${s.sku_count}` },
      { label: "30天单量", value: s.orders_30 },
      { label: "出签率", value: <IssueRate spu={s} /> },
    ]}
    acts={
      <>
        <LogButton noun="spu" id={s.id} />
        <SpuHeadActs spu={s} open={open} />
      </>
    }
  />
);

const Side = ({ spu: s }: { spu: SpuDetail }) => (
  <Section title="资料">
    <Fields
      of={spuDetail}
      value={s}
      columns={1}
      names={[
        { label: "签证类型", value: `${typeText(s)} · ${formText(s)}` },
        { label: "卖点", value: s.tags.join("、") || null },
        { label: "毛利底线（每人）", value: <Money cents={s.margin_floor} /> },
        { label: "搜索词", value: s.keywords || null },
        "sort",
        "updated_at",
      ]}
    />
  </Section>
);

const TABS: readonly DetailTab<SpuDetail>[] = [
  { key: "sku", label: "SKU表", render: (s) => <SpuSkus code={s.visa_product_unit_code} /> },
  { key: "coverage", label: "覆盖图", render: (s) => <SpuCoverage code={s.visa_product_unit_code} /> },
  {
    key: "preview",
    label: "图文预览",
    render: (s) => (
      <div className="vd-sided spu-columns">
        <SpuPreview spu={s} />
        <Side spu={s} />
      </div>
    ),
  },
  {
    key: "log",
    label: "日志",
    render: (s) => (
      <Section title="日志">
        <Timeline endpoint={recordLogApi.spu_log_query} input={{ id: s.id }} />
      </Section>
    ),
  },
];

export default function SpuDetailScreen() {
  const visa_product_unit_code = useParam("visa_product_unit_code");
  const [dialog, open] = useDialog();
  return (
    <>
      <DetailScreen endpoint={spuApi.spu_get} input={{ visa_product_unit_code }} head={(s) => <Head spu={s} open={open} />} tabs={TABS} />
      {dialog}
    </>
  );
}
