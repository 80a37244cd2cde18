/** Cells of the five paper lists. */
import type { ScreenName } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { PAPER_FORMATS, subTypesOf } from "@visadesk/contract/base-data/document.rules.ts";
import { CATEGORY_LABELS, type documentApi, type PaperNoun } from "@visadesk/contract/base-data/document.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku.ts";
import "./paper.css";

/** Papers that have screens. */
export type PaperScreens = { [N in PaperNoun]: `${N}-edit` extends ScreenName ? N : never }[PaperNoun];

export type PaperOf<N extends PaperNoun> = Output<(typeof documentApi)[`${N}_get`]>;
/** What the papers of all kinds have. */
export type AnyPaper = Pick<PaperOf<"photo">, keyof PaperOf<"photo"> & keyof PaperOf<"application"> & keyof PaperOf<"elec">>;

/** 个人资料 · 护照, or 不分类 for a photo. */
export const categoryText = (p: Pick<AnyPaper, "category" | "sub_type">): string =>
  p.category === null
    ? "不分类"
    : [CATEGORY_LABELS[p.category], p.sub_type && subTypesOf(p.category)[p.sub_type]].filter(Boolean).join(" · ");

export const identityText = (p: Pick<AnyPaper, "identities">): string =>
  p.identities.length === 0 ? "全部身份" : p.identities.map((i) => IDENTITIES[i]).join("、");

export const formatText = (formats: readonly (keyof typeof PAPER_FORMATS)[]): string => formats.map((f) => PAPER_FORMATS[f]).join("/");

/** One line, whole on hover. */
export const Line = ({ text, muted }: { text: string; muted?: boolean }) => (
  <span className={muted ? "vd-ellipsis vd-muted" : "vd-ellipsis"} title={text}>
    {text}
  </span>
);

/** Two lines, the second smaller. */
export const Two = ({ first, second }: { first: string; second: string }) => (
  <span className="pp-two" title={`${first} ${second}`}>
    <span>{first}</span>
    <small>{second}</small>
  </span>
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
