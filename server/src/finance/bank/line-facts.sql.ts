/** What scoring reads: lines and remittances that are open, and payers people confirmed. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { and, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import type { BankDoors } from "./bank-doors.ts";
import type { KnownPayer, OpenRemittance, ScoredLine, ScoreRules } from "./match-score.rules.ts";

export interface FactLine {
  id: number;
  at: string;
  amount: number;
  matched: number;
  ref: string;
  counterparty_key: string;
  counterparty_account_hash: string | null;
  summary: string;
}
export const scoredLine = (l: FactLine): ScoredLine => ({
  amount: l.amount - l.matched,
  day: shanghaiDate(l.at),
  ref: l.ref,
  payer_key: l.counterparty_key,
  account_hash: l.counterparty_account_hash ?? "",
  summary: l.summary,
});
export const openIncome = (db: Db, account: number): Promise<FactLine[]> =>
  rows<FactLine>(
    db,
    q`select id, at, amount, matched, ref, counterparty_key, counterparty_account_hash, summary from statement_lines
      where company_account_id = ${account} and direction = 'in' and line_status in ('open', 'part') order by id`,
  );

interface StoredRemittance {
  id: number;
  remittance_no: string;
  peer_id: number | null;
  amount: number;
  left: number;
  remitted_on: string;
  bank_ref: string;
  payer_key: string;
  payer_account_hash: string | null;
  order_parts: readonly { order_id: number }[];
}
/** Remittances of an account that wait for its statement. */
export async function openRemittances(db: Db, doors: BankDoors, account: number, where: Sql | null = null): Promise<OpenRemittance[]> {
  const list = await rows<StoredRemittance>(
    db,
    q`select * from (
      select r.id, r.remittance_no, r.peer_id, r.amount, r.remitted_on, r.bank_ref, r.payer_key, r.payer_account_hash, r.order_parts, r.payer_name,
        (r.amount - coalesce((select sum(m.amount) from line_matches m where m.target_noun = 'remittance' and m.target_id = r.id), 0))::int8 as left
      from remittances r where r.company_account_id = ${account} and r.remittance_status in ('pending', 'second_review')) r
    where ${and([q`r.left > 0`, where])}`,
  );
  const peers = await doors.peers(db, [...new Set(list.flatMap((r) => r.peer_id ?? []))]);
  const orders = await doors.orderNos(db, [...new Set(list.flatMap((r) => r.order_parts.map((p) => p.order_id)))]);
  return list.map((r) => ({
    id: r.id,
    no: r.remittance_no,
    peer_id: r.peer_id,
    peer_no: peers.get(r.peer_id ?? 0)?.peer_no ?? "",
    peer_name: peers.get(r.peer_id ?? 0)?.short_name ?? "",
    amount: r.left,
    day: r.remitted_on,
    bank_ref: r.bank_ref,
    payer_key: r.payer_key,
    account_hash: r.payer_account_hash ?? "",
    order_nos: r.order_parts.flatMap((p) => orders.get(p.order_id) ?? []),
  }));
}
/** Payers of these names and accounts; null: all. */
export async function knownPayers(db: Db, doors: BankDoors, lines: readonly ScoredLine[]): Promise<KnownPayer[]> {
  const [keys, hashes] = [lines.map((l) => l.payer_key), lines.map((l) => l.account_hash)].map((l) =>
    [...new Set(l)].filter((x) => x !== ""),
  );
  const list = await rows<Omit<KnownPayer, "peer_name">>(
    db,
    q`select peer_id, payer_key, account_hash from known_payers
      where ${or([q`payer_key = any(${keys ?? []}::text[])`, q`account_hash = any(${hashes ?? []}::text[])`])}`,
  );
  const peers = await doors.peers(db, [...new Set(list.map((k) => k.peer_id))]);
  return list.map((k) => ({ ...k, peer_name: peers.get(k.peer_id)?.short_name ?? "" }));
}
export async function scoreRules(db: Db, doors: BankDoors): Promise<ScoreRules> {
  const { write_off_limit, match_suggest, match_lead } = await financeSettings(db);
  return { write_off_limit, match_suggest, match_lead, daysBetween: await doors.workingDays(db) };
}
