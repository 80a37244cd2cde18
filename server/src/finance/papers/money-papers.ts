/** Money of peers that came in, grants, and vouchers themselves as sources of postings. */
import { TOP_UP_METHODS, TOP_UP_PURPOSES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { JOURNAL_KINDS, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { peerScope } from "../../peer/index.ts";
import { journalScope } from "../books/journal-scope.sql.ts";
import type { Paper, PaperReader } from "./paper.ts";
import { idsOf } from "./ids.ts";

const METHODS = Object.keys(TOP_UP_METHODS);
/** One number however it was typed: wide letters, small ones and blanks. */
const bare = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/[\s\p{Cf}]/gu, "")
    .toUpperCase();

interface StoredTopUp extends Omit<Paper, "title"> {
  purpose: keyof typeof TOP_UP_PURPOSES;
  method: keyof typeof TOP_UP_METHODS;
}
export const topUpPaper: PaperReader = {
  noun: "peer_top_up",
  label: "同行入账登记",
  stage: "paper",
  find: (db, typed) => idsOf(db, q`select id from peer_top_ups where method = any(${METHODS}::text[]) and trade_no = ${bare(typed)}`),
  read: async (db, ids) => {
    const list = await rows<StoredTopUp>(
      db,
      q`select t.id, t.trade_no as no, t.amount, (t.paid_at at time zone 'Asia/Shanghai')::date::text as on, t.created_by as by, p.short_name as note,
          t.purpose, t.method from peer_top_ups t join peers p on p.id = t.peer_id where t.id = any(${[...ids]}::int8[])`,
    );
    return list.map(({ purpose, method, ...t }) => ({ ...t, title: `${TOP_UP_PURPOSES[purpose]}（${TOP_UP_METHODS[method]}）` }));
  },
  seen: (ctx, ids) =>
    idsOf(
      ctx.db,
      q`select t.id from peer_top_ups t join peers p on p.id = t.peer_id where ${and([q`t.id = any(${[...ids]}::int8[])`, peerScope(ctx)])}`,
    ),
};

export const giftPaper: PaperReader = {
  noun: "gift_lot",
  label: "赠送金",
  stage: "paper",
  find: (db, typed) => idsOf(db, q`select id from gift_lots where source = ${typed}`),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select g.id, g.source as no, '赠送金' as title, g.amount, (g.created_at at time zone 'Asia/Shanghai')::date::text as on, null::int8 as by,
          '剩余 ' || to_char(g.remaining / 100.0, 'FM999999999990.00') || coalesce('，' || g.expires_on || ' 到期', '') as note
        from gift_lots g where g.id = any(${[...ids]}::int8[])`,
    ),
  seen: (ctx, ids) =>
    idsOf(
      ctx.db,
      q`select g.id from gift_lots g join peers p on p.id = g.peer_id where ${and([q`g.id = any(${[...ids]}::int8[])`, peerScope(ctx)])}`,
    ),
};

/** A voucher by its own number: the source of its reversal. */
export const journalPaper: PaperReader = {
  noun: "journal",
  label: "凭证",
  stage: "other",
  find: (db, typed) => idsOf(db, q`select id from journals where no = ${typed.toUpperCase()}`),
  read: async (db, ids) => {
    const list = await rows<Omit<Paper, "title"> & { kind: JournalKind }>(
      db,
      q`select j.id, j.no, j.kind, (select sum(l.amount) from journal_lines l where l.journal_id = j.id and l.amount > 0)::int8 as amount,
          j.booked_on::text as on, j.created_by as by, coalesce(j.reason, '') as note from journals j where j.id = any(${[...ids]}::int8[])`,
    );
    return list.map(({ kind, ...j }) => ({ ...j, title: `凭证：${JOURNAL_KINDS[kind]}` }));
  },
  seen: (ctx, ids) => idsOf(ctx.db, q`select j.id from journals j where ${and([q`j.id = any(${[...ids]}::int8[])`, journalScope(ctx)])}`),
  orders: (db, ids) =>
    idsOf(db, q`select distinct order_id as id from journal_lines where journal_id = any(${[...ids]}::int8[]) and order_id is not null`),
};
