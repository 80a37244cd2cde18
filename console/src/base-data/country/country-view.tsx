/** What one reads to a customer on the phone: may they enter, what the passport must be, what it costs, where and when. */
import { Button } from "antd";
import { useState } from "react";
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { part } from "#kit/app/part.tsx";
import { hrefOf, to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useParam } from "#kit/filter/use-url.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { EMBASSY_TYPES } from "@visadesk/contract/base-data/base-data.ts";
import { countryApi, countryDetail } from "@visadesk/contract/base-data/country.ts";
import { feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { FEE_KINDS } from "@visadesk/contract/base-data/official-fee.ts";
import { CountryName, passportText, policyText, type Country } from "./country-cells.tsx";
import { feePeriod } from "../embassy/official-fee.ts";
import { RecordState, VerifyStamp } from "../record/record-acts.tsx";
import { LocalClock } from "../calendar/local-clock.tsx";
import type { SkuPlanProps } from "#shared/sku-plan.tsx";
import "./country.css";

const SkuPlan = part<SkuPlanProps>(() => import("#shared/sku-plan.tsx").then((m) => m.SkuPlan));

const { shape } = countryApi.country_sheet_get.output;
type Sheet = Output<typeof countryApi.country_sheet_get>;

const Head = ({ country: c }: { country: Country }) => (
  <DetailHead
    title={<CountryName country={c} />}
    no={c.id}
    states={
      <>
        <RecordState status={c.status} />
        {c.is_schengen && <Mark tone="purple">申根</Mark>}
        <VerifyStamp record={c} />
      </>
    }
    figures={[
      { label: "对中国护照", value: policyText(c) },
      { label: "护照有效期 · 空白页", value: passportText(c) },
      { label: "当地时间", value: <LocalClock zone={c.time_zone} /> },
    ]}
    acts={
      <>
        <LogButton noun="country" id={c.id} />
        <HrefLink href={to("country-edit", { id: c.id })}>编辑</HrefLink>
      </>
    }
  />
);

const ENTRY: Readonly<Record<Country["visa_policy"], string>> = {
  free: "持中国普通护照免签入境",
  arrival: "持中国普通护照可以办理落地签",
  evisa: "须提前办理电子签证",
  eta: "须提前申请电子许可",
  required: "须提前办理签证",
  self: "中国公民入境不需要签证",
  unknown: "签证政策尚未核实，请勿答复客户",
};
/** To be read out as it stands. */
function policySentence(c: Country): string {
  const stay = c.visa_free_days === null ? "" : `，最多停留 ${c.visa_free_days} 天`;
  const passport = c.passport_months > 0 ? `护照在回国后至少还要有效 ${c.passport_months} 个月` : "护照在行程内有效即可";
  const pages = c.blank_pages > 0 ? `，并留有至少 ${c.blank_pages} 页空白页` : "";
  return `${ENTRY[c.visa_policy]}${stay}。${passport}${pages}。`;
}

const Fees = ({ fees }: { fees: Sheet["fees"] }) => (
  <Rows
    label="官方收费"
    of={shape.fees}
    rows={fees}
    none="还没有录入官方收费"
    columns={[
      {
        name: "name",
        cell: (f) => (
          <TwoLines under={FEE_KINDS[f.fee_kind]}>
            {f.name}
            {f.is_verify_due && <Mark tone="orange">待核验</Mark>}
          </TwoLines>
        ),
      },
      { name: "adult", num: true, cell: (f) => feeText(f.adult, f.currency) },
      {
        name: "cny_adult",
        title: "折合人民币",
        cell: (f) => (
          <TwoLines end under={f.rate !== null && `汇率 ${Number(f.rate)}`}>
            {f.cny_adult === null ? <span className="vd-blank">暂无汇率</span> : <Money cents={f.cny_adult} />}
          </TwoLines>
        ),
      },
      {
        name: "child",
        num: true,
        cell: (f) =>
          f.child === null ? (
            "同成人"
          ) : (
            <TwoLines end under={f.rate !== null && <Money cents={f.cny_child} />}>
              {feeText(f.child, f.currency)}
            </TwoLines>
          ),
      },
      { title: "生效期", num: true, cell: feePeriod },
    ]}
  />
);

interface ProductsProps {
  products: Sheet["products"];
  plan: (product: Sheet["products"][number]) => void;
}
function Products({ products, plan }: ProductsProps) {
  const codes = session.use((s) => s.codes);
  return (
    <Rows
      label="在售商品"
      of={shape.products}
      rows={products}
      none="没有在售商品"
      columns={[
        {
          name: "name",
          cell: (p) => {
            const href = hrefOf("product-detail", { id: p.id }, codes);
            return (
              <TwoLines under={p.sku_no}>
                {href ? <HrefLink href={href}>{p.name}</HrefLink> : p.name}
                {p.sale_blocks.length > 0 && <Mark tone="red">不可下单</Mark>}
              </TwoLines>
            );
          },
        },
        "district_name",
        "retail_adult",
        { title: "办理工作日", num: true, cell: (p) => `${p.work_days_min}–${p.work_days_max}` },
        {
          title: "出行",
          cell: (p) => (
            <Button type="link" size="small" aria-label={`倒推 ${p.name}`} onClick={() => plan(p)}>
              倒推
            </Button>
          ),
        },
      ]}
    />
  );
}

const typeText = (type: number): string => Object.entries(EMBASSY_TYPES).find(([k]) => Number(k) === type)?.[1] ?? "";

const Missions = ({ missions }: { missions: Sheet["missions"] }) => (
  <Rows
    label="使领馆与签证中心"
    of={shape.missions}
    rows={missions}
    none="没有启用的使领馆"
    columns={[
      { name: "name", cell: (m) => <TwoLines under={[typeText(m.embassy_type), m.city].filter(Boolean).join(" · ")}>{m.name}</TwoLines> },
      "district_name",
      {
        name: "earliest_date",
        cell: (m) => (
          <TwoLines
            num
            under={
              m.slots_at && (
                <>
                  <TimeText at={m.slots_at} /> 更新
                </>
              )
            }
          >
            {m.earliest_date ?? (m.no_slots ? "无号" : "—")}
          </TwoLines>
        ),
      },
      { name: "phone", num: true },
    ]}
  />
);

const NAMES = {
  language: new Intl.DisplayNames("zh-CN", { type: "language", fallback: "code" }),
  currency: new Intl.DisplayNames("zh-CN", { type: "currency", fallback: "code" }),
};
/** 日元 JPY; a code nobody knows stays as it is. */
function named(kind: keyof typeof NAMES, code: string): string {
  try {
    const name = NAMES[kind].of(code) ?? code;
    return kind === "currency" && name !== code ? `${name} ${code}` : name;
  } catch {
    return code;
  }
}

const Side = ({ country: c }: { country: Country }) => (
  <Section title="出行信息">
    <Fields
      of={countryDetail}
      value={c}
      columns={1}
      names={[
        "emergency_phone",
        "cn_mission_phone",
        { label: "货币", value: c.currencies.map((x) => named("currency", x)).join("、") || null },
        "plug",
        { label: "国际区号", value: c.phone_codes.map((p) => `+${p}`).join("、") || null },
        { label: "语言", value: c.languages.map((x) => named("language", x)).join("、") || null },
        "capital",
        ...(c.remark ? (["remark"] as const) : []),
        ...(c.verified_at
          ? [{ label: "核验", value: `${time(c.verified_at).slice(0, 10)} ${c.verified_by_name ?? ""}，依据：${c.source}` }]
          : []),
      ]}
    />
  </Section>
);

/** Everything below the head; a product asked about opens its plan backwards. */
function Body({ sheet: s }: { sheet: Sheet }) {
  const [planned, plan] = useState<Sheet["products"][number] | null>(null);
  return (
    <Stack>
      <Section title="签证与护照">
        <p className="bd-policy">{policySentence(s.country)}</p>
        {s.country.policy_note && <p className="vd-wrap">{s.country.policy_note}</p>}
      </Section>
      {planned && <SkuPlan key={planned.id} id={planned.id} of={planned.name} />}
      <Stack>
        <Section title="官方收费" flush extra={<span className="vd-muted">每人</span>}>
          <Fees fees={s.fees} />
        </Section>
        <Section title="在售商品" flush>
          <Products products={s.products} plan={plan} />
        </Section>
        <Section title="使领馆与签证中心" flush>
          <Missions missions={s.missions} />
        </Section>
      </Stack>
    </Stack>
  );
}

export const CountrySheet = ({ id }: { id: string }) => (
  <DetailScreen
    endpoint={countryApi.country_sheet_get}
    input={{ id }}
    head={(s) => <Head country={s.country} />}
    side={(s) => <Side country={s.country} />}
  >
    {(s) => <Body sheet={s} />}
  </DetailScreen>
);

export default function CountryView() {
  return <CountrySheet id={useParam("id")} />;
}
