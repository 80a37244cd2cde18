/** What a payment is for, and where that paper opens. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { TwoLines } from "#kit/page/blocks.tsx";
import { hrefOf } from "#kit/screens.ts";
import { PAYOUT_SOURCES, type PayoutSourceNoun } from "@visadesk/contract/finance/cash.words.ts";
import type { Payout } from "./payout-moves.tsx";

/** Where the papers are opened that a payment is for. */
const OPENS: Readonly<Partial<Record<PayoutSourceNoun, (p: Payout) => readonly [string, Record<string, string>]>>> = {
  suspense_return: (p) => ["balance-list", { tab: "adjustment", adjustment: String(p.source_id) }],
  withdrawal: (p) => ["withdraw-list", { tab: "all", withdrawal: String(p.source_id) }],
};
export function Source({ payout: p }: { payout: Payout }) {
  const codes = session.use((s) => s.codes);
  const [route, query] = OPENS[p.source_noun]?.(p) ?? [];
  const href = route === undefined ? null : hrefOf(route, {}, codes, query);
  return <TwoLines under={PAYOUT_SOURCES[p.source_noun]}>{href ? <HrefLink href={href}>{p.source_no}</HrefLink> : p.source_no}</TwoLines>;
}
