/** Words of 休假交接. No zod. */
export const HANDOVER_VIEWS = { away: "我休假", cover: "我接手", lead: "我的组员" } as const;
/** What presses in a brief, the first ones on top. */
export const BRIEF_RISKS = { late: "已超期", soon: "临近到期", urgent: "加急", normal: "正常" } as const;
export const HANDOVER_DAYS_MAX = 30;
