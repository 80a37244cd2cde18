/** What each kind of adjustment posts, and what is missing of one, without the database. */
import {
  ADJUST_KINDS,
  LINE_KINDS,
  adjustChoices,
  adjustFields,
  type AdjustAccount,
  type AdjustField,
  type AdjustKind,
} from "@visadesk/contract/finance/adjustment.words.ts";
import { adjustValues } from "@visadesk/contract/finance/adjustment.ts";
import type { JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import { keysOf, labelOf, z } from "@visadesk/contract/kit/field.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { ACCOUNTS, type AccountRef, type Line, type Posting, type TakenGift } from "../../ledger/index.ts";

/** What whoever fills it in says; null where its kind does not ask. */
export interface Asked extends Record<Exclude<AdjustField, "account" | "direction">, number | null> {
  kind: AdjustKind;
  account: AdjustAccount | null;
  direction: "in" | "out" | null;
  booked_on: string;
  /** The line of a statement that it is about. */
  statement_line_id: number | null;
}
export interface AdjustFacts {
  /** How what is owed to the supplier is called in the books. */
  payable: "payable_supplier" | "payable_insurer" | "payable_carrier";
  /** Whose grants gift money is taken from or given to. */
  gifts: readonly TakenGift[];
}

const SHAPE = z.object(adjustValues);
const SAYS: Readonly<Partial<Record<AdjustField, string>>> = {
  peer_id: "请选择同行",
  supplier_id: "请选择供应商",
  company_account_id: "请选择资金账户",
  to_account_id: "请选择转入账户",
  journal_id: "请选择凭证",
  amount: "请输入金额",
};
/** What its kind asks for and is not there, and what does not belong to it. */
export function askedIssues(a: Asked): Issue[] {
  const fields = adjustFields(a.kind, a.account);
  const issues: Issue[] = [];
  for (const path of keysOf(adjustValues)) {
    const label = labelOf(SHAPE, path);
    if (fields.includes(path) && a[path] === null) issues.push({ path, message: SAYS[path] ?? `请选择${label}` });
    if (!fields.includes(path) && a[path] !== null) issues.push({ path, message: `${label}不属于${ADJUST_KINDS[a.kind]}` });
  }
  if (a.statement_line_id !== null && !LINE_KINDS.includes(a.kind))
    issues.push({ path: "statement_line_id", message: `账户流水不属于${ADJUST_KINDS[a.kind]}` });
  if (a.account !== null && fields.includes("account") && !adjustChoices(a.kind).includes(a.account))
    issues.push({ path: "account", message: `${ADJUST_KINDS[a.kind]}不能选择这个账户` });
  if (a.kind === "cash_transfer" && a.company_account_id !== null && a.company_account_id === a.to_account_id)
    issues.push({ path: "to_account_id", message: "转入账户不能与转出账户相同" });
  return issues;
}

const of = (value: number | null): number => value ?? 0;
const cash = (id: number | null): AccountRef => ({ code: "cash", owner_id: of(id) });

/** The account that an opening balance or an adjustment is about. */
function subject(a: Asked, { payable }: AdjustFacts): AccountRef {
  if (a.account === "cash") return cash(a.company_account_id);
  if (a.account === "payable") return { code: payable, owner_id: of(a.supplier_id) };
  return { code: a.account ?? "peer_principal", owner_id: of(a.peer_id) };
}
/** One sum on an account; gift money grant by grant. */
const linesOn = (account: AccountRef, amount: number, { gifts }: AdjustFacts): Line[] =>
  account.code === "peer_gift"
    ? gifts.map((g) => ({ account, amount: Math.sign(amount) * g.amount, gift_lot_id: g.lot_id }))
    : [{ account, amount }];

/** What the books say on the other side of a balance that is moved by hand: our cost where we give, our income where we take. */
function otherSide(a: Asked, isDebit: boolean): AccountRef {
  if (a.kind === "opening") return { code: "opening" };
  return isDebit ? { code: "other_income", kind: "adjust" } : { code: "expense", kind: "compensation" };
}
function moved(a: Asked, facts: AdjustFacts): Line[] {
  const account = subject(a, facts);
  const isDebit = (ACCOUNTS[account.code].side === "debit") === (a.direction === "in");
  const sum = isDebit ? of(a.amount) : -of(a.amount);
  const lines = linesOn(account, sum, facts);
  const other = { account: otherSide(a, isDebit), amount: -sum };
  return isDebit ? [...lines, other] : [other, ...lines];
}

const LINES: Readonly<Record<Exclude<AdjustKind, "reversal">, (a: Asked, facts: AdjustFacts) => Line[]>> = {
  peer_adjust: moved,
  opening: moved,
  cash_transfer: (a) => between(cash(a.to_account_id), cash(a.company_account_id), a.amount),
  bank_item: (a) =>
    a.direction === "in"
      ? between(cash(a.company_account_id), { code: "other_income", kind: "interest" }, a.amount)
      : between({ code: "expense", kind: "bank_fee" }, cash(a.company_account_id), a.amount),
  suspense_claim: (a, facts) => between({ code: "suspense", owner_id: of(a.company_account_id) }, subject(a, facts), a.amount),
  suspense_return: (a) => between({ code: "suspense", owner_id: of(a.company_account_id) }, cash(a.company_account_id), a.amount),
  supplier_prepay: (a, { payable }) => between({ code: payable, owner_id: of(a.supplier_id) }, cash(a.company_account_id), a.amount),
  bad_debt: (a) => between({ code: "expense", kind: "bad_debt" }, { code: "peer_credit", owner_id: of(a.peer_id) }, a.amount),
};
function between(debit: AccountRef, credit: AccountRef, amount: number | null): Line[] {
  return [
    { account: debit, amount: of(amount) },
    { account: credit, amount: -of(amount) },
  ];
}

const JOURNALS = {
  peer_adjust: "adjust",
  cash_transfer: "cash_transfer",
  bank_item: "bank_item",
  suspense_claim: "suspense_claim",
  suspense_return: "suspense_return",
  supplier_prepay: "supplier_prepay",
  bad_debt: "bad_debt",
  opening: "opening",
} as const satisfies Record<Exclude<AdjustKind, "reversal">, JournalKind>;
/** What a peer's statement calls it: money found again came in by bank, or paid what was owed. */
function changeType(a: Asked): Pick<Posting, "change_type"> {
  if (a.kind === "suspense_claim") return { change_type: a.account === "peer_credit" ? "61" : "15" };
  return a.kind === "peer_adjust" || a.kind === "opening" ? { change_type: "50" } : {};
}
/** What it posts; a reversal mirrors its voucher instead. */
export function adjustmentPosting(
  a: Asked & { id: number; kind: Exclude<AdjustKind, "reversal">; reason: string },
  facts: AdjustFacts,
): Posting {
  return {
    kind: JOURNALS[a.kind],
    source_noun: "adjustment",
    source_id: a.id,
    booked_on: a.booked_on,
    reason: a.reason,
    lines: LINES[a.kind](a, facts),
    ...changeType(a),
  };
}
