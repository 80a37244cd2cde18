/** Suppliers and all of their settlements stand on one page. */
export const CYCLES = "cycle";
export const PARTY_TABS = [
  { key: "party", label: "供应商", filter: {} },
  { key: CYCLES, label: "结算单", filter: {} },
] as const;
