/** What a peer may still buy on credit, and how far its limits may go. Integer cents. */
import { shanghaiDate, yuan } from "../../kit/format.ts";
import { LIMIT_WITH_TEMP, type SettleMode } from "./peer.words.ts";

export interface CreditTerms {
  settle_mode: SettleMode;
  credit_limit: number;
  temp_limit: number;
  /** The temporary limit counts through the end of this day. */
  temp_until: string | null;
}
/** What is owed, the ledger's peer_credit, and how much of it stands on statements; null: there are none to say it. */
export interface CreditUsed {
  used: number;
  billed: number | null;
}

const tempOn = (terms: CreditTerms, day: string): number => (terms.temp_until !== null && terms.temp_until >= day ? terms.temp_limit : 0);

/** Limits count for peers on credit alone. */
export const effectiveLimit = (terms: CreditTerms, at: Date): number =>
  terms.settle_mode === "credit" ? terms.credit_limit + tempOn(terms, shanghaiDate(at)) : 0;
/** Below zero after a limit fell: then nothing more is granted. */
export const creditAvailable = (terms: CreditTerms, { used }: Pick<CreditUsed, "used">, at: Date): number =>
  effectiveLimit(terms, at) - used;
/** Why an amount cannot be had on credit; null when it can. */
export const creditFault = (available: number, amount: number): string | null =>
  amount <= available ? null : `授信额度不足，还差 ¥${yuan(amount - Math.max(0, available))}`;

/** The rows of the formula, as 资金与授信 draws them; their sum is what is available. */
export const creditRows = (
  terms: CreditTerms,
  { used, billed }: CreditUsed,
  at: Date,
): { key: string; label: string; amount: number }[] => {
  const isCredit = terms.settle_mode === "credit";
  return [
    { key: "credit_limit", label: "授信额度", amount: isCredit ? terms.credit_limit : 0 },
    { key: "temp_limit", label: "临时额度", amount: isCredit ? tempOn(terms, shanghaiDate(at)) : 0 },
    ...(billed === null
      ? [{ key: "used", label: "已用", amount: -used }]
      : [
          { key: "billed", label: "已出账未还", amount: -billed },
          { key: "unbilled", label: "未出账已用", amount: -(used - billed) },
        ]),
  ];
};

/** Why limits are too high for the cap of the level, and how much would do of the one that is asked for; null when they are not. */
export function limitFault(
  credit_limit: number,
  temp_limit: number,
  cap: number,
  asked: "credit_limit" | "temp_limit" = "temp_limit",
): string | null {
  if (credit_limit > cap) return `超过等级授信上限 ¥${yuan(cap)}`;
  const most = Math.floor(cap * LIMIT_WITH_TEMP);
  if (credit_limit + temp_limit <= most) return null;
  const left = Math.max(0, most - (asked === "temp_limit" ? credit_limit : temp_limit));
  const said = asked === "temp_limit" ? "临时额度" : "长期额度";
  return `长期与临时额度合计不能超过 ¥${yuan(most)}，${said}最多 ¥${yuan(left)}`;
}
