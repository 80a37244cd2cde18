/** Words of protections that others show as well. No zod. */
export const PROTECTION_SCOPES = { service: "服务费", embassy: "签证费", full: "全额" } as const;
