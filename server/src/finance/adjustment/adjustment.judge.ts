/** What an adjustment would post as the books stand, and what speaks against it: for the form, its reviewer and the booking itself. */
import { AT_THE_SOURCE, isReversible } from "@visadesk/contract/finance/adjustment.words.ts";
import type { AccountCode, JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { creditFault } from "@visadesk/contract/peer/peer/credit.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { accountCode, accountOf, ACCOUNTS, lotsOf, naturalDelta, periodFault, type Line, type TakenGift } from "../../ledger/index.ts";
import { creditOf } from "../../peer/index.ts";
import { journalScope } from "../books/journal-scope.sql.ts";
import { prepaidUsed } from "../settlement/unsettled.sql.ts";
import { lineFaults } from "./adjustment.line.ts";
import { promisedOf } from "./parked.sql.ts";
import { adjustmentPosting, type AdjustFacts, type Asked } from "./adjustment.rules.ts";

export interface Fault extends Issue {
  code: RefusalCode;
}
export interface Judged {
  lines: readonly Line[];
  amount: number;
  /** Of a reversal the peer whose accounts it moves back. */
  peer_id: number | null;
  gifts: readonly TakenGift[];
  payable: AdjustFacts["payable"];
  faults: Fault[];
}
/** `id`: of one that is stored already. */
type Judging = Asked & { id?: number };
type Caller = Pick<Ctx, "db" | "me" | "now" | "principal">;
const fault = (code: RefusalCode, path: string, message: string): Fault => ({ code, path, message });
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

/** Of which grants gift money would be taken, those that end first; given it gets one of its own when it is booked. */
async function giftsOf(ctx: Caller, a: Asked): Promise<TakenGift[]> {
  if (a.account !== "peer_gift" || a.peer_id === null || a.amount === null) return [];
  if (a.direction === "in") return [{ lot_id: 0, amount: a.amount }];
  let left = a.amount;
  const taken: TakenGift[] = [];
  for (const { id, remaining } of await lotsOf(ctx.db, a.peer_id, ctx.now)) {
    const amount = Math.min(remaining, left);
    if (amount > 0) taken.push({ lot_id: id, amount });
    left -= amount;
  }
  // What no grant holds is told by the fault of its balance.
  return left > 0 ? [...taken, { lot_id: 0, amount: left }] : taken;
}
const PAYABLES: Readonly<Record<string, AdjustFacts["payable"]>> = { insurer: "payable_insurer", express: "payable_carrier" };
async function payableOf(ctx: Caller, a: Asked): Promise<AdjustFacts["payable"]> {
  if (a.supplier_id === null) return "payable_supplier";
  const s = await row<{ kind: string }>(ctx.db, q`select kind from suppliers where id = ${a.supplier_id}`);
  return PAYABLES[s?.kind ?? ""] ?? "payable_supplier";
}

interface Mirrored {
  lines: Line[];
  peer_id: number | null;
  faults: Fault[];
}
const NONE: Mirrored = { lines: [], peer_id: null, faults: [] };
/** The lines of a voucher turned round. */
async function mirrored(ctx: Caller, journalId: number): Promise<Mirrored> {
  const j = await row<{ kind: JournalKind; source_noun: string; reversed_by: string | null }>(
    ctx.db,
    q`select j.kind, j.source_noun, (select r.no from journals r where r.reversal_of = j.id) as reversed_by
      from journals j where ${and([q`j.id = ${journalId}`, journalScope(ctx)])}`,
  );
  if (!j) return { ...NONE, faults: [fault("not_found", "journal_id", "凭证不存在或无权查看")] };
  const found = await rows<{ code: string; owner_id: number; kind: string; amount: number; gift_lot_id: number | null }>(
    ctx.db,
    q`select a.code, a.owner_id, a.kind, l.amount, l.gift_lot_id from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.journal_id = ${journalId} order by l.id`,
  );
  const peers = new Set(found.filter((l) => l.code.startsWith("peer_")).map((l) => l.owner_id));
  const faults: Fault[] = [];
  if (!isReversible(j)) faults.push(fault("not_allowed", "journal_id", j.kind === "reversal" ? "冲正凭证不能再冲正" : AT_THE_SOURCE));
  const used = j.kind === "supplier_prepay" ? await prepaidUsed(ctx.db, journalId) : 0;
  if (used > 0) faults.push(fault("insufficient_balance", "journal_id", `预付已抵扣结算 ${money(used)}，无法冲正`));
  if (j.reversed_by !== null) faults.push(fault("state_changed", "journal_id", `该凭证已被 ${j.reversed_by} 冲正`));
  return {
    lines: found.map((l) => ({
      account: { code: accountCode(l.code), owner_id: l.owner_id, kind: l.kind },
      amount: -l.amount,
      gift_lot_id: l.gift_lot_id,
    })),
    peer_id: peers.size === 1 ? ([...peers][0] ?? null) : null,
    faults,
  };
}

const SHORT: Readonly<Partial<Record<AccountCode, string>>> = {
  peer_principal: "可用本金不足",
  peer_gift: "可用赠送金不足",
  peer_credit: "超过未还授信",
  peer_frozen: "提现冻结金额不足",
  suspense: "暂收待认领款不足",
};
/** Balances that would fall below nil, and grants that were used. */
async function shortOf(
  ctx: Caller,
  { kind, id = 0 }: Pick<Judging, "kind" | "id">,
  lines: readonly Line[],
  path: string,
): Promise<Fault[]> {
  const guarded = lines.filter((l) => ACCOUNTS[l.account.code].guarded);
  const faults: Fault[] = [];
  const tail = (left: number): string => (kind === "reversal" ? "，无法冲正" : `，差额 ${money(-left)}`);
  for (const list of Map.groupBy(guarded, (l) => `${l.account.code}:${l.account.owner_id ?? 0}`).values()) {
    const [first] = list;
    if (!first) continue;
    const { code, owner_id = 0 } = first.account;
    const held = await row<{ balance: number }>(
      ctx.db,
      q`select balance from ledger_accounts where code = ${code} and owner_id = ${owner_id}`,
    );
    const promised = code === "suspense" ? await promisedOf(ctx.db, owner_id, id) : 0;
    const left = (held?.balance ?? 0) - promised + sum(list.map((l) => naturalDelta(code, l.amount)));
    if (left < 0) faults.push(fault("insufficient_balance", path, `${SHORT[code] ?? "余额不足"}${tail(left)}`));
  }
  if (faults.length > 0) return faults;
  for (const l of guarded) {
    if (l.account.code !== "peer_gift" || l.amount < 0) continue;
    const lot = await row<{ remaining: number }>(ctx.db, q`select remaining from gift_lots where id = ${l.gift_lot_id ?? 0}`);
    if ((lot?.remaining ?? 0) < l.amount)
      faults.push(fault("insufficient_balance", path, kind === "reversal" ? "赠送金已使用，无法冲正" : "未到期的赠送金不足"));
  }
  return faults;
}
/** What a peer would owe more than its terms allow; what it owed before the books began is a fact. */
async function creditFaults(ctx: Caller, a: Asked): Promise<Fault[]> {
  if (a.kind !== "peer_adjust" || a.account !== "peer_credit" || a.direction !== "in" || a.peer_id === null) return [];
  const account = await accountOf(ctx.db, a.peer_id, ctx.now, creditOf);
  const said = account.credit_blocked ?? creditFault(account.credit_available, a.amount ?? 0);
  return said === null ? [] : [fault("insufficient_balance", "amount", said)];
}
/** Accounts of ours that money moves on: in use, and no channel, whose money comes by its own payouts. */
async function accountFaults(ctx: Caller, a: Asked): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const path of ["company_account_id", "to_account_id"] as const) {
    if (a[path] === null) continue;
    const c = await row<{ kind: string; account_status: string }>(
      ctx.db,
      q`select kind, account_status from company_accounts where id = ${a[path]}`,
    );
    if (!c) faults.push(fault("not_found", path, "资金账户不存在"));
    else if (c.account_status !== "enabled") faults.push(fault("guard_failed", path, "资金账户未启用"));
    else if (c.kind === "channel") faults.push(fault("guard_failed", path, "支付通道不能调账，请选择银行、公司卡或钱包"));
  }
  return faults;
}
async function dayFaults(ctx: Caller, a: Asked): Promise<Fault[]> {
  if (a.booked_on > dayOf(ctx.now)) return [fault("bad_input", "booked_on", "日期不能晚于今天")];
  const closed = await periodFault(ctx, a.booked_on);
  return closed === null ? [] : [fault("period_closed", "booked_on", closed)];
}

export async function judged(ctx: Caller, a: Judging): Promise<Judged> {
  const [gifts, payable, mirror] = [
    await giftsOf(ctx, a),
    await payableOf(ctx, a),
    a.kind === "reversal" ? await mirrored(ctx, a.journal_id ?? 0) : NONE,
  ];
  const { kind } = a;
  const lines = kind === "reversal" ? mirror.lines : adjustmentPosting({ ...a, kind, id: 0, reason: "" }, { gifts, payable }).lines;
  // What cannot be undone at all is said alone.
  const short = mirror.faults.length > 0 ? [] : await shortOf(ctx, a, lines, kind === "reversal" ? "journal_id" : "amount");
  return {
    lines,
    amount: sum(lines.filter((l) => l.amount > 0).map((l) => l.amount)),
    peer_id: mirror.peer_id,
    gifts,
    payable,
    faults: [
      ...mirror.faults,
      ...(await dayFaults(ctx, a)),
      ...(await accountFaults(ctx, a)),
      ...(await lineFaults(ctx, a)),
      ...short,
      ...(await creditFaults(ctx, a)),
    ],
  };
}
