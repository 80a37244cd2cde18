/** 资金日历: what leaves each account and comes to it in the days ahead, and what is there then. Without the database. */
export interface Planned {
  account_id: number;
  /** When it is expected; what is late moves today. */
  day: string;
  amount: number;
  /** It comes; else it leaves. */
  is_income: boolean;
}
export interface DayOf<L extends Planned> {
  day: string;
  out: number;
  in: number;
  balance: number;
  is_low: boolean;
  rows: L[];
}
/** Every day from the first on, with what the account holds after it. */
export function daysAhead<L extends Planned>(
  account: { id: number; balance: number; low_water: number | null },
  days: readonly string[],
  planned: readonly L[],
): DayOf<L>[] {
  const [first = ""] = days;
  const mine = Map.groupBy(
    planned.filter((l) => l.account_id === account.id),
    (l) => (l.day < first ? first : l.day),
  );
  const sumOf = (rows: readonly L[], income: boolean): number => rows.reduce((sum, l) => sum + (l.is_income === income ? l.amount : 0), 0);
  let balance = account.balance;
  return days.map((day) => {
    const rows = mine.get(day) ?? [];
    const [out, come] = [sumOf(rows, false), sumOf(rows, true)];
    balance += come - out;
    return { day, out, in: come, balance, is_low: balance < (account.low_water ?? 0), rows };
  });
}

const DAY_MS = 86_400_000;
/** The due day moved by the middle of the payer's own delays; who pays early or never owed is expected on the day. */
export function expectedOn(due: string, delays: readonly number[]): string {
  const sorted = [...delays].sort((a, b) => a - b);
  const late = Math.max(0, sorted[Math.floor(sorted.length / 2)] ?? 0);
  return new Date(Date.parse(due) + late * DAY_MS).toISOString().slice(0, 10);
}
