/** Days of a month that lie in the period. */
export function monthRange(month: string, { from, to }: { from: string; to: string }): string {
  const [year = 0, no = 0] = month.split("-").map(Number);
  const first = `${month}-01`;
  const last = new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10);
  return `${first < from ? from : first}~${last > to ? to : last}`;
}
