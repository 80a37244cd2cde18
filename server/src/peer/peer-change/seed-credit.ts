/** Limits of demo peers after what they owe: some near theirs, some over it since it was lowered. Needs the demo orders. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { nextNumbers } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";

const DAY_MS = 86_400_000;
/** Only round limits are given. */
const ROUND = 10_000;
interface Owing {
  id: number;
  credit_limit: number;
  used: number;
}
const owing = (tx: Tx): Promise<Owing[]> =>
  rows(
    tx,
    q`
    select p.id, p.credit_limit, l.balance as used from peers p join ledger_accounts l on l.owner_id = p.id and l.code = 'peer_credit'
    where p.settle_mode = 'credit' and p.peer_status = 'active' and p.temp_limit = 0 and l.balance > 100000 and l.oldest_due_on is null
      and not exists (select from peer_changes c where c.peer_id = p.id) order by p.id`,
  );
/** Of every five one is near its limit, one over it; null: it keeps its own. */
const REASONS = ["近三个月用量下降，额度按实际用量核定", "法人变更在途，先压降额度，结清后再评估"] as const;
function limitOf({ used, credit_limit }: Owing, i: number): { to: number; reason: string } | null {
  const to =
    i % 5 === 1 ? Math.ceil((used * 1.06) / ROUND) * ROUND : i % 5 === 3 ? Math.floor((used * 0.85) / ROUND) * ROUND : credit_limit;
  if (to >= credit_limit) return null;
  return { to, reason: REASONS[i % 5 === 1 ? 0 : 1] };
}

/** Nothing where it was done before. */
export async function seedCredit(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Whoever is left by the first time would be another fifth.
    if (await row(tx, q`select 1 from peer_changes where reason = any(${[...REASONS]}::text[]) limit 1`)) return;
    const workers = await rows<{ id: number; account: string }>(
      tx,
      q`select id, account from workers where account in ('business_1', 'admin')`,
    );
    const [maker, checker] = ["business_1", "admin"].map((account) => workers.find((w) => w.account === account)?.id);
    const changes = (await owing(tx)).flatMap((p, i) => {
      const next = limitOf(p, i);
      return next ? [{ ...p, ...next, at: new Date(now.getTime() - (3 + (i % 20)) * DAY_MS) }] : [];
    });
    if (maker === undefined || checker === undefined || changes.length === 0) return;
    const numbers = await nextNumbers(tx, "BG", now, changes.length);
    await tx
      .insertInto("peer_changes")
      .values(
        changes.map((c, i) => ({
          change_no: numbers[i] ?? "",
          peer_id: c.id,
          kind: "credit_limit" as const,
          old_value: JSON.stringify({ credit_limit: c.credit_limit }),
          new_value: JSON.stringify({ credit_limit: c.to }),
          reason_code: "risk",
          reason: c.reason,
          change_status: "approved" as const,
          decided_by: checker,
          decided_at: c.at,
          created_by: maker,
          created_at: c.at,
          updated_at: c.at,
        })),
      )
      .execute();
    await rows(
      tx,
      q`update peers p set credit_limit = x.limit_to from unnest(${changes.map((c) => c.id)}::int8[], ${changes.map((c) => c.to)}::int8[]) as x(id, limit_to)
        where p.id = x.id`,
    );
  });
}
