/** Words of policies. No zod. */
export const POLICY_KINDS = { travel: "旅行险", refusal: "拒签险" } as const;
export type PolicyKind = keyof typeof POLICY_KINDS;
/** How insurers number them: letters, digits and what stands between. */
export const POLICY_NO = /^[A-Z0-9][A-Z0-9\-/]{5,39}$/;
/** Who waits for cover that begins so soon is told. */
export const COVER_SOON_DAYS = 2;
