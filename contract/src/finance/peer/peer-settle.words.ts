/** Words of peers' statements. No zod. */
/** How long money of a statement is late, as the head and the filter part it. */
export const AGING = { current: "未到期", d7: "逾期1–7天", d30: "逾期8–30天", d60: "逾期31–60天", over: "逾期60天以上" } as const;
export type Aging = keyof typeof AGING;
/** Last day of each part; nobody is late without end. */
export const AGING_DAYS = { current: 0, d7: 7, d30: 30, d60: 60, over: null } as const satisfies Record<Aging, number | null>;
/** Days to the due day on which the peer hears of it by itself; below 0: it is over. */
export const NOTICE_DAYS = [3, 0, -3, -7] as const;
