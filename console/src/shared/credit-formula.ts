/** The formula of a peer's credit as a reader adds it up: what is taken off says so and is no negative figure. */
interface FormulaRow {
  key: string;
  label: string;
  amount: number;
}
const TAKEN_OFF: ReadonlySet<string> = new Set(["used", "billed", "unbilled"]);

export const creditFormula = (rows: readonly FormulaRow[], available: number): FormulaRow[] => [
  ...rows.map((r) => (TAKEN_OFF.has(r.key) ? { ...r, label: `减：${r.label}`, amount: 0 - r.amount } : r)),
  { key: "available", label: "可用授信", amount: available },
];
