/** Cells that list, matrix, dialogs and records of 产品匹配 share. */
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Copyable, Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { hrefOf, to } from "#kit/screens.ts";
import { isSteep } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { MATCH_STATES, MATCH_TABS, MATCH_TONES, SUPPLIER_PAUSED } from "@visadesk/contract/supplier/supplier.words.ts";
import { costText, stepText, type Match } from "./match-model.ts";

export const recordsHref = (m: Pick<Match, "id">): string => to("supplier-product-modify-record-list", { id: m.id });

/** A product by flag, name and number; its page for those who may open it. */
export function SkuCell({ match: m }: { match: Pick<Match, "sku_id" | "sku_no" | "sku_name" | "flag_emoji"> }) {
  const codes = session.use((s) => s.codes);
  const href = hrefOf("product-detail", { id: m.sku_id }, codes);
  return (
    <TwoLines title={m.sku_name} under={<Copyable text={m.sku_no} />}>
      <Flag emoji={m.flag_emoji} />
      {href ? <HrefLink href={href}>{m.sku_name}</HrefLink> : m.sku_name}
    </TwoLines>
  );
}

export function SupplierCell({ match: m }: { match: Pick<Match, "supplier_id" | "supplier_name" | "supplier_status"> }) {
  const codes = session.use((s) => s.codes);
  if (m.supplier_id === null) return <span className="vd-blank">—</span>;
  const href = hrefOf("supplier-view", { id: m.supplier_id }, codes);
  return (
    <TwoLines under={m.supplier_status === "paused" && <Mark tone="orange">{SUPPLIER_PAUSED}</Mark>}>
      {href ? <HrefLink href={href}>{m.supplier_name}</HrefLink> : m.supplier_name}
    </TwoLines>
  );
}

export const MatchState = ({ match: m }: { match: Pick<Match, "match_state" | "adjust_no"> }) => (
  <TwoLines under={m.adjust_no && <Mark tone="orange">{MATCH_TABS.in_review}</Mark>} title={m.adjust_no ?? ""}>
    <StateTag tone={MATCH_TONES[m.match_state]}>{MATCH_STATES[m.match_state]}</StateTag>
  </TwoLines>
);

export const Cost = ({ minor, currency }: { minor: number | null | undefined; currency: string | null }) =>
  minor === null || minor === undefined ? <span className="vd-blank">—</span> : <span className="vd-num">{costText(minor, currency)}</span>;

/** Red where it is a loss. */
export const Margin = ({ cents }: { cents: number | null | undefined }) =>
  cents === null || cents === undefined ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={cents < 0 ? "vd-error" : ""}>
      <Money cents={cents} />
    </span>
  );

/** By how much a cost goes up or down; red where it must be explained. */
export const Step = ({ step }: { step: number | null }) =>
  step === null ? null : <span className={`vd-num ${isSteep(step) ? "vd-error" : "vd-muted"}`}>{stepText(step)}</span>;
