/** Words of 拒签无忧理赔, and what a claim must be free of. */
import type { ProtectionExclusions } from "../../product/snapshot.ts";
import { IDENTITIES } from "../../product/sku/sku.words.ts";

/** Where people under a protection stand; whoever got his visa stands under 全部 alone. */
export const CLAIM_STAGES = {
  review: "待审核",
  proof: "待提交证明",
  rejected: "审核不通过",
  paying: "理赔中/已赔",
  lapsed: "已失效",
  covered: "在保未出结果",
} as const;
export type ClaimStage = keyof typeof CLAIM_STAGES;
export const CLAIM_BY = { customer: "客户", staff: "员工" } as const;
export const CLAIM_REJECTS = {
  unclear: "证明不清晰",
  mismatch: "证明与申请人不符",
  excluded: "属于除外情形",
  not_refused: "不属于使领馆拒签",
  other: "其他",
} as const;
export const LOSS_PARTIES = { us: "我司", supplier: "供应商", insurer: "承保保司" } as const;

/** Of every protection, as its clause says. */
const EXCLUDED = {
  untrue: "资料不实",
  hidden_refusal: "隐瞒拒签史",
  no_show: "未按预约赴馆",
  withdrawn: "自行撤签或放弃办理",
  border: "入境时被拒，不是签证被拒",
} as const;
export interface ClaimExclusion {
  key: string;
  label: string;
}
/** What is answered one by one before a claim passes: that of every protection, and the terms it was sold with. */
export function exclusionsOf(sold: ProtectionExclusions = {}): ClaimExclusion[] {
  const { identities = [], age_below = 0, age_above = 0, refusal_within_years: years = 0 } = sold;
  const named = identities.map((i) => IDENTITIES[i]).join("、");
  return [
    ...Object.entries(EXCLUDED).map(([key, label]) => ({ key, label })),
    ...(identities.length > 0 ? [{ key: "identity", label: `不可购买的身份：${named}` }] : []),
    ...(age_below > 0 ? [{ key: "age_below", label: `未满${age_below}岁` }] : []),
    ...(age_above > 0 ? [{ key: "age_above", label: `超过${age_above}岁` }] : []),
    ...(years > 0 ? [{ key: "refusal_within", label: `${years}年内有拒签史` }] : []),
  ];
}
