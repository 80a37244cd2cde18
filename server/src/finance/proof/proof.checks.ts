/**
 * What the books promise of themselves. A further promise is one line in `CHECKS`: its rows are looked at piece by piece, each
 * piece in one statement, so that what is posted meanwhile is either wholly seen or not at all.
 */
import { LEDGER_ACCOUNTS, LEDGER_KIND_WORDS, type AccountCode } from "@visadesk/contract/finance/ledger.words.ts";
import { yuan } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { PAYABLES } from "../settlement/settle.rules.ts";
import { payableFaults } from "../settlement/payable-faults.sql.ts";
import { frozenFaults } from "../withdrawal/withdrawal.sql.ts";

/** Ids from exclusive to inclusive. */
export interface Piece {
  from: number;
  to: number;
}
export interface ProofCheck {
  key: string;
  label: string;
  /** Ids that are walked up to the last one, so many at once; absent: one statement looks at all. */
  over?: { last: Sql; step: number };
  /** A sentence for each that does not hold. */
  faults(db: Db, piece: Piece): Promise<string[]>;
}
/** Enough to know where to look. */
const MOST = 20;
const within = (column: Sql, { from, to }: Piece): Sql => q`${column} > ${from} and ${column} <= ${to}`;
const feeText = (kind: string | null): string => (kind === null ? "" : ` ${LEDGER_KIND_WORDS[kind] ?? kind}`);

const balanced: ProofCheck = {
  key: "journal_balanced",
  label: "凭证借贷相等",
  over: { last: q`select max(id) as id from journals`, step: 100_000 },
  faults: async (db, piece) =>
    (
      await rows<{ no: string; sum: number }>(
        db,
        q`select j.no, coalesce(sum(l.amount), 0)::int8 as sum from journals j left join journal_lines l on l.journal_id = j.id
          where ${within(q`j.id`, piece)} group by j.id having coalesce(sum(l.amount), 0) <> 0 or count(l.id) < 2 order by j.id limit ${MOST}`,
      )
    ).map((f) => `凭证 ${f.no} 借贷相差 ¥${yuan(f.sum)}`),
};

interface Held {
  code: AccountCode;
  owner_id: number;
  kept: number;
  reckoned: number;
}
const heldText = (f: Held, what: string): string =>
  `${LEDGER_ACCOUNTS[f.code]}（${f.owner_id}）余额 ¥${yuan(f.kept)}，${what} ¥${yuan(f.reckoned)}`;
const guarded: ProofCheck = {
  key: "guarded_balance",
  label: "账户余额等于分录合计",
  over: { last: q`select max(id) as id from ledger_accounts`, step: 500 },
  faults: async (db, piece) =>
    (
      await rows<Held>(
        db,
        q`select a.code, a.owner_id, a.balance as kept, coalesce(sum(case a.side when 'debit' then l.amount else -l.amount end), 0)::int8 as reckoned
          from ledger_accounts a left join journal_lines l on l.account_id = a.id where a.is_guarded and ${within(q`a.id`, piece)} group by a.id
          having a.balance < 0 or a.balance <> coalesce(sum(case a.side when 'debit' then l.amount else -l.amount end), 0) order by a.id limit ${MOST}`,
      )
    ).map((f) => heldText(f, "分录合计")),
};
const gifts: ProofCheck = {
  key: "gift_lots",
  label: "赠送批次合计等于赠送余额",
  over: { last: q`select max(id) as id from ledger_accounts`, step: 5_000 },
  faults: async (db, piece) =>
    (
      await rows<Held>(
        db,
        q`select a.code, a.owner_id, a.balance as kept, coalesce(sum(g.remaining), 0)::int8 as reckoned
          from ledger_accounts a left join gift_lots g on g.peer_id = a.owner_id where a.code = 'peer_gift' and ${within(q`a.id`, piece)}
          group by a.id having a.balance <> coalesce(sum(g.remaining), 0) order by a.id limit ${MOST}`,
      )
    ).map((f) => heldText(f, "批次剩余合计")),
};
const giftLines: ProofCheck = {
  key: "gift_lot_lines",
  label: "赠送批次剩余等于其分录合计",
  over: { last: q`select max(id) as id from gift_lots`, step: 5_000 },
  faults: async (db, piece) =>
    (
      await rows<{ source: string; remaining: number; reckoned: number }>(
        db,
        q`select g.source, g.remaining, coalesce(-sum(l.amount), 0)::int8 as reckoned from gift_lots g left join journal_lines l on l.gift_lot_id = g.id
          where ${within(q`g.id`, piece)} group by g.id having g.remaining <> coalesce(-sum(l.amount), 0) order by g.id limit ${MOST}`,
      )
    ).map((f) => `赠送批次 ${f.source} 剩余 ¥${yuan(f.remaining)}，分录合计 ¥${yuan(f.reckoned)}`),
};

