/** Choices of exhibitions and their leads. No zod. */
export const COST_KINDS = { booth: "展位", build: "搭建", travel: "差旅", material: "物料", gift: "礼品", other: "其他" } as const;
export const LEAD_KINDS = { new: "新客", peer: "老客" } as const;
/** Whoever was ours before is there, not to be won. */
export const PEER_CAME = "老客到场";
export const INTERESTS = { high: "高", mid: "中", low: "低" } as const;
export const LOSE_REASONS = {
  no_need: "无需求",
  price: "价格",
  other_supplier: "已有合作方",
  unreachable: "联系不上",
  other: "其他",
} as const;
/** Working days within which a lead is called. */
export const CALL_WITHIN = 2;
/** Days of margin after the first order that a fair is judged by. */
export const MARGIN_DAYS = 90;
