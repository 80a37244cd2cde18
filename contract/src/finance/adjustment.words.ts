/** What each kind of 调账单 asks for, and which vouchers may be taken back by one. No zod. */
import type { JournalKind } from "./ledger.words.ts";

export const ADJUST_KINDS = {
  peer_adjust: "余额调整",
  reversal: "冲正",
  cash_transfer: "内部调拨",
  bank_item: "银行费息",
  suspense_claim: "暂收认领",
  suspense_return: "暂收退回",
  supplier_prepay: "供应商预付",
  bad_debt: "坏账核销",
  opening: "期初",
} as const;
export type AdjustKind = keyof typeof ADJUST_KINDS;

/** The account that is adjusted, as whoever fills it in calls it. */
export const ADJUST_ACCOUNTS = {
  peer_principal: "同行本金",
  peer_gift: "同行赠送金",
  peer_credit: "同行授信应收",
  cash: "资金账户",
  payable: "应付供应商",
} as const;
export type AdjustAccount = keyof typeof ADJUST_ACCOUNTS;
export const ADJUST_DIRECTIONS = { in: "增", out: "减" } as const;
export const ADJUST_REJECTS = { wrong: "账户或金额有误", unproved: "依据不足", duplicate: "重复提交", other: "其他" } as const;

export type AdjustField =
  | "journal_id"
  | "account"
  | "peer_id"
  | "supplier_id"
  | "company_account_id"
  | "to_account_id"
  | "direction"
  | "amount";
/** What its maker fills in, in the order of the form; whose account an opening balance is, its account says. */
const FIELDS = {
  peer_adjust: ["peer_id", "account", "direction", "amount"],
  reversal: ["journal_id"],
  cash_transfer: ["company_account_id", "to_account_id", "amount"],
  bank_item: ["company_account_id", "direction", "amount"],
  suspense_claim: ["company_account_id", "peer_id", "account", "amount"],
  suspense_return: ["company_account_id", "amount"],
  supplier_prepay: ["supplier_id", "company_account_id", "amount"],
  bad_debt: ["peer_id", "amount"],
  opening: ["account", "direction", "amount"],
} as const satisfies Record<AdjustKind, readonly AdjustField[]>;
const OWNER_OF = {
  peer_principal: "peer_id",
  peer_gift: "peer_id",
  peer_credit: "peer_id",
  cash: "company_account_id",
  payable: "supplier_id",
} as const satisfies Record<AdjustAccount, AdjustField>;
export function adjustFields(kind: AdjustKind, account: AdjustAccount | null): readonly AdjustField[] {
  if (kind !== "opening" || account === null) return FIELDS[kind];
  return ["account", OWNER_OF[account], "direction", "amount"];
}
/** Kinds that may be about a line of a statement. */
export const LINE_KINDS: readonly AdjustKind[] = ["bank_item", "suspense_claim", "suspense_return"];
/** Which accounts a kind may name. */
export const ADJUST_CHOICES = {
  peer_adjust: ["peer_principal", "peer_gift", "peer_credit"],
  suspense_claim: ["peer_principal", "peer_credit"],
  opening: ["peer_principal", "peer_gift", "peer_credit", "cash", "payable"],
} as const satisfies Partial<Record<AdjustKind, readonly AdjustAccount[]>>;
export function adjustChoices(kind: AdjustKind): readonly AdjustAccount[] {
  return kind === "peer_adjust" || kind === "suspense_claim" || kind === "opening" ? ADJUST_CHOICES[kind] : [];
}
/** What the direction is called where 增 and 减 say too little. */
export const DIRECTION_WORDS: Readonly<Partial<Record<AdjustKind, Readonly<Record<keyof typeof ADJUST_DIRECTIONS, string>>>>> = {
  bank_item: { in: "利息收入", out: "手续费支出" },
};

/** Papers without an undo of their own; a further one is a line here. Everything else is undone where it was made; what was sent back by its payment. */
export const REVERSIBLE_SOURCES = ["adjustment", "peer_top_up"] as const;
export const AT_THE_SOURCE = "请在来源单据上操作";
export const isReversible = (j: { kind: JournalKind; source_noun: string }): boolean =>
  j.kind !== "reversal" && j.kind !== "suspense_return" && REVERSIBLE_SOURCES.some((noun) => noun === j.source_noun);
