/** 账户 of every peer: what it has, how far its credit reaches, and its statement of a period. */
import { api, list, pick, read } from "../../kit/endpoint.ts";
import { anyOf, bool, date, id, money, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { peerStatement } from "./balance.ts";

const signed = (label: string) => money(label, { signed: true });
export const ledgerAccount = z.object({
  /** The peer's: a list tells its rows apart by it. */
  id: id("编号", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  bd_owner_name: z.nullable(text("BD")),
  principal: money("本金"),
  gift: money("赠送"),
  /** Earliest end of gift money that is left. */
  gift_until: z.nullable(date("赠送最近到期")),
  frozen: money("冻结"),
  credit_limit: money("授信额度"),
  credit_used: money("授信已用"),
  /** Below zero after a limit fell. */
  credit_available: signed("可用授信"),
  /** The formula of what is available. */
  credit_rows: z.array(z.object({ key: z.string(), label: text("项目"), amount: signed("金额") })),
  /** Oldest unpaid due day, once it is over. */
  overdue_since: z.nullable(date("逾期自")),
});
export const ledgerAccountApi = api({
  ledger_account_query: list("同行账户列表", may.balance, {
    filter: {
      peer_id: z.optional(anyOf(id("同行", "peer"))),
      bd_owner_id: z.optional(anyOf(id("BD", "worker"))),
      is_overdue: z.optional(bool("逾期")),
      has_credit: z.optional(bool("有授信")),
      has_balance: z.optional(bool("有余额或欠款")),
    },
    row: ledgerAccount,
    sorts: ["id", "principal", "credit_used"],
    exports: [
      "peer_no",
      "peer_name",
      "bd_owner_name",
      "principal",
      "gift",
      "gift_until",
      "frozen",
      "credit_limit",
      "credit_used",
      "credit_available",
      "overdue_since",
    ],
  }),
  peer_statement_get: read("同行对账单", may.balance, pick(peerStatement, "peer_id", "from", "to"), peerStatement),
});
