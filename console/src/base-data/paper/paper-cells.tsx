/** Cells of the five paper lists. */
import { TwoLines } from "#kit/page/blocks.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import type { ScreenName } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { PAPER_FORMATS, subTypesOf } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { CATEGORY_LABELS, type documentApi, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import "./paper.css";

/** Papers that have screens. */
export type PaperScreens = { [N in PaperNoun]: `${N}-edit` extends ScreenName ? N : never }[PaperNoun];

export type PaperOf<N extends PaperNoun> = Output<(typeof documentApi)[`${N}_get`]>;
/** What the papers of all kinds have. */
export type AnyPaper = Pick<PaperOf<"photo">, keyof PaperOf<"photo"> & keyof PaperOf<"application"> & keyof PaperOf<"elec">>;

export const categoryText = (p: Pick<AnyPaper, "category">): string =>
  p.category === null ? "不分类" : (CATEGORY_LABELS[p.category] ?? "");
/** Empty for a category that has none. */
export const subTypeText = (p: Pick<AnyPaper, "category" | "sub_type">): string =>
  p.sub_type === null ? "" : (subTypesOf(p.category)[p.sub_type] ?? "");

export const identityText = (p: Pick<AnyPaper, "identities">): string =>
  p.identities.length === 0 ? "全部身份" : p.identities.map((i) => IDENTITIES[i]).join("、");

export const formatText = (formats: readonly (keyof typeof PAPER_FORMATS)[]): string => formats.map((f) => PAPER_FORMATS[f]).join("/");

/** Words that the column may cut. */
export const Two = ({ first, second }: { first: string; second: string }) => (
  <TwoLines title={`${first} ${second}`} under={second}>
    {first}
  </TwoLines>
);

/** Few first verdicts say nothing: the rate is null until there are enough. */
export const FirstPass = ({ paper: p }: { paper: Pick<AnyPaper, "first_pass_rate" | "reviewed_90"> }) =>
  p.first_pass_rate === null ? (
    <span className="vd-blank" title={p.reviewed_90 > 0 ? `近90天只审核了 ${p.reviewed_90} 份` : "近90天没有审核"}>
      —
    </span>
  ) : (
    <span className="vd-num" title={`近90天首次审核 ${p.reviewed_90} 份`}>
      {Math.round(p.first_pass_rate * 100)}% <small className="vd-muted">({p.reviewed_90})</small>
    </span>
  );

/** When, and by whom. */
export const Updated = ({ paper: p }: { paper: Pick<AnyPaper, "updated_at" | "updated_by_name"> }) => (
  <TwoLines under={p.updated_by_name}>
    <TimeText at={p.updated_at} />
  </TwoLines>
);
