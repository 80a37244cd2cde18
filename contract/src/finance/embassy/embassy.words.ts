/** Words of fees paid to missions. No zod. */
export const EMBASSY_ITEMS = { visa: "签证费", centre: "中心服务费", biometric: "生物信息", courier: "快递" } as const;
export type EmbassyItem = keyof typeof EMBASSY_ITEMS;
export const ATTEMPT_REASONS = { reappointment: "重新预约", official_returned: "官方退回" } as const;
export const PAYMENT_ORIGINS = { order: "预审通过自动建单", hand: "手工建单" } as const;
/** What becomes of the difference between what was paid and what was collected. */
export const VARIANCE_WAYS = { absorb: "我司承担", income: "转收入", charge: "补差价", give_back: "退差" } as const;
export type VarianceWay = keyof typeof VARIANCE_WAYS;
/** How long money of customers has been held for a mission. */
export const TRUST_AGES = { d7: "7天内", d30: "8–30天", d60: "31–60天", older: "60天以上" } as const;
