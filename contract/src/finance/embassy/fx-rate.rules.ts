/** Rates of a day as they are typed and as they are stored: CNY per unit, in millionths. Exact, no floats. */
const SCALE = 1_000_000;

/** "7.8123" → 7812300. */
export function microOfRate(rate: string): number {
  const [whole = "0", after = ""] = rate.split(".");
  return Number(whole) * SCALE + Number(after.padEnd(6, "0").slice(0, 6));
}
/** Rates of a currency move by less within days: more than this part is more likely a slip of the decimal point. */
const JUMP_PARTS = 5;
export const isJump = (before: number, after: number): boolean => Math.abs(after - before) * JUMP_PARTS > before;

/** 7812300 → "7.8123". */
export function rateOfMicro(micro: number): string {
  const after = String(micro % SCALE)
    .padStart(6, "0")
    .replace(/0+$/, "");
  const whole = String(Math.floor(micro / SCALE));
  return after === "" ? whole : `${whole}.${after}`;
}
