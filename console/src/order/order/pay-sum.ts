/** A part of a payment as it is being typed. */
export interface PaidPart {
  amount?: number | null;
}
export const sumOf = (parts: readonly (PaidPart | undefined)[] | undefined): number =>
  (parts ?? []).reduce((acc, p) => acc + (p?.amount ?? 0), 0);
