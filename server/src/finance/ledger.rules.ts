/** The chart of accounts and what is decided about money without the database. */
export const ACCOUNTS = {
  cash: { side: "debit", guarded: false, gl_code: "1002" },
  clearing: { side: "debit", guarded: false, gl_code: "1012" },
  peer_credit: { side: "debit", guarded: true, gl_code: "1122" },
  peer_principal: { side: "credit", guarded: true, gl_code: "2203.01" },
  peer_gift: { side: "credit", guarded: true, gl_code: "2241.01" },
  order_deferred: { side: "credit", guarded: false, gl_code: "2205" },
  embassy_trust: { side: "credit", guarded: false, gl_code: "2241.02" },
  payable_supplier: { side: "credit", guarded: false, gl_code: "2202.01" },
  revenue: { side: "credit", guarded: false, gl_code: "6001" },
  cost: { side: "debit", guarded: false, gl_code: "6401" },
  expense: { side: "debit", guarded: false, gl_code: "6601" },
} as const satisfies Record<string, { side: "debit" | "credit"; guarded: boolean; gl_code: string }>;

export type AccountCode = keyof typeof ACCOUNTS;
/** `owner_id` 0 and an empty kind for accounts without owner or kind. */
export interface AccountRef {
  code: AccountCode;
  owner_id?: number;
  kind?: string;
}
export type JournalKind = "top_up_online" | "order_paid" | "diff_paid" | "revenue" | "supplier_cost" | "supplier_cost_adjust" | "reversal";
export type PayMethod = "gift" | "principal" | "credit" | "wechat" | "alipay" | "channel";

export const keyOf = (ref: AccountRef): string => `${ref.code}:${ref.owner_id ?? 0}:${ref.kind ?? ""}`;

/** Change of a balance on its natural side. */
export const naturalDelta = (code: AccountCode, amount: number): number => (ACCOUNTS[code].side === "debit" ? amount : -amount);

/** Where a payment's money comes from. */
export function payerAccount(method: PayMethod, peerId: number | null): AccountRef {
  switch (method) {
    case "gift":
      return { code: "peer_gift", owner_id: peerId ?? 0 };
    case "principal":
      return { code: "peer_principal", owner_id: peerId ?? 0 };
    case "credit":
      return { code: "peer_credit", owner_id: peerId ?? 0 };
    default:
      return { code: "clearing", kind: method };
  }
}

/** Where a paid fee line waits: mission fees in trust, everything else until its revenue event. */
export const depositAccount = (feeKind: string): AccountRef =>
  feeKind === "embassy" ? { code: "embassy_trust" } : { code: "order_deferred" };

/** How a settle price is booked: its mission part out of trust as far as it reaches, the rest is a variance. */
export function supplierSplit(
  price: number,
  embassyPart: number,
  trustLeft: number,
): { trust: number; variance: number; supplier: number } {
  const embassy = Math.min(embassyPart, price);
  const trust = Math.min(embassy, Math.max(0, trustLeft));
  return { trust, variance: embassy - trust, supplier: price - embassy };
}