interface Waiting {
  order_no: string;
  code: AccountCode;
  fee_kind: string | null;
  held: number;
}
/** What waits per order and person: deferred by its fee, fees of missions in one, money owed back by its refund. */
const waiting = (key: string, label: string, code: AccountCode, by: Sql): ProofCheck => ({
  key,
  label,
  over: { last: q`select max(order_id) as id from journal_lines where order_id is not null`, step: 20_000 },
  faults: async (db, piece) =>
    (
      await rows<Waiting>(
        db,
        q`select o.order_no, a.code, min(l.fee_kind) as fee_kind, (-sum(l.amount))::int8 as held
          from journal_lines l join ledger_accounts a on a.id = l.account_id left join orders o on o.id = l.order_id
          where ${within(q`l.order_id`, piece)} and a.code = ${code} group by l.order_id, o.order_no, a.code, ${by}
          having sum(l.amount) > 0 order by l.order_id limit ${MOST}`,
      )
    ).map((f) => `订单 ${f.order_no}${feeText(f.fee_kind)} ${LEDGER_ACCOUNTS[f.code]}为负：¥${yuan(f.held)}`),
});
const kept: ProofCheck = {
  key: "ledger_sums",
  label: "月度合计借贷相等",
  faults: async (db) =>
    (
      await rows<{ month: string; off: number }>(
        db,
        q`select month, (sum(debit) - sum(credit))::int8 as off from ledger_sums group by month having sum(debit) <> sum(credit) order by month limit ${MOST}`,
      )
    ).map((f) => `${f.month} 月度合计借贷相差 ¥${yuan(f.off)}`),
};

/** What peers asked to take out and has not left, or come back, is what is frozen of theirs. */
const frozen: ProofCheck = {
  key: "withdrawals",
  label: "未了结提现合计等于提现冻结",
  over: { last: q`select max(id) as id from peers`, step: 5_000 },
  faults: async (db, piece) =>
    (await frozenFaults(db, within(q`p.id`, piece))).map(
      (f) => `${LEDGER_ACCOUNTS.peer_frozen}（${f.peer_id}）余额 ¥${yuan(f.frozen)}，未了结提现合计 ¥${yuan(f.live)}`,
    ),
};
/** What a supplier is owed by the books is owed to him by lines of settlements, or waits for one. */
const settled: ProofCheck = {
  key: "settle_lines",
  label: "未付结算明细合计等于应付",
  over: { last: q`select max(owner_id) as id from ledger_accounts where code = any(${[...PAYABLES]}::text[])`, step: 200 },
  faults: async (db, piece) =>
    (await payableFaults(db, within(q`a.owner_id`, piece))).map(
      (f) => `供应商 ${f.name} 应付 ¥${yuan(f.payable)}，未付结算明细合计 ¥${yuan(f.lines)}`,
    ),
};

export const CHECKS: readonly ProofCheck[] = [
  balanced,
  guarded,
  gifts,
  giftLines,
  waiting("order_deferred", "预收订单款不为负", "order_deferred", q`l.applicant_id, l.fee_kind`),
  waiting("embassy_trust", "代收使馆费不为负", "embassy_trust", q`l.applicant_id`),
  waiting("refund_due", "应退款不为负", "refund_due", q`l.refund_id, case when l.refund_id is null then l.applicant_id end`),
  frozen,
  settled,
  kept,
];
