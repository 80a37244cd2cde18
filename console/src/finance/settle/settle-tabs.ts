/** Suppliers and all of their settlements stand on one page. */
export const CYCLES = "cycle";
export const PARTY_TABS = [
  { key: "party", label: "供应商", filter: {} },
  { key: CYCLES, label: "结算单", filter: {} },
] as const;
/** The same of carriers: their cards, and all of their bills. */
export const CARD_TABS = [
  { key: "card", label: "月结卡", filter: {} },
  { key: CYCLES, label: "结算单", filter: {} },
] as const;
