/** What a peer pays out of its own accounts. */
import { choice, id, money, text, z } from "../kit/field.ts";
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
