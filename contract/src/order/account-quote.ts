/** What a peer pays out of its own accounts. */
import { choice, id, int, money, text, z } from "../kit/field.ts";
import { LEVEL_CODES } from "../peer/level/level.words.ts";
import { ACCOUNT_METHODS } from "./words.ts";

export const accountPart = z.strictObject({ method: choice("账户", ACCOUNT_METHODS), amount: money("金额", { min: 1 }) });
export const accountQuote = z.object({
  peer_id: id("同行", "peer"),
  peer_name: text("同行"),
  /** In the order of use; together with `shortage` the amount asked for. */
  parts: z.array(accountPart),
  shortage: money("还差"),
  /** What is missing, in words. */
  fault: z.nullable(text("不足原因")),
  principal: money("本金"),
  gift: money("赠送金"),
  /** Below zero after a limit fell. */
  credit_available: money("可用授信", { signed: true }),
  blocked: z.nullable(text("停用原因")),
});

/** A peer as whoever enters an order for it sees it, before anything is typed. */
export const orderBuyer = z.object({
  ...accountQuote.pick({ peer_id: true, peer_name: true }).shape,
  level_id: choice("同行等级", LEVEL_CODES),
  level_name: text("等级名称"),
  group_name: z.nullable(text("分组")),
  /** Why it may not order now; null: it may. */
  stop: z.nullable(text("不能下单的原因")),
  free_urgent_left: int("本月剩余免费加急"),
  /** For those who register payments alone. */
  account: z.nullable(accountQuote.pick({ principal: true, gift: true, credit_available: true, blocked: true })),
});
