/** Words and cells of an SPU that list, detail, form and preview share. */
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { sizedUrl } from "#kit/file/file-thumb.tsx";
import { publicUrl } from "#kit/file/file-links.tsx";
import { Copyable, Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { LazyImage } from "#kit/file/lazy-image.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { STATUS } from "@visadesk/contract/kit/field.ts";
import { ENTRY_COUNTS, VISA_FORMS, VISA_TYPES } from "@visadesk/contract/product/sku/sku.words.ts";
import { COUNTED_UNITS, STAY_UNITS, VALIDITY_UNITS, type spuApi } from "@visadesk/contract/product/spu.ts";
import { rateText } from "../sku/sku-cells.tsx";
import "../sku/product.css";
import "./spu.css";

export type Spu = Output<typeof spuApi.spu_query>["list"][number];
export type SpuDetail = Output<typeof spuApi.spu_get>;

export const spuHref = (s: Pick<Spu, "visa_product_unit_code">): string =>
  to("product-spu-detail", { visa_product_unit_code: s.visa_product_unit_code });

const wordOf = (words: Readonly<Record<string, string>>, key: string | number): string => words[String(key)] ?? String(key);
export const typeText = (s: Pick<Spu, "visa_type">): string => wordOf(VISA_TYPES, s.visa_type);
export const formText = (s: Pick<Spu, "visa_form">): string => VISA_FORMS[s.visa_form];

type Stay = Pick<Spu, "stay_min" | "stay_max" | "stay_unit">;
/** 15 天, 30–90 天, 以签发为准. */
export const stayText = (s: Stay): string =>
  s.stay_max === 0
    ? "以签发为准"
    : `${s.stay_min === s.stay_max || s.stay_min === 0 ? "" : `${s.stay_min}–`}${s.stay_max} ${STAY_UNITS[s.stay_unit]}`;
type Validity = Pick<Spu, "validity" | "validity_unit">;
export const validityText = (s: Validity): string =>
  COUNTED_UNITS.has(s.validity_unit) ? `${s.validity} ${VALIDITY_UNITS[s.validity_unit]}` : VALIDITY_UNITS[s.validity_unit];

export type Terms = Stay & Validity & Pick<Spu, "entry_count">;
/** 单次 · 停留 15 天 · 有效期 3 个月; what does not apply is left out. */
export function termsText(s: Terms): string {
  if (s.entry_count === "none" && s.validity_unit === "none") return "不适用";
  const entries = s.entry_count === "none" ? [] : [s.entry_count === "by_issue" ? "次数以签发为准" : ENTRY_COUNTS[s.entry_count]];
  const stay = s.entry_count === "none" ? [] : [s.stay_max === 0 ? "停留以签发为准" : `停留 ${stayText(s)}`];
  const validity =
    s.validity_unit === "none" ? [] : [COUNTED_UNITS.has(s.validity_unit) ? `有效期 ${validityText(s)}` : `有效期${validityText(s)}`];
  return [...entries, ...stay, ...validity].join(" · ");
}

const THUMB_PX = 96;
/** The first picture, or the country's first character where there is none. */
export function SpuThumb({ spu: s }: { spu: Pick<Spu, "images" | "country_name"> }) {
  const [first] = s.images;
  return (
    <span className="spu-thumb" aria-hidden="true">
      {first ? <LazyImage src={sizedUrl(publicUrl(first), THUMB_PX)} alt="" /> : [...s.country_name.replace("中国", "")][0]}
    </span>
  );
}

export const SpuName = ({ spu: s }: { spu: Spu }) => (
  <span className="spu-name">
    <SpuThumb spu={s} />
    <TwoLines title={s.name} under={<Copyable text={s.visa_product_unit_code} />}>
      <HrefLink href={spuHref(s)}>{s.name}</HrefLink>
    </TwoLines>
  </span>
);

export const SpuState = ({ status }: Pick<Spu, "status">) => <StateTag tone={status === 1 ? "green" : "grey"}>{STATUS[status]}</StateTag>;

export const SpuCountry = ({ spu: s }: { spu: Pick<Spu, "flag_emoji" | "country_name" | "is_region"> }) => (
  <span>
    <Flag emoji={s.flag_emoji} />
    {s.country_name}
    {s.is_region && <Mark>地区</Mark>}
  </span>
);

/** 95.0% of 20; nothing finished yet has no rate. */
export const IssueRate = ({ spu: s }: { spu: Pick<Spu, "issue_rate" | "issue_n"> }) =>
  s.issue_rate === null ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className="vd-num">
      {rateText(s.issue_rate)} <small className="vd-muted">n={s.issue_n}</small>
    </span>
  );

/** ¥1,188.00, or from the lowest to the highest. */
export const PriceRange = ({ spu: s }: { spu: Pick<Spu, "retail_min" | "retail_max"> }) =>
  s.retail_min === s.retail_max ? (
    <Money cents={s.retail_min} />
  ) : (
    <>
      <Money cents={s.retail_min} /> – <Money cents={s.retail_max} />
    </>
  );
