/** Lines of a peer's credit: those no statement names yet, and those that lessened the debt and settle nothing yet. */
import { CHANGE_LABELS, JOURNAL_KINDS, type ChangeType, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";
import type { Credit } from "./peer-settle.rules.ts";

const FROM = q`ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id left join journals r on r.id = j.reversal_of`;
/** What statements booked by themselves, and what took that back, is no line of any. */
const OURS = q`(coalesce(r.source_noun, j.source_noun) <> 'settlement')`;
/** A void statement lets its lines go; held ones wait for somebody. */
const UNSETTLED = q`(a.code = 'peer_credit' and ${OURS} and not exists (select 1 from settle_lines x where x.journal_line_id = l.id and (x.freed_at is null or x.is_held)))`;

export interface PeerLine {
  journal_line_id: number;
  amount: number;
  order_id: number | null;
  applicant_id: number | null;
  kind: JournalKind;
  reversed: JournalKind | null;
  change_type: ChangeType | null;
  booked_on: string;
}
/** Of one peer, oldest first. */
export const unsettledOf = (db: Db, peerId: number): Promise<PeerLine[]> =>
  rows<PeerLine>(
    db,
    q`select l.id as journal_line_id, l.amount, l.order_id, l.applicant_id, j.kind, r.kind as reversed, l.change_type, j.booked_on
      from ${FROM} where ${and([q`a.owner_id = ${peerId}`, UNSETTLED])} order by j.booked_on, l.id`,
  );
export const itemOf = (l: Pick<PeerLine, "kind" | "change_type">): string =>
  l.kind === "order_paid" || l.change_type === null
    ? JOURNAL_KINDS[l.kind]
    : l.change_type === "60"
      ? JOURNAL_KINDS[l.kind]
      : CHANGE_LABELS[l.change_type];

/** Sums over what no statement names, for a peer's row `p`. */
export const unbilled = (what: Sql): Sql => q`(select ${what} from ${FROM} where a.owner_id = p.id and ${UNSETTLED})`;

/** Peers with lines in no statement that were booked before a day. */
export const peersWaiting = async (db: Db, before: string): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select distinct a.owner_id as id from ${FROM} where ${and([UNSETTLED, q`j.booked_on < ${before}::date`])} order by 1`,
    )
  ).map((p) => p.id);

/** What lessened the debts of peers, less what was taken back of it and what it settles; those where nothing is left stay out. */
export const creditsOf = (db: Db, peerIds: readonly number[]): Promise<(Credit & { peer_id: number })[]> =>
  rows(
    db,
    q`select * from (
        select a.owner_id as peer_id, l.id as line_id, l.journal_id, (-l.amount
          - coalesce((select sum(m.amount) from journals u join journal_lines m on m.journal_id = u.id and m.account_id = l.account_id where u.reversal_of = l.journal_id and m.amount > 0), 0)
          - coalesce((select sum(x.amount) from settle_allocations x where x.journal_line_id = l.id and x.undone_at is null), 0))::int8 as free
        from ${FROM} where a.code = 'peer_credit' and a.owner_id = any(${[...peerIds]}::int8[]) and l.amount < 0 and ${OURS}) c
      where c.free <> 0 order by c.line_id`,
  );
