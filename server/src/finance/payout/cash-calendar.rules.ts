/** 资金日历: what leaves each account in the days ahead, and what is left of it then. Without the database. */
export interface Leaving {
  account_id: number;
  /** When it is planned to leave; what is late leaves today. */
  day: string;
  amount: number;
}
export interface DayOf<L extends Leaving> {
  day: string;
  out: number;
  balance: number;
  is_low: boolean;
  rows: L[];
}
/** Every day from the first on, with what the account holds after it. */
export function daysAhead<L extends Leaving>(
  account: { id: number; balance: number; low_water: number | null },
  days: readonly string[],
  leaving: readonly L[],
): DayOf<L>[] {
  const [first = ""] = days;
  const mine = Map.groupBy(
    leaving.filter((l) => l.account_id === account.id),
    (l) => (l.day < first ? first : l.day),
  );
  let balance = account.balance;
  return days.map((day) => {
    const rows = mine.get(day) ?? [];
    const out = rows.reduce((sum, l) => sum + l.amount, 0);
    balance -= out;
    return { day, out, balance, is_low: balance < (account.low_water ?? 0), rows };
  });
}
