/** Choices of levels and groups. No zod. */
export const LEVEL_CODES = { V1: "V1", V2: "V2", V3: "V3", V4: "V4", V5: "V5" } as const;
export type LevelCode = keyof typeof LEVEL_CODES;
export const LEVEL_MATCHES = { any: "满足任一", all: "全部满足" } as const;
export const FALLBACK_KINDS = { none: "无", percent: "服务部分按比例", minus: "门市价减额" } as const;
/** Share of a work order's limits. */
export const SLA_PERCENTS = { "100": "100%", "75": "75%", "50": "50%" } as const;
/** Days whose figures a level is earned by. */
export const LEVEL_DAYS = 90;
export const LINE_DECISIONS = { pending: "待复核", apply: "降级", keep: "保留" } as const;
/** The day of the quarter's first month on which undecided lines take effect, at 02:00. */
export const APPLY_DAY = 10;

export const GROUP_KINDS = { service: "服务分组", audience: "人群分组" } as const;
export const VISIBLE_MODES = { all: "全部商品", only: "仅所选商品", except: "除所选商品" } as const;
export const GROUP_MODES = { fixed: "固定名单", rule: "按规则" } as const;
