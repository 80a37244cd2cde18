/** Words of banners for staff. No zod. */
export const GLOBAL_LEVELS = { info: "通知", warning: "提醒", critical: "紧急" } as const;
export const AUDIENCES = { all: "全员", roles: "指定角色", teams: "指定团队" } as const;
export const GLOBAL_STATES = { scheduled: "待生效", live: "生效中", ended: "已结束" } as const;
export const GLOBAL_DAYS_MAX = 30;
