/**
 * What lies behind postings, by the noun that journals name as their source: how it is called, and by which numbers it is found.
 * A further paper is one line in `PAPERS`; 余额明细, 凭证 and 资金追踪 read nothing else.
 */
import type { Db } from "#kit/db/db.ts";
import type { Paper, PaperReader, PaperRef } from "./papers/paper.ts";
import { adjustmentPaper } from "./papers/adjustment-paper.ts";
import { applicantPaper, diffPaper, orderPaper } from "./papers/order-papers.ts";
import { giftPaper, journalPaper, topUpPaper } from "./papers/money-papers.ts";
import { remittancePaper } from "./papers/remittance-paper.ts";
import { parcelPaper } from "./papers/parcel-paper.ts";
import { linePaper, payoutPaper, settlementPaper, withdrawalPaper } from "./papers/cash-papers.ts";
import { embassyPaymentPaper, peerPaper, policyPaper } from "./papers/cost-papers.ts";

export type { Paper, PaperReader, PaperRef } from "./papers/paper.ts";

export const PAPERS: readonly PaperReader[] = [
  orderPaper,
  applicantPaper,
  diffPaper,
  topUpPaper,
  remittancePaper,
  parcelPaper,
  giftPaper,
  journalPaper,
  adjustmentPaper,
  withdrawalPaper,
  payoutPaper,
  settlementPaper,
  linePaper,
  embassyPaymentPaper,
  policyPaper,
  peerPaper,
];
/** Sources whose papers have no reader yet. */
const BARE_SOURCES: Readonly<Record<string, string>> = { refund: "退款" };
const readers = new Map(PAPERS.map((p) => [p.noun, p]));
export const readerOf = (noun: string): PaperReader | undefined => readers.get(noun);

export const refKey = ({ noun, id }: PaperRef): string => `${noun}:${id}`;
/** By {@link refKey}; what no reader knows is not there. */
export async function papersOf(db: Db, refs: readonly PaperRef[]): Promise<Map<string, Paper & PaperRef>> {
  const found = await Promise.all(
    [...Map.groupBy(refs, (r) => r.noun)].map(async ([noun, list]) => {
      const papers = (await readerOf(noun)?.read(db, [...new Set(list.map((r) => r.id))])) ?? [];
      return papers.map((p) => [refKey({ noun, id: p.id }), { ...p, noun }] as const);
    }),
  );
  return new Map(found.flat());
}
/** A source in words: what it is and its number; an id says nothing to anybody. */
export const paperText = (paper: Pick<Paper, "no"> | undefined, noun: string): string =>
  [readerOf(noun)?.label ?? BARE_SOURCES[noun] ?? "其他单据", paper?.no].filter(Boolean).join(" ");
/** The source of the voucher that a mirror takes back. */
export const undoneOf = (l: { undone_noun: string | null; undone_id: number | null }): PaperRef[] =>
  l.undone_noun === null || l.undone_id === null ? [] : [{ noun: l.undone_noun, id: l.undone_id }];
/** What a mirror says of itself. */
export const undoneText = (papers: ReadonlyMap<string, Paper>, ref: PaperRef, reason: string | null): string =>
  [`冲正 ${paperText(papers.get(refKey(ref)), ref.noun)}`, reason].filter(Boolean).join("，");
/** Every paper of this number, wherever it stands. */
export async function papersCalled(db: Db, typed: string): Promise<PaperRef[]> {
  const found = await Promise.all(PAPERS.map(async (p) => (await p.find(db, typed)).map((id) => ({ noun: p.noun, id }))));
  return found.flat();
}
