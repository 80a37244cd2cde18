/** Money that leaves, what is settled, and lines of the bank, as sources of postings. */
import { PAYOUT_SOURCES, type PayoutSourceNoun } from "@visadesk/contract/finance/cash.words.ts";
import { SETTLE_KINDS, type SettleKind } from "@visadesk/contract/finance/settle.words.ts";
import { and, or, q, rows } from "#kit/db/sql.ts";
import { payoutScope } from "../payout/payout.sql.ts";
import { financeScope, wholeScope } from "../scope.sql.ts";
import type { Paper, PaperReader } from "./paper.ts";
import { among, idsOf } from "./ids.ts";

export const withdrawalPaper: PaperReader = {
  noun: "withdrawal",
  label: "提现",
  stage: "paper",
  find: (db, typed) => idsOf(db, q`select id from withdrawals where withdrawal_no = ${typed.toUpperCase()}`),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select w.id, w.withdrawal_no as no, '提现' as title, w.amount, (w.created_at at time zone 'Asia/Shanghai')::date::text as on,
          w.created_by as by, w.payee_name as note from withdrawals w where ${among(q`w.id`, ids)}`,
    ),
  seen: (ctx, ids) =>
    idsOf(ctx.db, q`select w.id from withdrawals w where ${and([among(q`w.id`, ids), financeScope(ctx, { peer: "w.peer_id" })])}`),
};

export const payoutPaper: PaperReader = {
  noun: "payout",
  label: "付款单",
  stage: "paper",
  find: (db, typed) =>
    idsOf(db, q`select id from payouts where payout_no = ${typed.toUpperCase()} or (bank_ref <> '' and bank_ref = ${typed.toUpperCase()})`),
  read: async (db, ids) => {
    const list = await rows<Omit<Paper, "title"> & { source_noun: PayoutSourceNoun }>(
      db,
      q`select f.id, f.payout_no as no, f.source_noun, f.amount, (coalesce(f.paid_at, f.created_at) at time zone 'Asia/Shanghai')::date::text as on,
          coalesce(f.paid_by, f.created_by) as by, f.payee_name as note from payouts f where ${among(q`f.id`, ids)}`,
    );
    return list.map(({ source_noun, ...f }) => ({ ...f, title: `付款单：${PAYOUT_SOURCES[source_noun]}` }));
  },
  seen: (ctx, ids) => idsOf(ctx.db, q`select f.id from payouts f where ${and([among(q`f.id`, ids), payoutScope(ctx)])}`),
  orders: (db, ids) => idsOf(db, q`select distinct order_id as id from payouts where ${among(q`id`, ids)} and order_id is not null`),
};

export const settlementPaper: PaperReader = {
  noun: "settlement",
  label: "结算单",
  stage: "paper",
  find: (db, typed) => idsOf(db, q`select id from settlements where settle_no = ${typed.toUpperCase()}`),
  read: async (db, ids) => {
    const list = await rows<Omit<Paper, "title"> & { kind: SettleKind }>(
      db,
      q`select s.id, s.settle_no as no, s.kind, s.final as amount, s.cycle_end::text as on, s.created_by as by,
          coalesce(v.short_name, p.short_name, '') as note
        from settlements s left join suppliers v on v.id = s.supplier_id left join peers p on p.id = s.peer_id where ${among(q`s.id`, ids)}`,
    );
    return list.map(({ kind, ...s }) => ({ ...s, title: `结算单：${SETTLE_KINDS[kind]}` }));
  },
  seen: (ctx, ids) => {
    const peers = financeScope(ctx, { peer: "s.peer_id" });
    const seen = peers === null ? null : or([and([q`s.kind = 'peer'`, peers]), and([q`s.kind <> 'peer'`, wholeScope(ctx)])]);
    return idsOf(ctx.db, q`select s.id from settlements s where ${and([among(q`s.id`, ids), seen])}`);
  },
};

/** Looked up among its own account's lines, not by its reference here: there are many more of them than of papers. */
export const linePaper: PaperReader = {
  noun: "statement_line",
  label: "账户流水",
  stage: "paper",
  find: () => Promise.resolve([]),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select l.id, l.ref as no, '账户流水：' || c.name as title, l.amount, (l.at at time zone 'Asia/Shanghai')::date::text as on,
          null::int8 as by, l.counterparty_name as note
        from statement_lines l join company_accounts c on c.id = l.company_account_id where ${among(q`l.id`, ids)}`,
    ),
  seen: (ctx, ids) => idsOf(ctx.db, q`select l.id from statement_lines l where ${and([among(q`l.id`, ids), wholeScope(ctx)])}`),
};
