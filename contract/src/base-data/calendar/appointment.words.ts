/** Words of 最近可约日期. No zod: the product's contract reads them too. */
export const APPOINTMENT_HALVES = { any: "不限", am: "上午", pm: "下午" } as const;
export const APPOINTMENT_SOURCES = { staff: "人工", supplier: "供应商" } as const;
/** Follows from the day it was last stated, the working days it holds, and the date itself. */
export const FRESHNESS = { fresh: "有效", stale: "已过期", none: "无号" } as const;
