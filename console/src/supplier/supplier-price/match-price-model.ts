/** What a proposed cost changes, level by level, and what stands in its way. Pure. */
import { isSteep, NO_COST, stepOf, STEEP_FAULT } from "@visadesk/contract/supplier/supplier-price.rules.ts";
import { BANDS, COST_STEP } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Price, Prices } from "../supplier-product/match-model.ts";

/** As it stands in the form: anything may still be missing. */
export interface Typed {
  adult?: number | null;
  child?: number | null;
  urgent?: Readonly<Record<string, number>> | null;
  embassy_included?: boolean;
  centre_included?: boolean;
  embassy_fee?: number | null;
  currency?: string | null;
  reason?: string | null;
  effective_at?: string | null;
}
export type PricedSku = Prices["sku"];

export interface Line {
  name: string;
  old: number | null;
  next: number | null;
  step: number | null;
}

const whole = (amount: number | null | undefined): number | null => (Number.isSafeInteger(amount) ? (amount ?? null) : null);
/** What is no amount is refused at its field and is none in what is reckoned beside. */
export const soundOf = (typed: Typed): Typed => ({
  ...typed,
  adult: whole(typed.adult),
  child: whole(typed.child),
  embassy_fee: whole(typed.embassy_fee),
  urgent: Object.fromEntries(Object.entries(typed.urgent ?? {}).filter(([, amount]) => Number.isSafeInteger(amount))),
});

/** Every amount of the old and of the new cost; a changed currency compares nothing. */
export function linesOf(before: Price | null, typed: Typed, sku: PricedSku): Line[] {
  const held = before?.embassy_included ? before.embassy_fee : null;
  const isSame = before?.currency === typed.currency;
  const line = (name: string, old: number | null | undefined, next: number | null | undefined): Line => ({
    name,
    old: old ?? null,
    next: next ?? null,
    step: isSame ? stepOf(old, next) : null,
  });
  return [
    line(BANDS.adult, before?.adult, typed.adult),
    ...(sku.has_child ? [line(BANDS.child, before?.child, typed.child)] : []),
    ...sku.tiers.map((t) => line(`加急 ${t.name}`, before?.urgent[t.tier_code], typed.urgent?.[t.tier_code])),
    line("含使馆费", held, typed.embassy_included ? typed.embassy_fee : held && 0),
  ];
}

export interface MarginLine {
  name: string;
  old: number | null;
  next: number | null;
}
type Cost = Pick<Typed, "adult" | "child" | "embassy_included" | "centre_included" | "currency">;
const left = (price: number | null, cost: Cost | null, band: "adult" | "child", fees: { embassy_fee: number; centre_fee: number }) => {
  const amount = band === "child" ? (cost?.child ?? cost?.adult) : cost?.adult;
  if (price === null || cost?.currency !== "CNY" || amount === null || amount === undefined) return null;
  return price - amount - (cost.embassy_included ? 0 : fees.embassy_fee) - (cost.centre_included ? 0 : fees.centre_fee);
};
/** What remains of each sale per person; empty for those who may not see it. Costs in other currencies are counted once they are reviewed. */
export function marginsOf(before: Price | null, typed: Typed, { sale, has_child }: PricedSku): MarginLine[] {
  const bands = has_child ? (["adult", "child"] as const) : (["adult"] as const);
  return (sale?.levels ?? []).flatMap((l) =>
    bands.flatMap((band) => {
      const price = band === "child" ? (l.child ?? l.adult) : l.adult;
      const fees = sale ?? { embassy_fee: 0, centre_fee: 0 };
      const [old, next] = [left(price, before, band, fees), left(price, typed, band, fees)];
      return next === null ? [] : [{ name: has_child ? `${l.name} ${BANDS[band]}` : l.name, old, next }];
    }),
  );
}

const sameExtras = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((code) => a[code] === b[code]);
const same = (a: Price, b: Typed): boolean =>
  a.adult === b.adult &&
  a.child === (b.child ?? null) &&
  a.currency === b.currency &&
  a.embassy_included === b.embassy_included &&
  a.centre_included === b.centre_included &&
  a.embassy_fee === b.embassy_fee &&
  sameExtras(a.urgent, b.urgent ?? {});

/** Sentences of what the server would refuse, beside the fields that say theirs. */
export function faultsOf(before: Price | null, typed: Typed, sku: PricedSku, now: number): string[] {
  const bands = [typed.adult, sku.has_child ? typed.child : null].filter((n) => typeof n === "number");
  const isFar = linesOf(before, typed, sku).some((l) => isSteep(l.step));
  const isLate = Boolean(typed.effective_at) && Date.parse(typed.effective_at ?? "") <= now;
  const isShort = [...(typed.reason ?? "").trim()].length < COST_STEP.text;
  return [
    ...(bands.includes(0) ? [NO_COST] : []),
    ...(bands.some((n) => n > 0 && (typed.embassy_fee ?? 0) > n) ? ["使馆费不能大于结算价"] : []),
    ...(isLate ? ["生效时间不能早于现在"] : []),
    ...(before !== null && same(before, typed) ? ["新旧价格相同"] : []),
    ...(isFar && isShort ? [STEEP_FAULT] : []),
  ];
}
