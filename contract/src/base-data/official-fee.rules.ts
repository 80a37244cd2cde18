/** Amounts of official fees: minor units of any currency, their text, and what they are in CNY. Exact, no floats. */
const digits = new Map<string, number>();

/** Decimals of a currency by ISO 4217: JPY 0, USD 2, KWD 3. */
export function currencyDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const found = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/** "JPY 3,000", "EUR 90.00". */
export function feeText(minor: number, currency: string): string {
  const n = currencyDigits(currency);
  const text = String(minor).padStart(n + 1, "0");
  const whole = text.slice(0, text.length - n).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${currency} ${whole}${n > 0 ? `.${text.slice(-n)}` : ""}`;
}

/** What was typed as minor units, or null when it is no amount of the currency. */
export function parseFee(text: string, currency: string): number | null {
  const n = currencyDigits(currency);
  const found = /^(\d{1,9})(?:\.(\d*))?$/.exec(text.replaceAll(",", "").trim());
  if (!found) return null;
  const decimals = found[2] ?? "";
  return decimals.length > n ? null : Number((found[1] ?? "") + decimals.padEnd(n, "0"));
}

/** CNY per unit of the foreign currency: up to six decimals, more than 0. */
export const isRate = (text: string): boolean => /^\d{1,6}(\.\d{1,6})?$/.test(text) && /[1-9]/.test(text);

/** Minor units × rate in CNY cents, rounded half up. */
export function centsAt(minor: number, decimals: number, rate: string): number {
  const [whole = "0", after = ""] = rate.split(".");
  const scaled = BigInt(whole + after.padEnd(6, "0").slice(0, 6)) * 100n;
  const by = 1_000_000n * 10n ** BigInt(decimals);
  return Number((BigInt(minor) * scaled * 2n + by) / (by * 2n));
}

/** A fee in CNY cents; null while a foreign fee has no rate. */
export const feeCents = (minor: number, currency: string, rate: string | null): number | null =>
  currency === "CNY" ? minor : rate === null ? null : centsAt(minor, currencyDigits(currency), rate);
