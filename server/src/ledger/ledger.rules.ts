/** The chart of accounts, what a journal is made of, and what is decided about money without the database. */
import { createHash } from "node:crypto";
import { HOUSE_ACCOUNTS, type AccountCode, type ChangeType, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";

export const ACCOUNTS = {
  cash: { side: "debit", guarded: false, gl_code: "1002" },
  clearing: { side: "debit", guarded: false, gl_code: "1012" },
  peer_credit: { side: "debit", guarded: true, gl_code: "1122" },
  peer_principal: { side: "credit", guarded: true, gl_code: "2203.01" },
  peer_gift: { side: "credit", guarded: true, gl_code: "2241.01" },
  peer_frozen: { side: "credit", guarded: true, gl_code: "2203.02" },
  order_deferred: { side: "credit", guarded: false, gl_code: "2205" },
  embassy_trust: { side: "credit", guarded: false, gl_code: "2241.02" },
  refund_due: { side: "credit", guarded: false, gl_code: "2241.03" },
  payable_supplier: { side: "credit", guarded: false, gl_code: "2202.01" },
  payable_insurer: { side: "credit", guarded: false, gl_code: "2202.02" },
  payable_carrier: { side: "credit", guarded: false, gl_code: "2202.03" },
  suspense: { side: "credit", guarded: true, gl_code: "2241.04" },
  revenue: { side: "credit", guarded: false, gl_code: "6001" },
  other_income: { side: "credit", guarded: false, gl_code: "6051" },
  cost: { side: "debit", guarded: false, gl_code: "6401" },
  expense: { side: "debit", guarded: false, gl_code: "6601" },
  opening: { side: "credit", guarded: false, gl_code: "4104" },
} as const satisfies Record<AccountCode, { side: "debit" | "credit"; guarded: boolean; gl_code: string }>;

export type { AccountCode, JournalKind };
/** What each peer has, from the day it is admitted. */
export const PEER_ACCOUNTS = ["peer_principal", "peer_gift", "peer_frozen", "peer_credit"] as const satisfies readonly AccountCode[];
/** `owner_id` 0 and an empty kind for accounts without owner or kind. */
export interface AccountRef {
  code: AccountCode;
  owner_id?: number;
  kind?: string;
}
export type PayMethod = "gift" | "principal" | "credit" | "wechat" | "alipay" | "channel" | "remittance";

export interface Line {
  account: AccountRef;
  /** Cents: + debit, − credit. Lines of 0 are left out. */
  amount: number;
  order_id?: number | null;
  applicant_id?: number | null;
  refund_id?: number | null;
  fee_kind?: string | null;
  /** Of every line of gift money: whose grant it belongs to. */
  gift_lot_id?: number | null;
  note?: string;
}
export interface Posting {
  kind: JournalKind;
  source_noun: string;
  source_id: number;
  /** Tells apart several events of one kind and source. */
  seq?: number;
  lines: readonly Line[];
  reason?: string | null;
  reversal_of?: number;
  /** Shanghai day it is booked on, an open one; absent: today. */
  booked_on?: string;
  /** When it happened; absent: now. */
  event_at?: Date;
  /** What a peer's statement calls it, where the kind alone does not say. */
  change_type?: ChangeType;
}
/** A posting made ready: balanced, without lines of 0, with the key that lets it happen once. */
export interface Entry {
  posting: Posting;
  idempotency_key: string;
  lines_hash: string;
  lines: readonly Line[];
}
/** An account row as postings need it. */
export interface Account {
  id: number;
  is_guarded: boolean;
  balance: number;
}
/** A line of a peer's account as its statement names it. */
const CHANGES: Readonly<Partial<Record<JournalKind, ChangeType>>> = {
  top_up_online: "1",
  order_paid: "2",
  diff_paid: "3",
  refund_paid: "7",
  reappoint_paid: "13",
  top_up_remit: "15",
  surcharge_paid: "21",
  withdraw_frozen: "30",
  withdraw_paid: "31",
  withdraw_returned: "32",
  payout_bounced: "51",
  gift_granted: "40",
  gift_expired: "42",
  gift_clawback: "43",
  adjust: "50",
  reversal: "51",
  peer_repay: "61",
  bad_debt: "62",
};
const CREDIT_CHARGED = "60";
export const isPeerAccount = (code: AccountCode): boolean => PEER_ACCOUNTS.some((c) => c === code);
/** Payments out of credit are called so, whatever they paid for; gifts of a top-up and those a withdrawal takes along by their own names. */
export function changeOf(
  { kind, change_type, reversal_of }: Pick<Posting, "kind" | "change_type" | "reversal_of">,
  { account: { code }, amount }: Line,
): ChangeType | null {
  if (!isPeerAccount(code)) return null;
  if (code === "peer_credit" && amount > 0 && reversal_of === undefined && change_type === undefined) return CREDIT_CHARGED;
  if (code === "peer_gift" && kind.startsWith("top_up_")) return "41";
  if (code === "peer_gift" && kind === "withdraw_frozen") return "43";
  return change_type ?? CHANGES[kind] ?? null;
}

export const keyOf = (ref: AccountRef): string => `${ref.code}:${ref.owner_id ?? 0}:${ref.kind ?? ""}`;

/** Change of a balance on its natural side. */
export const naturalDelta = (code: AccountCode, amount: number): number => (ACCOUNTS[code].side === "debit" ? amount : -amount);

/** Where a payment's money comes from; money of a bank names the company account it came to. */
export function payerAccount(method: PayMethod, peerId: number | null, companyAccount: number = HOUSE_ACCOUNTS.bank): AccountRef {
  switch (method) {
    case "gift":
      return { code: "peer_gift", owner_id: peerId ?? 0 };
    case "principal":
      return { code: "peer_principal", owner_id: peerId ?? 0 };
    case "credit":
      return { code: "peer_credit", owner_id: peerId ?? 0 };
    case "remittance":
      return { code: "cash", owner_id: companyAccount };
    default:
      return { code: "clearing", owner_id: HOUSE_ACCOUNTS[method], kind: method };
  }
}

/** Where a paid fee line waits: mission fees in trust, everything else until its revenue event. */
export const depositAccount = (feeKind: string): AccountRef =>
  feeKind === "embassy" ? { code: "embassy_trust" } : { code: "order_deferred" };

/** How a settle price is booked: its mission part out of trust as far as it reaches, the rest is a variance. */
export function supplierSplit(
  price: number,
  embassyPart: number,
  trustLeft: number,
): { trust: number; variance: number; supplier: number } {
  const embassy = Math.min(embassyPart, price);
  const trust = Math.min(embassy, Math.max(0, trustLeft));
  return { trust, variance: embassy - trust, supplier: price - embassy };
}

/** What a journal says, gift money in one sum: said again, the same payment may meet other grants. */
function told(lines: readonly Line[]): (string | number | null)[][] {
  // Ways of paying had no company account once; what was posted then is still the same event.
  const named = ({ account: a }: Line): string => keyOf(a.code === "clearing" ? { ...a, owner_id: 0 } : a);
  const tuple = (l: Line, amount: number) => [named(l), amount, l.order_id ?? null, l.applicant_id ?? null, l.fee_kind ?? null];
  const gift = lines.filter((l) => l.account.code === "peer_gift");
  const others = lines.filter((l) => l.account.code !== "peer_gift").map((l) => tuple(l, l.amount));
  const [first] = gift;
  const sum = gift.reduce((acc, l) => acc + l.amount, 0);
  return first ? [tuple(first, sum), ...others] : others;
}

/** What a posting writes; null when the event is worth 0. */
export function entryOf(posting: Posting): Entry | null {
  const lines = posting.lines.filter((l) => l.amount !== 0);
  if (lines.length === 0) return null;
  const sum = lines.reduce((acc, l) => acc + l.amount, 0);
  if (sum !== 0 || lines.some((l) => !Number.isSafeInteger(l.amount))) throw new Error(`${posting.kind} does not balance: ${sum}`);
  const lines_hash = createHash("sha256")
    .update(JSON.stringify(told(lines)))
    .digest("hex");
  return { posting, idempotency_key: eventKey(posting), lines_hash, lines };
}
/** The key that lets an event happen once. */
export const eventKey = ({ kind, source_noun, source_id, seq = 0 }: Omit<Posting, "lines">): string =>
  `${kind}:${source_noun}:${source_id}:${seq}`;

/** What a mirror is called where a paper has a word of its own for it. */
export type MirrorOf = Pick<Posting, "kind" | "source_noun" | "source_id" | "seq">;
/** The mirror of a journal; what it takes back is named by whoever reads it, who knows the papers' numbers. */
export const reversalPosting = (
  journalId: number,
  lines: readonly Line[],
  reason: string,
  as: MirrorOf = { kind: "reversal", source_noun: "journal", source_id: journalId },
): Posting => ({
  ...as,
  reversal_of: journalId,
  reason,
  lines: lines.map((l) => ({ ...l, amount: -l.amount, note: "" })),
});

/** An account row as it is made on first use. */
export const accountRow = ({ code, owner_id = 0, kind = "" }: AccountRef) => ({
  code,
  owner_id,
  kind,
  side: ACCOUNTS[code].side,
  is_guarded: ACCOUNTS[code].guarded,
  gl_code: ACCOUNTS[code].gl_code,
});

interface Booked {
  no: string;
  at: Date;
  created_by: number | null;
  request_id: string | null;
}
export const journalRow = ({ posting, idempotency_key, lines_hash }: Entry, { no, at, created_by, request_id }: Booked) => ({
  no,
  kind: posting.kind,
  idempotency_key,
  lines_hash,
  booked_on: posting.booked_on ?? shanghaiDate(at),
  event_at: posting.event_at ?? at,
  source_noun: posting.source_noun,
  source_id: posting.source_id,
  reversal_of: posting.reversal_of ?? null,
  reason: posting.reason ?? null,
  request_id,
  created_by,
  created_at: at,
});

/** The rows of the lines, and what guarded accounts hold after them; the accounts in hand move along. */
export function lineRows(journal_id: number, { posting, lines }: Entry, accounts: ReadonlyMap<string, Account>) {
  const balances = new Map<number, number>();
  const rows = lines.map((l) => {
    const account = accounts.get(keyOf(l.account));
    if (!account) throw new Error(`account ${keyOf(l.account)} is missing`);
    if (l.account.code === "peer_gift" && !l.gift_lot_id) throw new Error(`${posting.kind}: gift money belongs to a grant`);
    if (account.is_guarded) {
      account.balance += naturalDelta(l.account.code, l.amount);
      balances.set(account.id, account.balance);
    }
    return {
      journal_id,
      account_id: account.id,
      amount: l.amount,
      order_id: l.order_id ?? null,
      applicant_id: l.applicant_id ?? null,
      refund_id: l.refund_id ?? null,
      fee_kind: l.fee_kind ?? null,
      gift_lot_id: l.gift_lot_id ?? null,
      balance_after: account.is_guarded ? account.balance : null,
      change_type: changeOf(posting, l),
      note: l.note ?? "",
    };
  });
  return { rows, balances };
}
