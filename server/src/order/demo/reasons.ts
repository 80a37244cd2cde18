/** What a reviewer of the demo business says against a paper: only what can be wrong with such a paper. */
interface Paper {
  kind: number;
  category: number | null;
  sub_type: string | null;
  page_type: number;
  max_age_days: number;
}
const IN_TIME: readonly string[] = ["passport", "id_card", "residence", "vaccine"];
const SUMS: readonly string[] = ["salary", "deposit", "fixed_deposit", "funds_any"];
const isOf = (list: readonly string[], p: Paper): boolean => p.sub_type !== null && list.includes(p.sub_type);
/** Papers that somebody else issues and signs. */
const isIssued = (p: Paper): boolean => [3, 4, 6].includes(p.category ?? 0) && p.sub_type !== "property";

const FITS: Readonly<Record<string, (p: Paper) => boolean>> = {
  unclear: () => true,
  corners: (p) => p.kind === 1 && p.category === 2,
  seal: (p) => p.kind !== 4 && isIssued(p),
  mismatch: (p) => p.kind !== 4,
  expired: (p) => isOf(IN_TIME, p),
  six_months: (p) => p.sub_type === "passport",
  thirty_days: (p) => p.max_age_days > 0,
  amount: (p) => isOf(SUMS, p),
  pages: (p) => p.kind !== 4 && p.page_type === 1,
  photo: (p) => p.kind === 4,
};
/** A reason that somebody added is his to choose, not the demo's. */
export const fitsPaper = (reason: { code: string; kinds: readonly number[] }, paper: Paper): boolean =>
  reason.kinds.includes(paper.kind) && FITS[reason.code]?.(paper) === true;
