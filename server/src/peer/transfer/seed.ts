/** Demo transfers: peers that changed their BD a while ago, one of them already somebody else's, and a batch for next week. */
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { nextNumbers } from "#kit/db/numbers.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";

const DAY_MS = 86_400_000;
const SINCE = 25;
const MOVED = 6;
const COMING = 8;

/** Peers of a worker that have been his since they came, and before a day. */
const peersOf = async (tx: Tx, role: "bd" | "cs", worker: number, before: string, most: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      tx,
      q`
      select p.id from peers p join peer_owners o on o.peer_id = p.id
      where p.peer_status = 'active' and o.role = ${role} and o.worker_id = ${worker} and o.to_date is null and o.by = 'application' and o.from_date < ${before}::date
      order by p.id limit ${most}`,
    )
  ).map((p) => p.id);

interface Batch {
  no: string;
  role: "bd" | "cs";
  from: number;
  to: number;
  peers: readonly number[];
  effective_on: string;
  status: "scheduled" | "partial";
  at: Date;
  reason_code: "region" | "balance";
  reason: string;
}
const write = (tx: Tx, b: Batch): Promise<{ id: number }> =>
  tx
    .insertInto("peer_transfers")
    .values({
      transfer_no: b.no,
      role: b.role,
      from_worker_id: b.from,
      target_ids: [b.to],
      split: "even_gmv" as const,
      selection: "ids" as const,
      selected: JSON.stringify({ ids: b.peers }),
      expected_count: b.peers.length,
      carry: ["orders", "work_orders"],
      effective_on: b.effective_on,
      commission_from: b.effective_on,
      reason_code: b.reason_code,
      reason: b.reason,
      notify_peer: true,
      transfer_status: b.status,
      ...(b.status === "partial" && { started_at: b.at, finished_at: b.at }),
      created_by: b.from,
      created_at: b.at,
      updated_at: b.at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();

/** Who has them now had them from somebody: his days begin with the batch, the other's end there. */
async function changeOwners(tx: Tx, transfer: number, b: Batch): Promise<void> {
  const before = await rows<{ peer_id: number; from_date: string }>(
    tx,
    q`
    update peer_owners o set from_date = ${b.effective_on}::date, commission_from = ${b.effective_on}::date, by = 'transfer', transfer_id = ${transfer}
    from (select x.id, x.from_date from peer_owners x where x.role = ${b.role} and x.to_date is null and x.peer_id = any(${[...b.peers]}::int8[])) x
    where o.id = x.id returning o.peer_id, x.from_date`,
  );
  await tx
    .insertInto("peer_owners")
    .values(
      before.map((o) => ({
        ...o,
        role: b.role,
        worker_id: b.from,
        to_date: b.effective_on,
        commission_from: o.from_date,
        by: "application" as const,
        created_at: new Date(o.from_date),
      })),
    )
    .execute();
}

async function past(tx: Tx, b: Batch, other: number | undefined): Promise<void> {
  const { id } = await write(tx, b);
  await changeOwners(tx, id, b);
  const line = { transfer_id: id, to_worker_id: b.to, at: b.at };
  const done = b.peers.map((peer_id) => ({ ...line, peer_id, result: "done" as const, message: "" }));
  const skipped = { ...line, result: "skipped" as const, message: "负责人已变更" };
  await tx
    .insertInto("peer_transfer_lines")
    .values([...done, ...(other === undefined ? [] : [{ ...skipped, peer_id: other }])])
    .execute();
}

/** Needs staff and peers; does nothing where there are transfers. */
export async function seedTransfers(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select id from peer_transfers limit 1`)) return;
    const list = await tx.selectFrom("workers").select(["id", "account"]).execute();
    const [giver, taker, cs, colleague] = ["business_1", "business_2", "service_1", "service_2"].map(
      (account) => list.find((w) => w.account === account)?.id,
    );
    if (!giver || !taker || !cs || !colleague) return;
    const [begun, ahead] = [dayOf(now, -SINCE), dayOf(now, 6)];
    const taken = await peersOf(tx, "bd", taker, begun, MOVED + 1);
    const coming = await peersOf(tx, "cs", cs, begun, COMING);
    if (taken.length < 2 || coming.length === 0) return;
    const [first = "", second = ""] = await nextNumbers(tx, "ZY", now, 2);
    const at = new Date(now.getTime() - SINCE * DAY_MS);
    const region = { reason_code: "region" as const, reason: "华东区域重新划分" };
    const [other, ...moved] = taken;
    const done: Batch = {
      no: first,
      role: "bd",
      from: giver,
      to: taker,
      peers: moved,
      effective_on: begun,
      status: "partial",
      at,
      ...region,
    };
    await past(tx, done, other);
    const balance = { reason_code: "balance" as const, reason: "两位客服负责家数相差较大" };
    const next: Batch = {
      no: second,
      role: "cs",
      from: cs,
      to: colleague,
      peers: coming,
      effective_on: ahead,
      status: "scheduled",
      at: now,
      ...balance,
    };
    const { id } = await write(tx, next);
    await tx
      .insertInto("peer_transfer_lines")
      .values(coming.map((peer_id) => ({ transfer_id: id, peer_id, to_worker_id: colleague })))
      .execute();
  });
}
